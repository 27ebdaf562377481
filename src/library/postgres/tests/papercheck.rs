//! Taking the documents of a PaperChecker database over, from tables of the shape that its `baseline_schema.sql` makes.

use crate::{
    domain::Document,
    library::{LibraryError, papercheck_documents},
};

use super::server::Server;

const TABLES: &str = r#"
CREATE TABLE public.sources (id integer PRIMARY KEY, name text NOT NULL, url text);
CREATE TABLE public.document (
    id integer PRIMARY KEY, source_id integer, external_id text NOT NULL, doi text, title text, abstract text,
    keywords text[], mesh_terms text[], authors text[], publication text, publication_date date, url text,
    full_text text, withdrawn_date timestamp, withdrawn_reason text, all_keywords text[],
    search_vector tsvector GENERATED ALWAYS AS (to_tsvector('english', coalesce(title, ''))) STORED
);
INSERT INTO public.sources VALUES (1, 'PubMed'), (2, 'medRxiv');
INSERT INTO public.document (id, source_id, external_id, doi, title, abstract, authors, publication, publication_date, withdrawn_date, withdrawn_reason)
VALUES
 (3, 1, '24240001', '10.1/Z', ' Zinc for colds ', 'Zinc shortened colds.', '{Smith J,"van Dam A"}', 'BMJ', '2011-05-02', NULL, NULL),
 (5, 2, '10.1101/2020.01.01', '10.1101/2020.01.01', 'A preprint', NULL, NULL, NULL, NULL, NULL, NULL),
 (7, 1, '24240002', NULL, 'Gone', 'Placebo.', NULL, NULL, NULL, '2021-03-04 12:00', 'fraud'),
 (8, 1, '24240003', NULL, NULL, '', NULL, NULL, NULL, NULL, NULL),
 (9, NULL, 'x', NULL, NULL, 'Of nowhere.', NULL, NULL, NULL, NULL, NULL)"#;

type Items = Vec<(i64, Result<Document, String>)>;

fn read(address: &str) -> Result<Items, LibraryError> {
    let mut items = Items::new();
    papercheck_documents(address, &mut |number, item| {
        items.push((number, item));
        true
    })?;
    Ok(items)
}

#[test]
fn documents_come_with_what_is_known_of_them() {
    let Some(server) = Server::start() else { return };
    let address = server.database();
    server.sql(&address, TABLES);
    let items = read(&address).unwrap();
    let [(3, Ok(zinc)), (5, Ok(preprint)), (7, Err(gone)), (8, Err(empty)), (9, Ok(nowhere))] = &items[..] else {
        panic!("{items:?}")
    };
    let meta = &zinc.meta;
    assert_eq!((meta.title.as_str(), zinc.pages[0].text.as_str()), ("Zinc for colds", "Zinc shortened colds."));
    let known = (&meta.doi, &meta.pmid, &meta.journal, &meta.published);
    let [doi, pmid, journal, published] = ["10.1/Z", "24240001", "BMJ", "2011-05-02"].map(|text| Some(text.into()));
    assert_eq!((known, meta.year), ((&doi, &pmid, &journal, &published), Some(2011)));
    assert_eq!(meta.authors, ["Smith J", "van Dam A"]);
    assert_eq!((preprint.meta.pmid.as_ref(), preprint.meta.title.as_str()), (None, "A preprint"));
    assert_eq!(gone, "withdrawn on 2021-03-04: fraud");
    assert_eq!(empty, "neither title nor abstract");
    assert_eq!(nowhere.pages[0].text.as_str(), "Of nowhere.");
}

#[test]
fn many_are_read_and_a_newer_schema_says_more() {
    let Some(server) = Server::start() else { return };
    let address = server.database();
    server.sql(&address, TABLES);
    server.sql(
        &address,
        "ALTER TABLE public.document ADD COLUMN pmid bigint; DELETE FROM public.document;
         INSERT INTO public.document (id, external_id, title, abstract, pmid)
         SELECT n, 'e', 'Title ' || n, 'Text', n + 100 FROM generate_series(0, 1204) AS n",
    );
    let items = read(&address).unwrap();
    let pmids: Vec<_> = items.iter().map(|(_, item)| item.as_ref().unwrap().meta.pmid.clone().unwrap()).collect();
    assert_eq!((pmids.len(), pmids[0].as_str(), pmids[1204].as_str()), (1205, "100", "1304"));
    assert_eq!(server.sql(&address, "SELECT count(*) FROM pg_namespace WHERE nspname = 'gainsay'").trim(), "0");
}

#[test]
fn another_database_is_refused() {
    let Some(server) = Server::start() else { return };
    let message = read(&server.database()).unwrap_err().to_string();
    assert!(message.contains("none of PaperChecker's") && message.contains("check the name"), "{message}");
}
