//! The documents for contributors are true: what they name exists, what the code cites is there, and the rooms of
//! `src` use one another as the architecture says.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The anchor that a Markdown heading gets.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || [' ', '-'].contains(c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[test]
fn comments_cite_rules_that_exist() {
    let rules = read("docs/rules.md");
    let headings = rules.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#'));
    let anchors: BTreeSet<String> = headings.map(anchor).collect();
    let is_anchor = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let mut cited = 0;
    for folder in ["src", "tests/it", "benches", "prompts"] {
        for path in files(&root().join(folder)) {
            let Ok(text) = fs::read_to_string(&path) else { continue };
            // Put together here, so that this file cites nothing.
            for rest in text.split(concat!("docs/rules.md", "#")).skip(1) {
                let name = rest.split(|c| !is_anchor(c)).next().unwrap_or_default();
                assert!(anchors.contains(name), "{}: docs/rules.md has no section “{name}”", path.display());
                cited += 1;
            }
        }
    }
    assert!(cited > 50, "the code cites {cited} rules");
    for link in rules.split("](#").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(anchors.contains(link), "docs/rules.md links to “{link}”, which is not there");
    }
}

#[test]
fn files_that_the_documents_name_exist() {
    for document in ["docs/architecture.md", "docs/rules.md", "CONTRIBUTING.md"] {
        // Without its blocks of code, which come in pairs of fences.
        let text: String = read(document).split("```").step_by(2).collect();
        let named = text.split('`').skip(1).step_by(2).filter(|name| {
            let first = name.split('/').next().unwrap_or_default();
            name.contains('/') && !name.contains([' ', '*', '…', '#']) && root().join(first).is_dir()
        });
        let folder = root().join(document);
        let linked = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
        let linked = linked.filter(|target| !target.is_empty() && !target.starts_with("http"));
        let named = named.map(|name| root().join(name));
        for path in named.chain(linked.map(|target| folder.parent().unwrap().join(target))) {
            assert!(path.exists(), "{document} names {}, which is not there", path.display());
        }
    }
}

/// The words and signs of code, without comments.
fn tokens(code: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let length = match rest.find(|c: char| !is_word(c)).unwrap_or(rest.len()) {
                0 if rest.starts_with("::") => 2,
                0 => first.len_utf8(),
                word => word,
            };
            tokens.push(&rest[..length]);
            rest = rest[length..].trim_start();
        }
    }
    tokens
}

/// The paths that a path with groups comes to, and the token after it.
fn expand(tokens: &[&str], mut at: usize, before: &[String], paths: &mut BTreeSet<Vec<String>>) -> usize {
    let mut path = before.to_vec();
    loop {
        match tokens.get(at) {
            Some(&"super") => {
                path.pop();
            }
            Some(&"crate") => path.clear(),
            Some(&"self") => {}
            Some(&"{") => {
                at += 1;
                while tokens.get(at).is_some_and(|token| *token != "}") {
                    at = expand(tokens, at, &path, paths);
                    while tokens.get(at).is_some_and(|token| !["}", ","].contains(token)) {
                        at += 1;
                    }
                    at += usize::from(tokens.get(at) == Some(&","));
                }
                return at + 1;
            }
            Some(word) => path.push((*word).to_owned()),
            None => return at,
        }
        at += 1;
        if tokens.get(at) != Some(&"::") {
            paths.insert(path);
            return at;
        }
        at += 1;
    }
}

/// What the code of a module names by `crate::…` and `super::…`, as paths from the root.
fn named(code: &str, module: &[String]) -> BTreeSet<Vec<String>> {
    let tokens = tokens(code);
    let (mut paths, mut at) = (BTreeSet::new(), 0);
    while at < tokens.len() {
        let begins = ["crate", "super"].contains(&tokens[at]) && tokens.get(at + 1) == Some(&"::");
        at = if begins { expand(&tokens, at, module, &mut paths) } else { at + 1 };
    }
    paths
}

/// The code of each module of the library, without its tests, and the code of those.
fn modules() -> Vec<(Vec<String>, String, String)> {
    let src = root().join("src");
    let sources = files(&src).into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    let module = |path: PathBuf| {
        let inside = path.strip_prefix(&src).unwrap().with_extension("");
        let mut name: Vec<String> = inside.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
        name.pop_if(|last| *last == "mod");
        let code = fs::read_to_string(&path).unwrap();
        let end = ["\n#[cfg(test)]\nmod ", "\n#[cfg(test)]\npub"].iter().filter_map(|mark| code.find(mark)).min();
        let (code, tests) = code.split_at(end.unwrap_or(code.len()));
        (name, code.to_owned(), tests.to_owned())
    };
    sources.map(module).filter(|(name, ..)| !["lib", "main"].contains(&name[0].as_str())).collect()
}

#[test]
fn rooms_use_one_another_as_the_architecture_says() {
    let text = read("docs/architecture.md");
    let table = text.split_once("<!-- rooms -->").unwrap().1.split_once("<!-- /rooms -->").unwrap().0;
    let mut said: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in table.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.split('|').collect();
        let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
        said.insert(names(cells[1])[0].clone(), names(cells[3]).into_iter().collect());
    }
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (mut module, code, tests) in modules() {
        let uses = found.entry(module[0].clone()).or_default();
        uses.extend(named(&code, &module).into_iter().filter_map(|path| path.into_iter().next()));
        module.push("tests".to_owned());
        uses.extend(named(&tests, &module).into_iter().filter_map(|path| path.into_iter().next()));
    }
    let rooms: BTreeSet<String> = found.keys().cloned().collect();
    for (room, uses) in &mut found {
        uses.retain(|used| used != room && rooms.contains(used));
    }
    assert_eq!(said, found, "left: docs/architecture.md; right: the code");
}

/// Which modules of a room use which others, also by a name that the room passes on.
fn uses_inside(room: &str, modules: &[(Vec<String>, String, String)]) -> BTreeMap<String, BTreeSet<String>> {
    let inside = || modules.iter().filter(|(module, ..)| module[0] == room);
    let parts: BTreeSet<&String> = inside().filter_map(|(module, ..)| module.get(1)).collect();
    let root = inside().find(|(module, ..)| module.len() == 1).map_or("", |(_, code, _)| code);
    let mut passed_on: BTreeMap<String, String> = BTreeMap::new();
    let tokens = tokens(root);
    for at in (1..tokens.len()).filter(|at| tokens[at - 1] == "use") {
        let mut paths = BTreeSet::new();
        expand(&tokens, at, &[], &mut paths);
        for path in paths.into_iter().filter(|path| path.len() > 1 && parts.contains(&path[0])) {
            passed_on.insert(path.last().unwrap().clone(), path[0].clone());
        }
    }
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (module, code, _) in inside().filter(|(module, ..)| !module.contains(&"tests".to_owned())) {
        let Some(part) = module.get(1) else { continue };
        for path in named(code, module).into_iter().filter(|path| path.len() > 1 && path[0] == room) {
            let used = if parts.contains(&path[1]) { Some(&path[1]) } else { passed_on.get(&path[1]) };
            uses.entry(part.clone()).or_default().extend(used.filter(|used| *used != part).cloned());
        }
    }
    uses
}

/// The modules that lead back to themselves.
fn in_circles(uses: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<String> {
    let leads_back = |start: &&String| {
        let (mut seen, mut next) = (BTreeSet::new(), vec![*start]);
        while let Some(module) = next.pop() {
            next.extend(uses.get(module).into_iter().flatten().filter(|used| seen.insert(*used)));
        }
        seen.contains(start)
    };
    uses.keys().filter(leads_back).cloned().collect()
}

#[test]
fn no_module_of_a_room_leads_back_to_itself() {
    let modules = modules();
    let rooms: BTreeSet<&String> = modules.iter().map(|(module, ..)| &module[0]).collect();
    for room in rooms {
        let circle = in_circles(&uses_inside(room, &modules));
        if room == "tui" {
            // What a key does may open what another file holds; drawing and the terminal stay outside.
            assert!(circle.contains("update"), "{circle:?}");
            for outside in
                ["headless", "keys", "legend", "listing", "run", "session", "terminal", "theme", "view", "wrap"]
            {
                assert!(!circle.contains(outside), "{outside} is in the circle of `update`");
            }
        } else {
            assert!(circle.is_empty(), "a circle in {room}: {circle:?}");
        }
    }
}
