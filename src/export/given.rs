//! Columns of a claim set that gainsay does not read, exported after its own.

use std::sync::Arc;

use crate::domain::Statement;

/// The columns of some claims, in the order of their file.
pub(super) struct GivenColumns<'a> {
    names: Vec<&'a str>,
}

impl<'a> GivenColumns<'a> {
    pub(super) fn of(statements: &'a [Arc<Statement>]) -> Self {
        let mut names: Vec<&str> = Vec::new();
        for field in statements.iter().flat_map(|statement| &statement.fields) {
            if !names.contains(&field.name.as_str()) {
                names.push(&field.name);
            }
        }
        Self { names }
    }

    /// Their heads: their names, with `given_` before one that a column in `own` or an earlier one has, in any case.
    pub(super) fn heads<'b>(&self, own: impl Iterator<Item = &'b str>) -> Vec<String> {
        let mut taken: Vec<String> = own.map(plain).collect();
        let head = |name: &&str| {
            let mut head = (*name).to_owned();
            while taken.contains(&plain(&head)) {
                head.insert_str(0, "given_");
            }
            taken.push(plain(&head));
            head
        };
        self.names.iter().map(head).collect()
    }

    /// The cells of a claim, one for each head.
    pub(super) fn row(&self, statement: &'a Statement) -> impl Iterator<Item = &'a str> {
        self.names.iter().map(|name| {
            let field = statement.fields.iter().find(|field| field.name.as_str() == *name);
            field.map_or("", |field| field.text.as_str())
        })
    }
}

/// A head as programs compare it that know no case and no blanks.
fn plain(head: &str) -> String {
    head.to_lowercase().replace([' ', '-'], "_")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::GivenField;

    /// Two columns of one name are one to most programs that read the table.
    #[test]
    fn no_two_columns_have_the_same_head() {
        let fields = |names: &[&str]| {
            let of = |name: &&str| GivenField { name: (*name).into(), text: "x".into() };
            Arc::new(Statement { fields: names.iter().map(of).collect(), ..Statement::claim(1, "Tea helps.") })
        };
        let statements = [fields(&["url", "Verdict", "given id", "date"]), fields(&["URL", "given_verdict", "record"])];
        let columns = GivenColumns::of(&statements);
        let expected =
            ["url", "given_Verdict", "given_given id", "date", "given_URL", "given_given_verdict", "given_record"];
        assert_eq!(columns.heads(["verdict", "given_id", "record"].into_iter()), expected);
        assert_eq!(columns.row(&statements[1]).collect::<Vec<_>>(), ["", "", "", "", "x", "x", "x"]);
    }
}
