//! The thresholds of the review.

use toml::{Table, Value};

use crate::{desk::Intent, domain::Settings, text::Clean};

use super::{
    super::{action::Effect, decide::intend, messages::say, state::State},
    Field, Form, Purpose,
};

/// Label, name in the settings, what it means.
const FIELDS: [(&str, &str, &str); 17] = [
    ("Passing score", "threshold", "relevance from which a document is cited, 1 to 5"),
    ("Citations", "max_citations", "the most a statement has, both sides together"),
    ("Per strategy", "search_limit", "documents that one strategy may bring"),
    ("Candidates", "max_candidates", "documents that are scored, both sides together"),
    ("Scored at once", "score_batch", "candidates given to the reasoner at a time"),
    ("Stop after", "early_stop", "passing documents after which scoring stops"),
    ("Quote edits", "quote_tolerance", "the share of a quote that may differ from its source, 0 to 1"),
    ("A side wins", "signal_floor", "above this score, 0 to 1"),
    ("Judge blocks", "block_below", "below this quality, 0 to 1"),
    ("Citation count", "citation_counts", "on or off: papers that are cited often gain up to 0.05 of credibility"),
    ("Sources", "abstain.min_sources", "independent sources that a verdict needs"),
    ("News sources", "abstain.min_sources_news", "the same where all of them are news or web pages"),
    ("Authoritative", "abstain.authoritative", "from this credibility on, 0 to 1"),
    ("Consensus", "abstain.min_consensus", "below it the evidence is weak, 0 to 1"),
    ("Conflict", "abstain.conflict", "credible sources on each side that count as a conflict"),
    ("Abstention", "abstain.cap", "caps the confidence at this, 0 to 1"),
    ("Statements", "max_statements", "taken from each paper or abstract: a number from 1 to 200, or auto (12 and 5)"),
];

/// Opens the form.
pub(in super::super) fn open(state: &mut State) -> Vec<Effect> {
    let table = state.shown.settings.table();
    let field = |(label, key, hint): (&'static str, &str, &str)| {
        let written = match get(&table, key) {
            Some(Value::String(word)) => word.clone(),
            Some(Value::Boolean(on)) => if *on { "on" } else { "off" }.to_owned(),
            other => other.map(ToString::to_string).unwrap_or_default(),
        };
        Field::text(label, &written, 1).hint(format!("{hint} (settings.{key})"))
    };
    let form = Form::new("Thresholds of this review", Purpose::Settings, "set", FIELDS.map(field).into());
    super::open(state, form)
}

fn get<'a>(table: &'a Table, key: &str) -> Option<&'a Value> {
    match key.split_once('.') {
        Some((part, rest)) => get(table.get(part)?.as_table()?, rest),
        None => table.get(key),
    }
}

fn put(table: &mut Table, key: &str, value: Value) {
    match key.split_once('.') {
        Some((part, rest)) => {
            if let Some(Value::Table(part)) = table.get_mut(part) {
                put(part, rest, value);
            }
        }
        None => {
            table.insert(key.to_owned(), value);
        }
    }
}

/// The settings of a table in which a field was filled in last, or what is wrong with it, by the label on screen.
fn read(table: &Table, (label, key, hint): (&str, &str, &str), text: &str) -> Result<Settings, Clean> {
    let settings: Result<Settings, toml::de::Error> = table.clone().try_into();
    let why = match settings.map(|settings| (settings.complaint(), settings)) {
        Ok((None, settings)) => return Ok(settings),
        Ok((Some(why), _)) => why,
        Err(e) => e.message().to_owned(),
    };
    let named = format!("`{key}`");
    // A number below 0, or too large for any setting, is refused without a name.
    let is_named = why.contains(&named);
    Err(if is_named { why.replace(&named, label) } else { format!("{label} cannot be {text}: {hint}") }.into())
}

pub(super) fn submit(state: &mut State, form: &Form) -> Result<Vec<Effect>, Clean> {
    let old = &state.shown.settings;
    let (mut table, mut settings) = (old.table(), old.clone());
    for (place, (label, key, hint)) in FIELDS.iter().enumerate() {
        let text = form.text(place).replace(',', ".");
        let whole = matches!(get(&table, key), Some(Value::Integer(_)));
        let value = match *key {
            // A word or a number; which of them hold is known where the settings are read.
            "max_statements" => Some(text.trim().parse().map_or_else(|_| Value::String(text.clone()), Value::Integer)),
            "citation_counts" => match text.trim().to_lowercase().as_str() {
                "on" => Some(Value::Boolean(true)),
                "off" => Some(Value::Boolean(false)),
                _ => return Err(format!("{label} is on or off: {hint}").into()),
            },
            _ if whole => text.trim().parse().ok().map(Value::Integer),
            _ => text.trim().parse().ok().map(Value::Float),
        };
        let kind = if whole { "a whole number" } else { "a number" };
        put(&mut table, key, value.ok_or_else(|| format!("{label} is {kind}: {hint}"))?);
        settings = read(&table, FIELDS[place], text.trim())?;
    }
    if settings == *old {
        say(state, "nothing has been changed");
        return Ok(Vec::new());
    }
    Ok(intend(state, Intent::Configure(settings)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// “`threshold`” is nowhere on the screen on which it was refused.
    #[test]
    fn what_is_wrong_with_a_setting_is_said_by_the_label_on_screen() {
        for field in FIELDS {
            let (label, key, _) = field;
            for wrong in [-1, 9_000_000_000] {
                let mut table = Settings::default().table();
                put(&mut table, key, Value::Integer(wrong));
                let why = read(&table, field, &wrong.to_string()).unwrap_err();
                assert!(why.starts_with(label) && !why.contains('`'), "{why}");
            }
        }
    }
}
