//! Every call to a model that a review keeps, as lines of JSON.

use serde_json::{Map, Value, json};

use crate::{
    review::{Fault, Review, ReviewError},
    text::escape_hidden_json,
};

use super::BROKEN;

/// A line a call, oldest first: its number, when it came to its end, and all
/// that was kept of it. What is wrong with the review's file comes before them.
/// Control characters and invisible ones are escaped.
///
/// # Errors
/// When the review cannot be read.
pub fn trace(review: &Review, faults: &[Fault]) -> Result<Vec<u8>, ReviewError> {
    let mut out = Vec::new();
    let mut write = |line: Value| {
        out.extend_from_slice(escape_hidden_json(&line.to_string()).as_bytes());
        out.push(b'\n');
    };
    if !faults.is_empty() {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        write(json!({ "broken": BROKEN, "faults": faults }));
    }
    for kept in review.calls(0)? {
        let mut line = Map::new();
        line.insert("id".to_owned(), kept.id.into());
        line.insert("at".to_owned(), format!("{:.3}", kept.at).into());
        let record: Value = serde_json::from_slice(&kept.record).map_err(ReviewError::Source)?;
        if let Value::Object(fields) = record {
            line.extend(fields);
        }
        write(Value::Object(line));
    }
    Ok(out)
}
