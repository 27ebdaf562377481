//! The abstracts for the encoder's trainer, and what it says of them out of fold.

use std::{fs, path::Path};

use color_eyre::eyre::{self, OptionExt, ensure};
use serde::{Deserialize, Serialize};

use super::Labelled;

/// A paper's name in labels.tsv and its title.
#[derive(Serialize)]
pub struct Named {
    pub name: String,
    pub title: String,
}

/// An abstract with the labels of its sentences; `None` where either would be right.
#[derive(Serialize)]
struct Abstract<'a> {
    #[serde(flatten)]
    paper: &'a Named,
    sentences: Vec<&'a str>,
    findings: Vec<Option<bool>>,
}

/// The log-odds of the sentences of an abstract, by layers that did not see its paper.
#[derive(Deserialize)]
struct Told {
    name: String,
    told: Vec<f64>,
}

/// The sentences of each paper's abstract, papers and sentences in order.
fn abstracts<'a>(papers: &'a [Named], all: &'a [Labelled]) -> Vec<Abstract<'a>> {
    let mut abstracts: Vec<Abstract<'a>> = Vec::new();
    let mut last = None;
    for one in all.iter().filter(|one| one.example.summary) {
        if last.replace(one.paper) != Some(one.paper) {
            abstracts.push(Abstract { paper: &papers[one.paper], sentences: Vec::new(), findings: Vec::new() });
        }
        let Some(now) = abstracts.last_mut() else { continue };
        now.sentences.push(&one.example.text);
        now.findings.push(one.finding);
    }
    abstracts
}

pub fn write(folder: &Path, papers: &[Named], all: &[Labelled]) -> eyre::Result<()> {
    let lines: Result<Vec<String>, _> = abstracts(papers, all).iter().map(serde_json::to_string).collect();
    fs::write(folder.join("abstracts.jsonl"), lines?.join("\n") + "\n")?;
    Ok(())
}

/// The log-odds of every sentence of an abstract, in the order of `all`; `None` where there are none yet.
pub fn read(folder: &Path, papers: &[Named], all: &[Labelled]) -> eyre::Result<Option<Vec<f64>>> {
    let path = folder.join("told.jsonl");
    if !path.exists() {
        return Ok(None);
    }
    let read: Result<Vec<Told>, _> = fs::read_to_string(path)?.lines().map(serde_json::from_str).collect();
    let read = read?;
    let mut told = Vec::new();
    for one in abstracts(papers, all) {
        let found = read.iter().find(|read| read.name == one.paper.name).ok_or_eyre("told.jsonl lacks a paper")?;
        ensure!(found.told.len() == one.sentences.len(), "told.jsonl: {} has other sentences now", one.paper.name);
        told.extend(&found.told);
    }
    Ok(Some(told))
}
