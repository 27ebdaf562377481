//! `gainsay config`: what is in force, and from where.

use std::{collections::BTreeMap, io::Write};

use color_eyre::eyre;

use crate::{
    library::Place,
    reason::builtin::correction::Correction,
    text::{Clean, escape_hidden},
    tui,
};

use super::{Context, DONE, assemble};

/// Arguments of `config`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Print one part only: `keys`, the names of what can be done, each with its
    /// keys, as `[keys]` takes them; or `themes`, those built in and one's own.
    what: Option<Part>,
    /// Print only where the configuration file is, or would be.
    #[arg(long)]
    path: bool,
}

/// A part of the configuration.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Part {
    /// The keys in force.
    Keys,
    /// The themes available.
    Themes,
}

pub(super) fn run(cx: &Context, args: Args) -> eyre::Result<u8> {
    let mut out = std::io::stdout().lock();
    let file = cx.loaded.file.as_deref();
    if args.path {
        let file = file.ok_or(crate::config::ConfigError::NoHome)?.display().to_string();
        writeln!(out, "{}", escape_hidden(&file))?;
        return Ok(DONE);
    }
    match args.what {
        Some(Part::Keys) => return keys(cx, &mut out),
        Some(Part::Themes) => return themes(cx, &mut out),
        None => {}
    }
    let rows = cx.loaded.rows();
    let keys = rows.iter().map(|(key, ..)| key.len()).max().unwrap_or_default();
    let values = rows.iter().map(|(_, value, _)| value.chars().count()).max().unwrap_or_default();
    if let Some(file) = file {
        let there = if file.exists() { "" } else { " (does not exist; every value is the default)" };
        writeln!(out, "# {}{there}", assemble::shown(file))?;
    }
    if let Ok(library) = cx.loaded.library() {
        writeln!(out, "# the library is {}", Clean::from(Place::of(&library).shown()).one_line())?;
    }
    match cx.loaded.folder().map(Correction::read).transpose() {
        Ok(Some(Some(correction))) => writeln!(
            out,
            "# the builtin reasoner's verdicts are {}, applied on {}; `gainsay calibrate --remove` removes it",
            correction.known_as(),
            escape_hidden(&correction.made)
        )?,
        Ok(_) => {}
        Err(why) => writeln!(out, "# wrong: {}", escape_hidden(&why.to_string()))?,
    }
    for (key, value, origin) in rows {
        let kept = (key == "reviewer").then(|| cx.loaded.reviewer()).flatten().filter(|name| !value.contains(name));
        let kept = kept.map(|name| format!("; acts are signed {name}, as typed in the interface")).unwrap_or_default();
        let origin = format!("{origin}{kept}");
        let [key, value, origin] = [&key, &value, &origin].map(|text| escape_hidden(text));
        writeln!(out, "{key:<keys$} = {value:<values$}  # {origin}")?;
    }
    Ok(DONE)
}

/// The themes, and what is wrong with one's own.
fn themes(cx: &Context, out: &mut impl Write) -> eyre::Result<u8> {
    let file = cx.loaded.file.as_deref();
    let shelved = tui::Themes::read(file).list();
    let names = shelved.iter().map(|theme| theme.name.chars().count()).max().unwrap_or_default();
    let folder = file.and_then(std::path::Path::parent).map(|folder| folder.join("themes"));
    let chosen = toml::Value::String(cx.loaded.config.theme.clone());
    writeln!(
        out,
        "# theme = {chosen}; one's own are NAME.toml in {}",
        folder.as_deref().map(assemble::shown).unwrap_or_default()
    )?;
    for theme in shelved {
        let wrong = if theme.usable { "" } else { "wrong: " };
        let from = theme.path.as_deref().map(|path| format!("  # {}", assemble::shown(path))).unwrap_or_default();
        writeln!(out, "{:<names$}  {wrong}{}{from}", escape_hidden(&theme.name), escape_hidden(&theme.about))?;
    }
    Ok(DONE)
}

/// The keys in force as `[keys]` takes them, and what is wrong with those that are set.
fn keys(cx: &Context, out: &mut impl Write) -> eyre::Result<u8> {
    let (keymap, wrong) = assemble::keymap(cx);
    let set: BTreeMap<String, String> = cx.loaded.keys().into_iter().map(|e| (e.name, e.place)).collect();
    let preset = tui::Preset::parse(&cx.loaded.config.keymap).unwrap_or_default();
    writeln!(out, "keymap = \"{}\"", preset.name())?;
    writeln!(out, "[keys]")?;
    let rows: Vec<(&str, String, bool)> = keymap
        .rows()
        .into_iter()
        .zip(tui::Keymap::preset(preset).rows())
        .map(|((name, keys), (_, as_it_comes))| {
            let changed = keys != as_it_comes;
            (name, toml::Value::from(keys).to_string(), changed)
        })
        .collect();
    let names = rows.iter().map(|(name, ..)| name.len()).max().unwrap_or_default();
    let widest = rows.iter().map(|(_, keys, _)| keys.chars().count()).max().unwrap_or_default();
    for (name, keys, changed) in rows {
        let from = set.get(name).filter(|_| changed).map_or("built in", String::as_str);
        writeln!(out, "{name:<names$} = {:<widest$}  # {}", escape_hidden(&keys), escape_hidden(from))?;
    }
    for remark in wrong {
        writeln!(out, "# wrong: {remark}")?;
    }
    Ok(DONE)
}
