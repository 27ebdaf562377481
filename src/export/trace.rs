//! Every call to a model that a review keeps, as lines of JSON.

use serde_json::{Map, Value};

use crate::review::{Review, ReviewError};

/// A line a call, oldest first: its number, when it came to its end, and all
/// that was kept of it.
///
/// # Errors
/// When the review cannot be read.
pub fn trace(review: &Review) -> Result<Vec<u8>, ReviewError> {
    let mut out = Vec::new();
    for kept in review.calls(0)? {
        let mut line = Map::new();
        line.insert("id".to_owned(), kept.id.into());
        line.insert("at".to_owned(), format!("{:.3}", kept.at).into());
        let record: Value = serde_json::from_slice(&kept.record).map_err(ReviewError::Source)?;
        if let Value::Object(fields) = record {
            line.extend(fields);
        }
        out.extend_from_slice(Value::Object(line).to_string().as_bytes());
        out.push(b'\n');
    }
    Ok(out)
}
