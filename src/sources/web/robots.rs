//! `robots.txt` (RFC 9309): what a host asks programs not to fetch.

/// By which a host addresses this program.
const AGENT: &str = "gainsay";
/// The most that is read of it, in bytes; the standard asks for no less.
pub(super) const MOST: usize = 500 * 1024;

/// What a host allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Robots {
    /// Paths with whether they may be fetched.
    rules: Vec<(String, bool)>,
}

impl Robots {
    /// Reads the rules for this program, else those for all.
    pub(super) fn parse(text: &str) -> Self {
        let (mut own, mut all) = (None::<Vec<(String, bool)>>, Vec::new());
        // Several agents in a row share the rules that follow.
        let (mut is_own, mut is_all, mut in_agents) = (false, false, false);
        for line in text.trim_start_matches('\u{feff}').lines() {
            let line = line.split('#').next().unwrap_or_default();
            let Some((name, value)) = line.split_once(':') else { continue };
            let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
            match name.as_str() {
                "user-agent" => {
                    if !in_agents {
                        (is_own, is_all) = (false, false);
                    }
                    in_agents = true;
                    is_own |= value.eq_ignore_ascii_case(AGENT);
                    is_all |= value == "*";
                    if is_own {
                        own.get_or_insert_default();
                    }
                }
                "allow" | "disallow" => {
                    in_agents = false;
                    let rule = (value.to_owned(), name == "allow");
                    // An empty rule says nothing.
                    if value.is_empty() {
                        continue;
                    }
                    if let (true, Some(own)) = (is_own, &mut own) {
                        own.push(rule.clone());
                    }
                    if is_all {
                        all.push(rule);
                    }
                }
                _ => {}
            }
        }
        Self { rules: own.unwrap_or(all) }
    }

    /// Whether a path, with its query, may be fetched: the longest rule that fits decides, and of two as long the one
    /// that allows.
    pub(super) fn allows(&self, path: &str) -> bool {
        let fitting = self.rules.iter().filter(|(rule, _)| fits(rule, path));
        fitting.max_by_key(|(rule, allow)| (rule.len(), *allow)).is_none_or(|(_, allow)| *allow)
    }
}

/// Whether a rule is about a path: `*` is anything, `$` the end.
fn fits(rule: &str, path: &str) -> bool {
    let (rule, to_end) = rule.strip_suffix('$').map_or((rule, false), |rule| (rule, true));
    let mut parts = rule.split('*');
    let Some(mut rest) = path.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let parts: Vec<&str> = parts.collect();
    for (at, part) in parts.iter().enumerate() {
        if to_end && at + 1 == parts.len() {
            return rest.ends_with(part);
        }
        // The first place leaves most for what follows.
        let Some(place) = rest.find(part) else { return false };
        rest = &rest[place + part.len()..];
    }
    !to_end || rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_rule_for_this_program_decides() {
        let robots = Robots::parse(
            "User-agent: other\nDisallow: /\n\nuser-agent: *\nDisallow: /private # ours\nAllow: /private/open\n\
             Disallow: /*.pdf$\nDisallow:\nSitemap: https://example.org/x\n",
        );
        for (path, allowed) in
            [("/", true), ("/private", false), ("/private/open/a", true), ("/a/b.pdf", false), ("/a/b.pdf?x", true)]
        {
            assert_eq!(robots.allows(path), allowed, "{path}");
        }
        let own = Robots::parse("User-agent: *\nDisallow: /\nUser-agent: Gainsay\nUser-agent: x\nDisallow: /no\n");
        assert!(own.allows("/a") && !own.allows("/no"));
        assert!(!Robots::parse("User-agent: gainsay\n\nUser-agent: *\nDisallow: /").allows("/"));
        assert!(Robots::parse("<html>not found</html>").allows("/"));
    }
}
