//! Files become papers, claim sets and evidence documents: what a file is, its
//! text by page and paragraph, and what is known of it. Every text that leaves
//! this folder is [`Clean`](crate::text::Clean); one bad record never stops the rest.

mod bibtex;
mod claims;
mod debris;
mod decode;
mod detect;
mod documents;
mod docx;
mod endnote;
mod error;
mod format;
mod front;
mod given;
mod html;
mod inline;
mod jats;
mod json;
mod labels;
mod lines;
mod markdown;
pub(crate) mod meta;
mod nbib;
pub(crate) mod pages;
pub mod pdf;
mod plain;
mod pubmed;
mod record;
mod retractions;
mod ris;
mod source;
mod stream;
mod tex;
mod xml;
mod yaml;

pub(crate) use documents::funded_documents;
pub use documents::{Outcome, read_body, read_documents};
pub use error::IngestError;
pub use format::{Format, ReadOptions};
pub use html::{WebPage, decode_text, read_day, read_web_page};
pub use retractions::read_retractions;
pub use source::read_source;
pub use stream::stream_documents;
