//! The reproduction as a page and as Markdown.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use maud::{Markup, html};

use super::page::{figure, page as whole_page};
use crate::reproduce::{Scale, Section, Verdict};
use crate::version;

const TITLE: &str = "Five documents, reproduced";

fn lead(sections: &[Section], scale: Scale) -> String {
    let count = |verdict| {
        let rows = sections.iter().flat_map(|section| &section.rows);
        rows.filter(|row| row.verdict == verdict).count()
    };
    let games = match scale {
        Scale::Full => "the full run",
        Scale::Quick => "a quick run, with wide intervals",
    };
    let commits: BTreeSet<&String> = sections.iter().flat_map(|s| &s.commits).collect();
    let others: Vec<&str> = commits
        .into_iter()
        .map(String::as_str)
        .filter(|commit| *commit != version::COMMIT)
        .collect();
    let played = match others.as_slice() {
        [] => String::new(),
        // Programs with the same bench signature play the same games.
        others => format!(" Games were begun at {}.", others.join(", ")),
    };
    format!(
        "{} published figures agree with ours, {} differ, {} cannot be compared. Intervals are \
         95 %; figures agree when chance explains their difference. This is {games}, made by \
         serpentine {} at commit {}.{played}",
        count(Verdict::Agrees),
        count(Verdict::Differs),
        count(Verdict::Incomparable),
        version::VERSION,
        version::COMMIT,
    )
}

/// The page of a reproduction.
pub fn page(sections: &[Section], scale: Scale) -> String {
    let lead = html! {
        p class="lead" { (lead(sections, scale)) }
        nav { ul {
            @for section in sections {
                li { a href=(format!("#{}", section.document)) { (section.document.title()) } }
            }
        } }
    };
    let body = html! {
        @for section in sections { (section_markup(section)) }
    };
    whole_page(TITLE, &lead, &body)
}

fn section_markup(section: &Section) -> Markup {
    html! {
        section id=(section.document.name()) {
            h2 { (section.document.title()) }
            p { (section.intro) }
            @if !section.figures.is_empty() {
                div class="figures" {
                    @for drawn in &section.figures { (figure(drawn)) }
                }
                p {}
            }
            div class="scroll" {
                table {
                    thead { tr {
                        th { "figure" } th class="left" { "published" } th class="left" { "here" }
                        th {} th class="left" { "note" }
                    } }
                    tbody {
                        @for row in &section.rows {
                            tr {
                                td class="words" { (row.what) }
                                td class="words" { (row.published) }
                                td class="words" { (row.ours) }
                                td {
                                    @if row.verdict != Verdict::Incomparable {
                                        span class=(row.verdict.name()) { (row.verdict.name()) }
                                    }
                                }
                                td class="words" { (row.note) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The same tables as Markdown, with figures in files of their names in the directory
/// `pictures`.
pub fn markdown(sections: &[Section], scale: Scale, pictures: &str) -> String {
    let mut text = format!("# {TITLE}\n\n{}\n", wrap(&lead(sections, scale)));
    text += "\n`cargo xtask reproduce` plays the experiments again and writes this file; the works \
             behind the names\nare in [sources.md](sources.md), how the players read them in \
             [players.md](players.md).\n";
    for section in sections {
        let _ = write!(
            text,
            "\n## {}\n\n{}\n\n",
            section.document.title(),
            wrap(&section.intro)
        );
        for pair in section.figures.chunks(2) {
            let shown: Vec<String> = pair
                .iter()
                .map(|figure| format!("![{}]({pictures}/{}.svg)", figure.title, figure.name))
                .collect();
            let rule = "|---".repeat(pair.len());
            let titles: Vec<&str> = pair.iter().map(|figure| figure.title.as_str()).collect();
            let _ = write!(
                text,
                "| {} |\n{rule}|\n| {} |\n\n",
                titles.join(" | "),
                shown.join(" | ")
            );
        }
        text += "| figure | published | here | | note |\n|---|---|---|---|---|\n";
        for row in &section.rows {
            let cell = |words: &str| words.replace('|', "\\|");
            let verdict = match row.verdict {
                Verdict::Differs => "**differs**",
                verdict => verdict.name(),
            };
            let _ = writeln!(
                text,
                "| {} | {} | {} | {verdict} | {} |",
                cell(&row.what),
                cell(&row.published),
                cell(&row.ours),
                cell(&row.note)
            );
        }
    }
    text
}

/// Lines of at most a hundred letters.
fn wrap(words: &str) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in words.split_whitespace() {
        let letters = word.chars().count();
        if width > 0 && width + 1 + letters > 100 {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text += word;
        width += letters;
    }
    text
}
