//! Equal parts of many revisions, held once.

use std::{collections::HashMap, sync::Arc};

use crate::domain::{Abstention, Basis, Digest, EngineSpec, Gist, Verdict};

/// How many reasoners are compared with before another copy is held.
const SPECS: usize = 16;
/// How many gists are held before all are forgotten.
const GISTS: usize = 1 << 14;

/// A gist without issues; those with issues are all different.
type Key = (Option<(Verdict, u64, Basis, bool)>, Vec<Abstention>, Option<u32>, Option<Vec<u32>>, Option<Digest>);

/// See the module's text. It is no part of what a review comes to, so that any
/// two are equal.
#[derive(Clone, Debug, Default)]
pub(super) struct Shared {
    specs: Vec<Arc<EngineSpec>>,
    gists: HashMap<Key, Arc<Gist>>,
}

impl PartialEq for Shared {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Shared {
    pub(super) fn spec(&mut self, spec: EngineSpec) -> Arc<EngineSpec> {
        if let Some(known) = self.specs.iter().rev().find(|known| ***known == spec) {
            return Arc::clone(known);
        }
        let spec = Arc::new(spec);
        self.hold_spec(Arc::clone(&spec));
        spec
    }

    pub(super) fn hold_spec(&mut self, spec: Arc<EngineSpec>) {
        if self.specs.len() >= SPECS {
            self.specs.clear();
        }
        self.specs.push(spec);
    }

    pub(super) fn gist(&mut self, gist: Gist) -> Arc<Gist> {
        let Some(key) = key(&gist) else { return Arc::new(gist) };
        if let Some(known) = self.gists.get(&key) {
            return Arc::clone(known);
        }
        let gist = Arc::new(gist);
        self.hold_gist(Arc::clone(&gist));
        gist
    }

    pub(super) fn hold_gist(&mut self, gist: Arc<Gist>) {
        let Some(key) = key(&gist) else { return };
        if self.gists.len() >= GISTS {
            self.gists.clear();
        }
        self.gists.insert(key, gist);
    }
}

fn key(gist: &Gist) -> Option<Key> {
    let verdict = gist.verdict.map(|(verdict, confidence, basis)| (verdict, confidence.to_bits(), basis, gist.unrated));
    gist.issues
        .is_empty()
        .then(|| (verdict, gist.abstentions.clone(), gist.count, gist.on_a_side.clone(), gist.grounds))
}
