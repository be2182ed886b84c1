//! Games that a page carries, board by board.

use std::collections::BTreeMap;

use maud::{Markup, PreEscaped, html};
use serde::Serialize;

use super::contender::{Contender, Featured};
use crate::palette::Palette;
use crate::plot::boards_of;

/// A game for the page's script.
#[derive(Serialize)]
struct Replay {
    title: String,
    rows: usize,
    cols: usize,
    /// A digit per cell, board after board.
    boards: String,
    scores: Vec<u64>,
}

/// Games by the key that links name.
#[derive(Default)]
pub(super) struct Replays(BTreeMap<String, Replay>);

impl Replays {
    /// Carries a game, and gives its key.
    pub(super) fn add(&mut self, contender: &Contender, featured: &Featured) -> String {
        let size = featured.record.size();
        let boards = boards_of(&featured.record);
        let digit = |exponent: u8| char::from_digit(exponent.into(), 36).unwrap_or('z');
        let key = key(contender, featured.number);
        let replay = Replay {
            title: format!(
                "{}, game {} ({})",
                contender.name, featured.number, featured.what
            ),
            rows: size.rows(),
            cols: size.cols(),
            boards: boards
                .iter()
                .flat_map(|(board, _)| board.exponents().map(digit).collect::<Vec<_>>())
                .collect(),
            scores: boards.iter().map(|(_, score)| *score).collect(),
        };
        self.0.insert(key.clone(), replay);
        key
    }

    /// The key of a game, if the page carries it.
    pub(super) fn key_of(&self, contender: &Contender, number: u64) -> Option<String> {
        let key = key(contender, number);
        self.0.contains_key(&key).then_some(key)
    }

    /// The window they are shown in, and their data.
    pub(super) fn markup(&self) -> Markup {
        let paints: Vec<[String; 2]> = (0..18)
            .map(|exponent| {
                let paint = Palette::Original.paint(exponent);
                [paint.text, paint.back].map(|colour| format!("#{colour:06x}"))
            })
            .collect();
        html! {
            dialog id="replay" {
                h3 {}
                div class="board" {}
                div class="controls" {
                    button data-play { "Play" }
                    input type="range" min="0" value="0" aria-label="move";
                    button data-close { "Close" }
                }
                p class="quiet" { output {} }
            }
            (data("replay-data", &self.0))
            (data("tile-paints", &paints))
        }
    }
}

fn key(contender: &Contender, number: u64) -> String {
    let player = contender.player + 1;
    format!("run{}-player{player}-game{number}", contender.run.id)
}

/// Data for a script; no `</script>` within can end it.
fn data(id: &str, value: &impl Serialize) -> Markup {
    let text = serde_json::to_string(value).expect("texts and numbers");
    html! {
        script type="application/json" id=(id) { (PreEscaped(text.replace('<', "\\u003c"))) }
    }
}
