//! Values by their dotted keys.

use toml::{Table, Value};

use super::Server;

/// What the keys of headers for the model server begin with; what follows is the header's name.
pub(super) const HEADERS: &str = "ollama.headers.";

/// Whether a key is a header, which may hold a secret.
pub(super) fn is_header(key: &str) -> bool {
    key.starts_with(HEADERS) || key.starts_with("servers.") && key.split('.').nth(2) == Some("headers")
}

/// The variable for a key: `settings.threshold` is `GAINSAY_SETTINGS_THRESHOLD`.
pub(super) fn variable(key: &str) -> String {
    format!("GAINSAY_{}", key.replace('.', "_").to_uppercase())
}

pub(super) fn leaves(table: &Table) -> Vec<String> {
    let mut keys = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(inner) => keys.extend(leaves(inner).into_iter().map(|k| format!("{key}.{k}"))),
            _ => keys.push(key.clone()),
        }
    }
    keys
}

pub(super) fn get<'a>(table: &'a Table, key: &str) -> Option<&'a Value> {
    match key.split_once('.') {
        None => table.get(key),
        Some((first, rest)) => get(table.get(first)?.as_table()?, rest),
    }
}

/// Sets `key` to what `text` says, in the type that the key has.
pub(super) fn set(table: &mut Table, key: &str, text: &str) -> Result<(), String> {
    if let Some(name) = key.strip_prefix("keys.")
        && let Some(Value::Table(keys)) = table.get_mut("keys")
    {
        let written = text.split(", ").filter(|part| !part.is_empty());
        keys.insert(name.to_owned(), Value::Array(written.map(|part| Value::String(part.to_owned())).collect()));
        return Ok(());
    }
    if is_header(key) {
        put(table, key, Value::String(text.to_owned()));
        return Ok(());
    }
    // A server begins with its first key.
    if let Some((name, _)) = key.strip_prefix("servers.").and_then(|rest| rest.split_once('.'))
        && let Some(Value::Table(servers)) = table.get_mut("servers")
        && let Ok(empty) = Table::try_from(Server::default())
    {
        servers.entry(name).or_insert(Value::Table(empty));
    }
    let there = get(table, key).ok_or_else(|| format!("there is no key `{key}`"))?;
    let number = || format!("`{key}` must be a number; “{text}” is not one");
    let value = match there {
        Value::Boolean(_) => Value::Boolean(text.parse().map_err(|_| format!("`{key}` is true or false"))?),
        Value::Integer(_) => Value::Integer(text.parse().map_err(|_| number())?),
        Value::Float(_) => Value::Float(text.parse().map_err(|_| number())?),
        Value::String(_) => Value::String(text.to_owned()),
        Value::Array(_) => {
            let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
            Value::Array(parts.map(|part| Value::String(part.to_owned())).collect())
        }
        _ => return Err(format!("`{key}` is a section; set one of its keys")),
    };
    put(table, key, value);
    Ok(())
}

/// Puts `value` where the dotted `key` leads, through tables that are there.
pub(super) fn put(table: &mut Table, key: &str, value: Value) {
    match key.split_once('.') {
        None => drop(table.insert(key.to_owned(), value)),
        Some((first, rest)) => {
            if let Some(Value::Table(inner)) = table.get_mut(first) {
                put(inner, rest, value);
            }
        }
    }
}
