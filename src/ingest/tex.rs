//! LaTeX's notation within a line, as text: `$R^2 \geq 0.5$` is “R² ≥ 0.5”.

use std::{iter::Peekable, str::Chars};

use super::inline::raised;

/// Nested deeper than any formula of a sentence.
const DEEPEST: usize = 20;

/// What `math` shows; `None` where it has a command that is not known.
pub(super) fn plain(math: &str) -> Option<String> {
    let mut reader = Reader { rest: math.chars().peekable(), depth: 0 };
    let text = reader.group()?;
    reader.rest.next().is_none().then(|| text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// What a command with an argument at the start of running text shows, and its length: `\si{\percent}`.
pub(super) fn command(text: &str) -> Option<(String, usize)> {
    const LONGEST: usize = 200;
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(at, _)| at);
    let rest = text.strip_prefix('\\')?;
    let name = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    rest[name..].starts_with('{').then_some(())?;
    let mut reader = Reader { rest: text[1..end].chars().peekable(), depth: 0 };
    let shown = reader.command()?;
    let left: usize = reader.rest.map(char::len_utf8).sum();
    Some((shown, end - left))
}

struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
    depth: usize,
}

impl Reader<'_> {
    /// The text up to the brace that ends a group, or to the end.
    fn group(&mut self) -> Option<String> {
        self.depth += 1;
        let mut text = String::new();
        while let Some(c) = self.rest.next_if(|c| *c != '}') {
            match c {
                '\\' => text.push_str(&self.command()?),
                '{' => text.push_str(&self.braced()?),
                '^' => text.push_str(&above(&self.argument()?)),
                '_' => text.push_str(&below(&self.argument()?)),
                '~' => text.push(' '),
                c => text.push(c),
            }
        }
        self.depth -= 1;
        Some(text)
    }

    /// The rest of a group of which the first brace has been read.
    fn braced(&mut self) -> Option<String> {
        if self.depth > DEEPEST {
            return None;
        }
        let inner = self.group()?;
        self.rest.next_if_eq(&'}').map(|_| inner)
    }

    /// What a command is about: a group, another command, or a character.
    fn argument(&mut self) -> Option<String> {
        if self.depth > DEEPEST {
            return None;
        }
        while self.rest.next_if(|c| c.is_whitespace()).is_some() {}
        self.depth += 1;
        let shown = match self.rest.next()? {
            '{' => self.braced()?,
            '\\' => self.command()?,
            c => c.to_string(),
        };
        self.depth -= 1;
        Some(shown)
    }

    /// What a command shows; its backslash has been read.
    fn command(&mut self) -> Option<String> {
        let mut name = String::new();
        while let Some(letter) = self.rest.next_if(char::is_ascii_alphabetic) {
            name.push(letter);
        }
        if name.is_empty() {
            return match self.rest.next()? {
                ',' | ';' | ':' | ' ' => Some(" ".to_owned()),
                '!' => Some(String::new()),
                c @ ('%' | '_' | '&' | '#' | '$' | '{' | '}') => Some(c.to_string()),
                _ => None,
            };
        }
        if let Some((_, symbol)) = SYMBOLS.iter().find(|(known, _)| *known == name) {
            return Some((*symbol).to_owned());
        }
        match name.as_str() {
            "text" | "textrm" | "textit" | "textbf" | "textsc" | "emph" | "mbox" | "mathrm" | "mathit" | "mathbf"
            | "mathsf" | "mathcal" | "mathbb" | "boldsymbol" | "pmb" | "bm" | "operatorname" | "hat" | "widehat"
            | "bar" | "overline" | "tilde" | "vec" | "num" | "si" | "unit" => self.argument(),
            "SI" | "qty" => Some(format!("{} {}", self.argument()?, self.argument()?)),
            "frac" | "dfrac" | "tfrac" => Some(format!("{}/{}", self.argument()?, self.argument()?)),
            "sqrt" => Some(format!("√{}", self.argument()?)),
            // A number that only LaTeX knows.
            "ref" | "eqref" | "label" => self.argument().map(|_| String::new()),
            "left" | "right" | "displaystyle" | "big" | "bigl" | "bigr" => Some(String::new()),
            "log" | "ln" | "exp" | "max" | "min" | "sin" | "cos" | "Pr" => Some(name),
            _ => None,
        }
    }
}

/// Above the line, where Unicode has that.
fn above(text: &str) -> String {
    match text {
        "∘" | "°" => "°".to_owned(),
        "′" | "*" | "'" => text.to_owned(),
        _ => text.chars().map(raised).collect::<Option<String>>().unwrap_or_else(|| format!("^{text}")),
    }
}

/// Below the line: “CO2”, and “t_max” where the letters would make another word.
fn below(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    if letters > 1 { format!("_{text}") } else { text.to_owned() }
}

/// Commands that show a character, or a unit.
const SYMBOLS: &[(&str, &str)] = &[
    ("alpha", "α"),
    ("beta", "β"),
    ("gamma", "γ"),
    ("delta", "δ"),
    ("epsilon", "ε"),
    ("varepsilon", "ε"),
    ("zeta", "ζ"),
    ("eta", "η"),
    ("theta", "θ"),
    ("kappa", "κ"),
    ("lambda", "λ"),
    ("mu", "μ"),
    ("nu", "ν"),
    ("xi", "ξ"),
    ("pi", "π"),
    ("rho", "ρ"),
    ("sigma", "σ"),
    ("tau", "τ"),
    ("phi", "φ"),
    ("varphi", "φ"),
    ("chi", "χ"),
    ("psi", "ψ"),
    ("omega", "ω"),
    ("Gamma", "Γ"),
    ("Delta", "Δ"),
    ("Theta", "Θ"),
    ("Lambda", "Λ"),
    ("Sigma", "Σ"),
    ("Phi", "Φ"),
    ("Psi", "Ψ"),
    ("Omega", "Ω"),
    ("times", "×"),
    ("pm", "±"),
    ("cdot", "·"),
    ("le", "≤"),
    ("leq", "≤"),
    ("leqslant", "≤"),
    ("ge", "≥"),
    ("geq", "≥"),
    ("geqslant", "≥"),
    ("lt", "<"),
    ("gt", ">"),
    ("ll", "≪"),
    ("gg", "≫"),
    ("ne", "≠"),
    ("neq", "≠"),
    ("approx", "≈"),
    ("simeq", "≈"),
    ("sim", "~"),
    ("propto", "∝"),
    ("infty", "∞"),
    ("to", "→"),
    ("rightarrow", "→"),
    ("mid", "|"),
    ("prime", "′"),
    ("circ", "∘"),
    ("textdegree", "°"),
    ("degree", "°"),
    ("degreeCelsius", "°C"),
    ("ldots", "…"),
    ("dots", "…"),
    ("quad", " "),
    ("percent", "%"),
    ("micro", "μ"),
    ("milli", "m"),
    ("kilo", "k"),
    ("centi", "c"),
    ("nano", "n"),
    ("metre", "m"),
    ("meter", "m"),
    ("gram", "g"),
    ("second", "s"),
    ("hour", "h"),
    ("litre", "L"),
    ("liter", "L"),
    ("celsius", "°C"),
    ("kelvin", "K"),
    ("per", "/"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_reads_as_in_print() {
        for (math, text) in [
            (r"\beta", "β"),
            (r"R^2 \geq 0.5", "R² ≥ 0.5"),
            (r"p < 10^{-6}", "p < 10⁻⁶"),
            (r"95\%", "95%"),
            (r"\mathrm{CO}_2", "CO2"),
            (r"t_\mathrm{max}=0.512\,s", "t_max=0.512 s"),
            (r"\SI{12.5}{\percent}", "12.5 %"),
            (r"37^\circ\text{C}", "37°C"),
            (r"\frac{1}{2}", "1/2"),
            (r"12 \pm 3", "12 ± 3"),
            ("n=10.1", "n=10.1"),
            (r"\hat{R}", "R"),
            (r"\ref{fig:4}", ""),
            (r"X^\prime", "X′"),
        ] {
            assert_eq!(plain(math).as_deref(), Some(text), "{math}");
        }
    }

    #[test]
    fn a_command_in_running_text_is_what_it_shows() {
        assert_eq!(command(r"\si{\percent} of them"), Some(("%".to_owned(), 13)));
        assert_eq!(command(r"\SI{3}{\milli\gram}, and"), Some(("3 mg".to_owned(), 19)));
        for text in [r"\times and", r"\unknown{3}", r"\si{", r"C:\temp{3}", ""] {
            assert_eq!(command(text), None, "{text}");
        }
    }

    /// Half a formula would be another one.
    #[test]
    fn what_is_not_known_is_left_to_the_reader() {
        for math in [r"\int_0^1 x", r"\frac{1", r"x^", r"a}b", r"\'e", "\\", &"{".repeat(500), &r"\hat".repeat(100_000)]
        {
            assert_eq!(plain(math), None, "{math}");
        }
    }
}
