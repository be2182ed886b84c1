//! The page around the figures.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::plot::{Figure, style_variables};
use crate::version;

const STYLE: &str = include_str!("page.css");
const REPLAY: &str = include_str!("replay.js");

/// A whole page: styles, scripts and figures inside.
pub(super) fn page(title: &str, lead: &Markup, body: &Markup) -> String {
    let (light, dark) = (style_variables(false), style_variables(true));
    // Paper is light whatever the screen is.
    let colours =
        format!(":root{{{light}}}@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}");
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(colours)) (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (title) }
                    (lead)
                }
                main { (body) }
                footer {
                    "serpentine " (version::VERSION) " at " (version::COMMIT)
                }
                script { (PreEscaped(REPLAY)) }
            }
        }
    };
    page.into_string()
}

/// A figure with its heading and caption.
pub(super) fn figure(figure: &Figure) -> Markup {
    figure_titled(figure, &figure.title)
}

pub(super) fn figure_titled(figure: &Figure, title: &str) -> Markup {
    html! {
        figure class=(format!("figure {}", figure.name)) {
            h3 { (title) }
            div class="drawing" { (PreEscaped(figure.inline())) }
            @if !figure.caption.is_empty() {
                figcaption { (figure.caption) }
            }
        }
    }
}
