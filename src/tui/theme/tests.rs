use ratatui::style::{Color, Modifier};

use super::{super::TuiError, Choice, Ground, Role, Screen, Themes};

const DARK: Screen = Screen::Full(Ground::Dark);

/// Themes of one's own beside a configuration file.
fn own(files: &[(&str, &str)]) -> (tempfile::TempDir, Themes) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("themes")).unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join("themes").join(name), text).unwrap();
    }
    let themes = Themes::read(Some(&folder.path().join("config.toml")));
    (folder, themes)
}

#[test]
fn a_theme_of_ones_own_changes_what_it_says_and_inherits_the_rest() {
    let text =
        "about = \"mine\"\ninherits = \"fjord\"\n[roles]\nremoved = { fg = \"#ff0000\", add = [\"crossed_out\"] }\n";
    let (_folder, themes) = own(&[("mine.toml", text), ("notes.txt", "no theme")]);
    let (mine, remark) = themes.choose(&"mine".into(), Screen::NoColor).unwrap();
    assert_eq!((mine.name(), mine.about(), remark), ("mine", "mine", None));
    let fjord = themes.get("fjord").unwrap();
    assert_eq!(mine.get(Role::Text), fjord.get(Role::Text));
    assert_eq!(mine.get(Role::Removed).fg, Some(Color::Rgb(255, 0, 0)));
    assert!(mine.get(Role::Removed).add_modifier.contains(Modifier::CROSSED_OUT));
    let listed = themes.list();
    assert_eq!((listed.len(), &*listed[10].name, listed[10].usable), (11, "mine", true));
}

#[test]
fn ones_own_theme_goes_before_one_that_is_built_in_by_the_same_name() {
    let (_folder, themes) = own(&[("dark.toml", "inherits = \"dark\"\n[roles]\ntext = { fg = \"#eeeeee\" }\n")]);
    let (dark, _) = themes.choose(&Choice::default(), DARK).unwrap();
    assert_eq!(dark.get(Role::Text).fg, Some(Color::Rgb(0xee, 0xee, 0xee)));
    assert_eq!(themes.list().len(), 10);
}

#[test]
fn a_wrong_file_is_reported_with_its_line_and_never_stops_the_program() {
    for (text, line, why, holds) in [
        ("inherits = \"lamp\"\n[roles]\n\ntext = { fg = \"blau\" }\n", 4, "“blau” is not a colour", "lamp"),
        ("inherits = \"lamp\"\n[roles]\ntexts = {}\n", 3, "texts", "lamp"),
        ("inherits = \"lamp\"\n[roles]\ntext = { fg = \"red\", add = [\"loud\"] }\n", 3, "loud", "lamp"),
        ("about = \"x\"\n\ninherits = \"neon\"\n", 3, "not a built-in theme", "light"),
        ("[roles]\ntext = {}\n", 1, "the role Base is missing", "light"),
        ("[roles\n", 1, "", "light"),
    ] {
        let (_folder, themes) = own(&[("mine.toml", text)]);
        let (theme, remark) = themes.choose(&"mine".into(), Screen::Full(Ground::Light)).unwrap();
        let remark = remark.unwrap();
        assert_eq!(theme.name(), holds, "{text}: {remark}");
        assert!(remark.contains("mine.toml") && remark.contains(&format!("line {line}:")), "{text}: {remark}");
        assert!(remark.contains(why), "{text}: {remark}");
        let listed = themes.list();
        assert!(!listed[10].usable && listed[10].about.contains(why), "{:?}", listed[10]);
    }
}

#[test]
fn a_name_goes_before_no_color_and_that_before_what_the_screen_is_like() {
    let themes = Themes::default();
    let choice = |theme: &str| Choice { theme: theme.into(), dark: "fjord".into(), light: "paper".into() };
    for (theme, screen, expected) in [
        ("mist", Screen::NoColor, "mist"),
        ("mist", DARK, "mist"),
        ("auto", Screen::NoColor, "mono"),
        ("auto", Screen::Sixteen, "ansi"),
        ("auto", DARK, "fjord"),
        ("", Screen::Full(Ground::Light), "paper"),
    ] {
        assert_eq!(themes.choose(&choice(theme), screen).unwrap().0.name(), expected, "{theme} {screen:?}");
    }
    let error = themes.choose(&"neon".into(), DARK).unwrap_err();
    assert!(matches!(error, TuiError::Theme { .. }));
    assert!(error.to_string().contains("contrast-light"), "{error}");
}
