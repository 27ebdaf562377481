//! Weights for texts that are not abstracts: the encoder that is built in, beside the wording.

use std::path::Path;

use color_eyre::eyre::{self, OptionExt};
use gainsay::{
    eval::{Label, passages},
    reason::builtin::{Builtin, trees::General},
};

use super::figures::{self, Judged, regression};

/// What roles count for evidence and for its side where no passage of the files has any.
const ROLES: [f32; 2] = [0.5, 2.0];

/// Fits the weights on claims with passages, every file counting the same, and prints how good they are on them.
pub fn fit(files: &[&Path]) -> eyre::Result<General> {
    let runtime = tokio::runtime::Runtime::new()?;
    let mut rows: Vec<([[f64; 5]; 2], Label, f64)> = Vec::new();
    for file in files {
        let (corpus, claims) = passages(file)?;
        let counts = 1000.0 / claims.len() as f64;
        for claim in &claims {
            let number = claim.cited.first().ok_or_eyre("a claim without a passage")?;
            let document = &corpus.get(*number).ok_or_eyre("a passage is missing")?.document;
            let text = document.pages[0].text.as_str();
            let features = runtime.block_on(Builtin::general_features(&claim.text, &document.meta.title, text));
            let features = features.ok_or_eyre("the encoder is not built in")?;
            let label = claim.gold.values().next().map_or(Label::NotEnough, |gold| gold.label);
            rows.push((features, label, counts));
        }
        println!("{}: {} passages", file.display(), claims.len());
    }
    let evidence: Vec<_> = rows.iter().map(|([row, _], label, n)| (*row, *label != Label::NotEnough, *n)).collect();
    let sides = rows.iter().filter(|(_, label, _)| *label != Label::NotEnough);
    let side: Vec<_> = sides.map(|([_, row], label, n)| (*row, *label == Label::Supports, *n)).collect();
    let mut general =
        General { evidence: regression(&evidence).map(|x| x as f32), side: regression(&side).map(|x| x as f32) };
    // Comparisons that are parsed on both sides are too few in these sets to be weighed by them.
    for (weights, prior) in [(&mut general.evidence, ROLES[0]), (&mut general.side, ROLES[1])] {
        if weights[3] == 0.0 {
            weights[3] = prior;
        }
    }
    println!("{general:?}");
    let judged = rows.iter().map(|(features, label, _)| {
        let opinion = general.of(*features);
        Judged { label: *label, evidence: opinion.evidence, supports: opinion.supports }
    });
    figures::stances(&judged.collect::<Vec<_>>());
    Ok(general)
}
