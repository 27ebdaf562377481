//! Search by meaning: vectors compared by the server, one by one, or of very many those that an index names.

use std::collections::{BTreeMap, HashMap};

use tokio_postgres::Row;

use crate::{
    domain::{Digest, Document},
    library::{LibraryError, Ranking, Spread, Unembedded, passages::document_no, search::of_documents, vectors::small},
};

use super::{
    keyword::ranked,
    pool::{Connection, Session},
    read::{document, size},
    wait::wait,
    write::{Writing, storable},
};

/// How many passages are handed out, and written, at once.
pub(super) const BATCH: usize = 1000;

/// How many vectors an estimate of how all scores are spread is made of.
const SAMPLE: f64 = 5000.0;

/// How many times more the index is asked for than are wanted, before they are compared exactly.
const MORE: i64 = 3;

/// The widest vector that the index takes.
const WIDEST: i64 = 4000;

/// Widths and numbers of the vectors that a model made.
fn made_by(session: &mut Session<'_>, model: &str) -> Result<(i64, i64), LibraryError> {
    let row = session.row("SELECT width, vectors FROM model WHERE model = $1", &[&storable(model)])?;
    Ok(row.map_or(Ok((0, 0)), |row| Ok::<_, tokio_postgres::Error>((row.try_get(0)?, row.try_get(1)?)))?)
}

/// How many passages `model` has made no vector of.
pub(super) fn missing(session: &mut Session<'_>, model: &str) -> Result<u64, LibraryError> {
    let row = session.row(
        "SELECT passages - coalesce((SELECT vectors FROM model WHERE model = $1), 0) FROM library",
        &[&storable(model)],
    )?;
    row.map_or(Ok(0), |row| size(&row, 0))
}

/// The first `count` passages that `model` has made no vector of.
pub(super) fn unembedded(
    session: &mut Session<'_>,
    model: &str,
    count: usize,
) -> Result<Vec<Unembedded>, LibraryError> {
    let rows = session.rows(
        "SELECT p.no, p.page, p.first, p.last FROM passage AS p
         WHERE NOT EXISTS (SELECT 1 FROM embedding AS e WHERE e.model = $1 AND e.no = p.no)
         ORDER BY p.no LIMIT $2",
        &[&storable(model), &i64::try_from(count).unwrap_or(i64::MAX)],
    )?;
    let mut numbers = Vec::new();
    for row in &rows {
        numbers.push(document_no(row.try_get(0)?));
    }
    numbers.dedup();
    let mut documents: HashMap<i64, Document> = HashMap::new();
    for row in session.rows("SELECT id, content, digest, no FROM document WHERE no = ANY($1)", &[&numbers])? {
        // A damaged one is found by nothing.
        if let Ok(document) = document(&row) {
            documents.insert(row.try_get(3)?, document);
        }
    }
    rows.iter()
        .map(|row| {
            let no: i64 = row.try_get(0)?;
            let offset = |column| row.try_get::<_, i64>(column).map(|n| usize::try_from(n).unwrap_or(0));
            let (page, range) = (u32::try_from(row.try_get::<_, i64>(1)?).unwrap_or(0), offset(2)?..offset(3)?);
            let text = documents.get(&document_no(no)).map_or_else(String::new, |document| {
                let text = document.page(page).and_then(|page| page.text.get(range)).unwrap_or_default();
                format!("{} {text}", document.meta.title)
            });
            Ok(Unembedded { no, text })
        })
        .collect()
}

/// A vector as the server reads it.
fn written(numbers: &[i8]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("[{}]", numbers.join(","))
}

/// See [`crate::library::LibraryStore::keep_vectors`].
pub(super) fn keep(
    writing: &mut Writing<'_, '_>,
    model: &str,
    vectors: &[(i64, Vec<f32>)],
) -> Result<(), LibraryError> {
    let model = storable(model);
    let sorted: BTreeMap<i64, &Vec<f32>> =
        vectors.iter().filter(|(_, vector)| !vector.is_empty()).map(|(no, vector)| (*no, vector)).collect();
    let Some(width) = sorted.values().next().map(|vector| i64::try_from(vector.len()).unwrap_or(i64::MAX)) else {
        return Ok(());
    };
    let small: Vec<(i64, (f32, Vec<i8>))> = sorted.into_iter().map(|(no, vector)| (no, small(vector))).collect();
    let numbers: Vec<i64> = small.iter().map(|(no, _)| *no).collect();
    let scales: Vec<f32> = small.iter().map(|(_, (scale, _))| *scale).collect();
    let rows: Vec<String> = small.iter().map(|(_, (_, row))| written(row)).collect();
    let new = writing.session.row(
        "WITH kept AS (
             INSERT INTO embedding (model, no, scale, numbers)
             SELECT $1, v.no, v.scale, v.numbers::halfvec
             FROM unnest($2::bigint[], $3::real[], $4::text[]) AS v (no, scale, numbers) JOIN passage USING (no)
             ON CONFLICT (model, no) DO UPDATE SET scale = excluded.scale, numbers = excluded.numbers
             RETURNING xmax = 0 AS new)
         SELECT count(*) FILTER (WHERE new) FROM kept",
        &[&model, &numbers, &scales, &rows],
    )?;
    let new: i64 = new.map_or(Ok(0), |row| row.try_get(0))?;
    writing.session.run(
        "INSERT INTO model (model, width, vectors) VALUES ($1, $2, $3)
         ON CONFLICT (model) DO UPDATE SET vectors = model.vectors + excluded.vectors,
             width = CASE WHEN model.vectors = 0 THEN excluded.width ELSE model.width END",
        &[&model, &width, &new],
    )?;
    Ok(())
}

/// Scores by passage: the cosine with the query that is nearest.
type Scores = BTreeMap<i64, f64>;

/// Takes in the rows `no, scale, product` for a query of scale `scale`.
fn take(scores: &mut Scores, rows: &[Row], scale: f32) -> Result<(), LibraryError> {
    for row in rows {
        let (no, own, product): (i64, f32, f64) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        let score = f64::from(own * scale) * product;
        let best = scores.entry(no).or_insert(score);
        *best = best.max(score);
    }
    Ok(())
}

/// The best passage of each document.
fn best_of(scores: Scores) -> Vec<(f64, i64)> {
    of_documents(scores.into_iter().map(|(no, score)| (score, no)))
}

/// See [`crate::library::LibraryStore::semantic`]. Of more than `exact` vectors those that the index names are
/// compared, if there is one.
pub(super) fn search(
    session: &mut Session<'_>,
    model: &str,
    queries: &[Vec<f32>],
    k: usize,
    exact: i64,
) -> Result<Ranking, LibraryError> {
    let (width, vectors) = made_by(session, model)?;
    let queries: Vec<(f32, Vec<i8>)> = (queries.iter())
        .filter(|query| i64::try_from(query.len()) == Ok(width) && query.iter().any(|x| *x != 0.0))
        .map(|query| small(query))
        .collect();
    if k == 0 || queries.is_empty() || vectors == 0 {
        return Ok(Ranking::default());
    }
    let documents: i64 = session.row("SELECT documents FROM library", &[])?.map_or(Ok(0), |row| row.try_get(0))?;
    let model = storable(model);
    let index = if vectors > exact { has_index(session, &model)? } else { false };
    let mut scores = Scores::new();
    if !index {
        for (scale, query) in &queries {
            let rows = session.rows(
                "SELECT no, scale, -(numbers <#> $2::text::halfvec) FROM embedding
                 WHERE model = $1 AND vector_dims(numbers) = $3",
                &[&model, &written(query), &i32::try_from(width).unwrap_or(0)],
            )?;
            take(&mut scores, &rows, *scale)?;
        }
        return ranked(session, best_of(scores), documents, None, k);
    }
    let most = MORE.saturating_mul(i64::try_from(k).unwrap_or(i64::MAX));
    let wide = most.clamp(100, 1000);
    wait(
        session.transaction.batch_execute(&format!(
            "SET LOCAL hnsw.ef_search = {wide}; SET LOCAL hnsw.iterative_scan = relaxed_order"
        )),
    )?;
    let mut sample = Scores::new();
    for (scale, query) in &queries {
        let query = written(query);
        // The index serves the model that it was made for, which the query has to name.
        let near = format!(
            "SELECT no, scale, -(numbers <#> $1::text::halfvec) FROM embedding WHERE model = {} AND vector_dims(numbers) = {width}
             ORDER BY numbers::halfvec({width}) <=> $1::text::halfvec({width}) LIMIT $2",
            quoted(&model)
        );
        let rows = wait(session.transaction.query(&near, &[&query, &most]))?;
        take(&mut scores, &rows, *scale)?;
        let percent = (100.0 * SAMPLE / vectors as f64).min(100.0);
        let rows = session.rows(
            "SELECT no, scale, -(numbers <#> $2::text::halfvec) FROM embedding TABLESAMPLE SYSTEM ($4) REPEATABLE (1)
             WHERE model = $1 AND vector_dims(numbers) = $3",
            &[&model, &query, &i32::try_from(width).unwrap_or(0), &(percent as f32)],
        )?;
        take(&mut sample, &rows, *scale)?;
    }
    let sample = best_of(sample);
    let count = i64::try_from(sample.len()).unwrap_or(i64::MAX);
    let spread = Spread::of(sample.iter().map(|(score, _)| *score), count);
    ranked(session, best_of(scores), documents, Some(spread), k)
}

/// A text as a literal.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// What the index over the vectors of `model` is called.
fn index_name(model: &str) -> String {
    format!("embedding_near_{}", &Digest::of(model.as_bytes()).to_string()[..16])
}

fn has_index(session: &mut Session<'_>, model: &str) -> Result<bool, LibraryError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND indisvalid)";
    Ok(session.row(sql, &[&format!("gainsay.{}", index_name(model))])?.map_or(Ok(false), |row| row.try_get(0))?)
}

/// Makes the indexes over the vectors of models that have more than `exact`. Only who owns the tables may; for others
/// nothing happens, and searches stay exact until the owner runs `gainsay library init`.
pub(super) fn index(connection: &mut Connection, exact: i64) -> Result<(), LibraryError> {
    let sql = "SELECT model, width FROM model WHERE vectors > $1 AND width <= $2
               AND pg_has_role((SELECT relowner FROM pg_class WHERE oid = to_regclass('gainsay.embedding')), 'USAGE')";
    let rows = wait(connection.client.query(sql, &[&exact, &WIDEST]))?;
    for row in rows {
        let (model, width): (String, i64) = (row.try_get(0)?, row.try_get(1)?);
        let sql = format!(
            "BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL maintenance_work_mem = '512MB';
             CREATE INDEX IF NOT EXISTS {} ON embedding
             USING hnsw ((numbers::halfvec({width})) halfvec_cosine_ops) WHERE model = {} AND vector_dims(numbers) = {width};
             COMMIT",
            index_name(&model),
            quoted(&model)
        );
        let made = wait(connection.client.batch_execute(&sql));
        if made.is_err() {
            let _ = wait(connection.client.batch_execute("ROLLBACK"));
        }
        made?;
    }
    Ok(())
}
