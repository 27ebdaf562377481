//! The documents of a PaperChecker database (bmlibrarian's schema): its table `public.document`, read and never written.

use serde_json::Value;

use crate::{
    domain::{Document, Page, SourceMeta},
    library::LibraryError,
    text::Clean,
};

use super::{
    address::Server,
    pool::{Connection, connect},
    wait::wait,
};

/// How many rows are read at once.
const BATCH: i64 = 500;

/// Rows as JSON, since versions of the schema differ in their columns; without those that are large and of no use here.
const ROWS: &str = "
SELECT d.id::bigint, (to_jsonb(d) - ARRAY['search_vector', 'full_text', 'all_keywords', 'augmented_keywords'])::text,
       s.name
FROM (SELECT * FROM public.document WHERE id > $1::bigint ORDER BY id LIMIT $2) AS d
LEFT JOIN public.sources AS s ON s.id = d.source_id ORDER BY d.id";

/// Hands out the documents of the database at `address` by the numbers that they have there, or why one is left out,
/// until `go_on` says no.
pub(in crate::library) fn documents(
    address: &str,
    go_on: &mut dyn FnMut(i64, Result<Document, String>) -> bool,
) -> Result<(), LibraryError> {
    let server = Server::parse(address)?;
    let connection = connect(&server, true)?;
    if !is_papercheck(&connection)? {
        return Err(LibraryError::NotPaperChecker { at: server.shown });
    }
    let mut last = -1;
    loop {
        let rows = wait(connection.client.query(ROWS, &[&last, &BATCH]))?;
        if rows.is_empty() {
            return Ok(());
        }
        for row in rows {
            last = row.try_get(0)?;
            let fields = serde_json::from_str(row.try_get(1)?).unwrap_or_default();
            let source: Option<String> = row.try_get(2)?;
            if !go_on(last, document(&fields, source.as_deref())) {
                return Ok(());
            }
        }
    }
}

fn is_papercheck(connection: &Connection) -> Result<bool, LibraryError> {
    let sql = "SELECT count(*) FROM information_schema.columns WHERE table_schema = 'public' AND
               (table_name, column_name) IN (('document', 'title'), ('document', 'abstract'), ('document', 'source_id'),
                                             ('document', 'external_id'), ('sources', 'name'))";
    Ok(wait(connection.client.query_one(sql, &[]))?.try_get::<_, i64>(0)? == 5)
}

/// The document in a row. `source` is where PaperChecker has it from.
fn document(fields: &Value, source: Option<&str>) -> Result<Document, String> {
    let field = |name: &str| match &fields[name] {
        Value::String(text) => Some(Clean::from(text.trim())).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(Clean::from(number.to_string())),
        _ => None,
    };
    // PaperChecker searches for none of these.
    if let Some(date) = field("withdrawn_date") {
        let why = field("withdrawn_reason").map(|why| format!(": {}", why.one_line())).unwrap_or_default();
        return Err(format!("withdrawn on {}{why}", date.get(..10).unwrap_or(&date)));
    }
    let (title, text) = (field("title").unwrap_or_default(), field("abstract").unwrap_or_default());
    if title.is_empty() && text.is_empty() {
        return Err("neither title nor abstract".to_owned());
    }
    let outside = field("external_id");
    let is_number = |id: &Clean| id.bytes().all(|byte| byte.is_ascii_digit());
    let from_pubmed = source.is_some_and(|source| source.to_ascii_lowercase().contains("pubmed"));
    let published = field("publication_date").map(|date| Clean::from(date.get(..10).unwrap_or(&date)));
    let authors = fields["authors"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::trim);
    let meta = SourceMeta {
        title,
        authors: authors.filter(|name| !name.is_empty()).map(Clean::from).collect(),
        journal: field("publication"),
        year: published.as_ref().and_then(|date| date.get(..4)?.parse().ok()),
        published,
        doi: field("doi"),
        pmid: field("pmid").or_else(|| outside.clone().filter(|id| from_pubmed && is_number(id))),
        pmcid: field("pmcid").or_else(|| outside.filter(|id| id.to_ascii_uppercase().starts_with("PMC"))),
        url: field("url"),
        ..SourceMeta::default()
    };
    Ok(Document::new(meta, vec![Page { number: 1, text }]))
}
