//! Pages have what they promise, and nothing in them runs that we did not write.

use std::ops::ControlFlow;

use super::{Contender, figures, markdown, reproduction_page, runs_page};
use crate::reproduce::{Bench, Document, Scale, Watcher};
use crate::store::{RunKind, Store};
use crate::{Match, Setting};

impl Watcher for () {
    fn begins(&mut self, _what: &str, _total: u64, _before: u64) {}

    fn done(&mut self, _count: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

#[test]
fn a_run_report_has_figures_games_and_replays() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::open(&dir.path().join("runs.db")).unwrap();
    let plan = Match {
        players: vec!["corner".parse().unwrap(), "random".parse().unwrap()],
        games: 12,
        setting: Setting::standard(3),
    };
    let label = "</script><script>alert(1)</script>";
    let run = store.begin(RunKind::Match, label, &plan).unwrap();
    let results = store.play(run, 1, &mut ()).unwrap();
    let page = runs_page(&store, &[run]).unwrap();
    for heading in [
        "Scores",
        "Tiles reached",
        "Score against time",
        "Empty cells over the game",
        "Where the largest tile sits",
        "Where the figures come from",
    ] {
        assert!(page.contains(&format!(">{heading}</h")), "{heading}");
    }
    assert!(!page.contains(label) && page.contains("&lt;/script&gt;"));
    assert!(!page.contains("#0102"), "a colour was left unpainted");
    // The best game of each can be watched, and is the best.
    let best = results[0].iter().max_by_key(|game| game.score).unwrap();
    let key = format!("run{run}-player1-game{}", best.number);
    assert!(page.contains(&format!("href=\"#{key}\"")) && page.contains(&format!("\"{key}\":")));
    let contenders = Contender::of_runs(&store, &[run]).unwrap();
    let featured = contenders[0].featured(&store).unwrap();
    let replayed = featured[0].record.replay().unwrap();
    assert_eq!(replayed.score(), best.score);
    assert!(figures::film(&featured[0]).svg().contains("<svg "));
}

#[test]
fn a_reproduction_is_a_page_and_a_text() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::open(&dir.path().join("runs.db")).unwrap();
    let mut nobody = ();
    let mut bench = Bench::new(&mut store, Scale::Quick, 1, &mut nobody);
    let section = Document::Theory.reproduce(&mut bench).unwrap();
    let sections = [section];
    let page = reproduction_page(&sections, Scale::Quick);
    assert!(page.contains("class=\"agrees\"") && page.contains("Final boards"));
    let text = markdown(&sections, Scale::Quick, "pictures");
    assert!(text.contains("![Final boards](pictures/theory-final.svg)"));
    assert!(
        text.contains("| largest tile, 2x2 | 32 | 32 (exact) | agrees |"),
        "{text}"
    );
}
