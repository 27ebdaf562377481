//! What a configuration file says: each value taken by itself, with its
//! line, so that one mistake costs one value.

use std::{collections::BTreeMap, ops::Range};

use toml::{
    Table, Value,
    de::{DeTable, DeValue},
};

use super::{
    Config, Server, as_keys,
    table::{HEADERS, get, leaves, put},
};

/// A configuration file, read.
#[derive(Debug, Default)]
pub(super) struct Given {
    /// The keys whose values are taken, dotted.
    pub keys: Vec<String>,
    /// On which line each key of the file is.
    pub lines: BTreeMap<String, usize>,
    /// What cannot be used, with its line, in the order of the file.
    pub wrong: Vec<(usize, String)>,
}

/// Puts what `text` says into `table`, which holds what comes before it. What
/// cannot be used leaves the table as it is.
pub(super) fn take(text: &str, table: &mut Table) -> Given {
    let line = |at: usize| 1 + text[..at].matches('\n').count();
    let mut given = Given::default();
    let read = DeTable::parse(text).and_then(|tree| Ok((tree, toml::from_str::<Table>(text)?)));
    let (tree, mut values) = match read {
        Ok(read) => read,
        Err(e) => {
            let why = format!("{}; nothing in the file counts until that is fixed", e.message());
            given.wrong.push((line(e.span().map_or(0, |span| span.start)), why));
            return given;
        }
    };
    note_lines(tree.get_ref(), "", &|span: Range<usize>| line(span.start), &mut given.lines);
    if let Some(keys) = values.remove("keys") {
        if !keys.is_table() {
            let at = given.lines.remove("keys");
            given.lines.extend(at.map(|line| ("keys.keys".to_owned(), line)));
        }
        put(table, "keys", as_keys(keys).into());
        given.keys.extend(get(table, "keys").and_then(Value::as_table).map(leaves).unwrap_or_default());
        given.keys.iter_mut().for_each(|key| key.insert_str(0, "keys."));
    }
    if let Some(servers) = values.remove("servers") {
        take_servers(servers, table, &mut given);
    }
    for key in leaves(&values) {
        let Some(value) = get(&values, &key).cloned() else { continue };
        match with(table, &key, value) {
            Ok(changed) => {
                *table = changed;
                given.keys.push(key);
            }
            Err(why) => given.wrong.push((given.lines.get(&key).copied().unwrap_or(1), why)),
        }
    }
    given.wrong.sort_by_key(|(line, _)| *line);
    given
}

/// Takes each server as a whole, since none of its keys has a meaning without the others.
fn take_servers(servers: Value, table: &mut Table, given: &mut Given) {
    let line = |given: &Given, key: &str| given.lines.get(key).copied().unwrap_or(1);
    let Value::Table(servers) = servers else {
        given.wrong.push((line(given, "servers"), "`servers` is a section; write [servers.NAME]".to_owned()));
        return;
    };
    for (name, server) in servers {
        let key = format!("servers.{name}");
        let read: Result<Server, _> = server.try_into();
        let checked = read.map_err(|e: toml::de::Error| format!("`{key}`: {}", e.message()));
        let checked = checked.and_then(|server| match server.complaint(&name) {
            Some(why) => Err(why),
            None => Table::try_from(server).map_err(|e| e.to_string()),
        });
        match checked {
            Ok(server) => {
                given.keys.extend(leaves(&server).into_iter().map(|field| format!("{key}.{field}")));
                if let Some(Value::Table(servers)) = table.get_mut("servers") {
                    servers.insert(name, Value::Table(server));
                }
            }
            Err(why) => given.wrong.push((line(given, &key), format!("{why}; the server is left out"))),
        }
    }
}

/// `table` with `value` for `key`, or why that is no configuration.
fn with(table: &Table, key: &str, value: Value) -> Result<Table, String> {
    let nothing = Value::String(String::new());
    let header = key.starts_with(HEADERS).then_some(&nothing);
    let there = get(table, key).or(header).ok_or_else(|| format!("there is no key `{key}`"))?;
    let value = match (there, value) {
        (Value::Float(_), Value::Integer(whole)) => {
            whole.to_string().parse().map_or(Value::Integer(whole), Value::Float)
        }
        (_, value) => value,
    };
    if key != "keymap" && there.type_str() != value.type_str() {
        return Err(format!("`{key}` must be {}; “{value}” is not; {there} holds", kind(there)));
    }
    let mut changed = table.clone();
    let holds = format!("; {there} holds");
    put(&mut changed, key, value);
    let config: Config =
        changed.clone().try_into().map_err(|e: toml::de::Error| format!("`{key}`: {}{holds}", e.message()))?;
    match config.complaint() {
        Some(why) => Err(why + &holds),
        None => Ok(changed),
    }
}

/// What kind of thing a value is, in words.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Boolean(_) => "true or false",
        Value::Integer(_) => "a whole number",
        Value::Float(_) => "a number",
        Value::Table(_) => "a section",
        Value::Array(_) => "a list of texts in quotes",
        _ => "a text in quotes",
    }
}

fn note_lines(
    table: &DeTable<'_>,
    before: &str,
    line: &impl Fn(Range<usize>) -> usize,
    lines: &mut BTreeMap<String, usize>,
) {
    for (name, value) in table {
        let key = format!("{before}{}", name.get_ref());
        if let DeValue::Table(inner) = value.get_ref() {
            note_lines(inner, &format!("{key}."), line, lines);
        }
        lines.insert(key, line(name.span()));
    }
}
