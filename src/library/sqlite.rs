//! The port over SQLite.

use crate::domain::{DocId, Document, LibraryStamp, Record, Retrieval, SourceMeta};

use super::{
    Added, Entry, KeywordQuery, LibraryError, LibraryStore, Merged, Origin, Ranking, Sqlite, Stats, Unembedded,
};

impl LibraryStore for Sqlite {
    fn place(&self) -> Option<String> {
        self.path().map(|path| path.display().to_string())
    }

    fn is_read_only(&self) -> bool {
        self.is_read_only()
    }

    fn stamp(&self) -> Result<LibraryStamp, LibraryError> {
        self.stamp()
    }

    fn get_many(&self, ids: &[DocId]) -> Result<Vec<Option<Document>>, LibraryError> {
        self.get_many(ids)
    }

    fn metas(&self, ids: &[DocId]) -> Result<Vec<Option<SourceMeta>>, LibraryError> {
        self.metas(ids)
    }

    fn list(&self, offset: usize, limit: usize, filter: Option<&str>) -> Result<Vec<Entry>, LibraryError> {
        self.list(offset, limit, filter)
    }

    fn stats(&self) -> Result<Stats, LibraryError> {
        self.stats()
    }

    fn origins(&self, doc: &DocId) -> Result<Vec<Origin>, LibraryError> {
        self.origins(doc)
    }

    fn keyword(&self, query: &KeywordQuery, k: usize) -> Result<Ranking, LibraryError> {
        self.keyword(query, k)
    }

    fn semantic(&self, model: &str, queries: &[Vec<f32>], k: usize) -> Result<Ranking, LibraryError> {
        self.semantic(model, queries, k)
    }

    fn without_vector(&self, model: &str) -> Result<u64, LibraryError> {
        self.without_vector(model)
    }

    fn unembedded(&self, model: &str, count: usize) -> Result<Vec<Unembedded>, LibraryError> {
        self.unembedded(model, count)
    }

    fn keep_vectors(&self, model: &str, vectors: &[(i64, Vec<f32>)]) -> Result<(), LibraryError> {
        self.keep_vectors(model, vectors)
    }

    fn embed_all(
        &self,
        model: &str,
        embed: &dyn Fn(&str) -> Vec<f32>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<u64, LibraryError> {
        self.embed(model, embed, progress)
    }

    fn add_all(
        &self,
        documents: &mut dyn Iterator<Item = Document>,
        progress: &mut dyn FnMut(&Added),
    ) -> Result<Added, LibraryError> {
        self.add(documents, progress)
    }

    fn add_full_text(&self, doc: &DocId, body: &str) -> Result<Option<Document>, LibraryError> {
        self.add_full_text(doc, body)
    }

    fn merge(&self, retrieval: &Retrieval, records: &[Record]) -> Result<Merged, LibraryError> {
        self.merge(retrieval, records)
    }

    fn remove(&self, id: &DocId) -> Result<bool, LibraryError> {
        self.remove(id)
    }
}
