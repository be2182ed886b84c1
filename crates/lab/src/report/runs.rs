//! The report of some runs.

use maud::{Markup, html};
use serpentine_core::Record;

use super::contender::{Contender, Featured};
use super::curve::{self, Curve};
use super::figures;
use super::page::{figure, figure_titled, page as whole_page};
use super::replays::Replays;
use crate::play::GameResult;
use crate::store::{Run, RunId, Store, StoreError};
use crate::text::{by_chance, figure as number, mean_with, per_cent_with, thousands};

/// Games listed for each player; `runs export` has them all.
const LISTED: usize = 200;

/// The page of these runs.
pub fn page(store: &Store, ids: &[RunId]) -> Result<String, StoreError> {
    let curves = Curve::of_runs(store, ids)?;
    let contenders = Contender::of_runs(store, ids)?;
    let mut featured = Vec::new();
    for contender in &contenders {
        featured.push(contender.featured(store)?);
    }
    let mut replays = Replays::default();
    for (contender, games) in contenders.iter().zip(&featured) {
        for game in games {
            replays.add(contender, game);
        }
    }
    let names: Vec<&str> = contenders.iter().map(|c| c.name.as_str()).collect();
    let title = match names.as_slice() {
        [] => "A training".to_owned(),
        [name] => format!("{name}: a run"),
        names => names.join(", "),
    };
    let body = html! {
        @if !curves.is_empty() { section { (curve::section(&curves)) } }
        @if !contenders.is_empty() {
            section { (summary(&contenders)) (comparisons(&contenders)) }
            section {
                h2 { "Side by side" }
                div class="figures" {
                    (figure(&figures::scores(&contenders)))
                    (figure(&figures::reach(&contenders)))
                    (figure(&figures::time(&contenders)))
                }
            }
        }
        @for (contender, games) in contenders.iter().zip(&featured) {
            section { (player(contender, games, &replays)) }
        }
        section { (origins(store, ids)?) }
        (replays.markup())
    };
    let lead = html! {
        p class="lead" {
            @for (place, id) in ids.iter().enumerate() {
                @if place > 0 { ", " }
                "run " (id)
            }
            " · means with 95 % intervals"
        }
    };
    Ok(whole_page(&title, &lead, &body))
}

fn summary(contenders: &[Contender]) -> Markup {
    html! {
        div class="scroll" {
            table {
                thead { tr {
                    th { "player" } th { "games" } th { "mean score" } th { "median" } th { "max" }
                    th { "won" } th { "moves" } th { "moves/s" } th { "p99 µs" }
                } }
                tbody {
                    @for contender in contenders {
                        @let s = &contender.summary;
                        tr {
                            td { code { (contender.name) } }
                            td { (thousands(s.games)) }
                            td { (mean_with(s.score.mean, s.score.ci95)) }
                            td { (number(s.score.median)) }
                            td { (thousands(s.score.max)) }
                            td { (per_cent_with(s.won.rate, s.won.ci95)) }
                            td { (mean_with(s.moves.mean, s.moves.ci95)) }
                            td { (number(s.moves_per_second)) }
                            td { (number(s.move_time_us_p99)) }
                        }
                    }
                }
            }
        }
    }
}

fn comparisons(contenders: &[Contender]) -> Markup {
    let Some((first, others)) = contenders.split_first() else {
        return html! {};
    };
    html! {
        @for comparison in others.iter().map(|other| first.compare(other)) {
            @let [low, high] = comparison.difference.ci95;
            p {
                code { (comparison.second) } " against " code { (comparison.first) } ": "
                (format!("{:+.0}", comparison.difference.mean)) " points ("
                (format!("{low:+.0} to {high:+.0}")) "), " (by_chance(comparison.p_value))
                @if let Some([low, high]) = comparison.bootstrap_ci95 {
                    "; by the bootstrap " (format!("{low:+.0} to {high:+.0}"))
                }
                @if let Some(ahead) = comparison.ahead {
                    "; ahead in " (format!("{:.1} %", 100.0 * ahead)) " of "
                    (thousands(comparison.games)) " games with the same tiles"
                } @else {
                    " (other tiles)"
                }
                "."
            }
        }
    }
}

fn player(contender: &Contender, featured: &[Featured], replays: &Replays) -> Markup {
    let lines: Vec<(String, &Record)> = featured
        .iter()
        .map(|game| (format!("{} game", game.what), &game.record))
        .collect();
    html! {
        h2 { code { (contender.name) } }
        div class="replays" {
            @for game in featured {
                @if let Some(key) = replays.key_of(contender, game.number) {
                    a class="button" href=(format!("#{key}")) { "Watch the " (game.what) " game" }
                }
            }
        }
        div class="figures" {
            @if !lines.is_empty() { (figure(&figures::empties(&lines))) }
            @if let Some(heat) = figures::heat(contender) { (figure(&heat)) }
            @if let Some(best) = featured.first() {
                (figure_titled(&figures::film(best), &format!("The {} game, number {}", best.what, best.number)))
            }
        }
        div class="all-games" {
            h3 { "Games" }
            (games(contender, replays))
        }
    }
}

fn games(contender: &Contender, replays: &Replays) -> Markup {
    let total = contender.games.len();
    // Those with a replay first come first in the page's mind too.
    let mut listed: Vec<&GameResult> = contender.games.iter().take(LISTED).collect();
    let linked = |game: &&GameResult| replays.key_of(contender, game.number).is_some();
    listed.extend(contender.games.iter().skip(LISTED).filter(linked));
    html! {
        div class="scroll games" {
            table {
                thead { tr {
                    th { "game" } th { "score" } th { "moves" } th { "largest" } th { "s" }
                    th class="left" { "last position" } th {}
                } }
                tbody {
                    @for game in &listed {
                        tr {
                            td { (game.number) }
                            td { (thousands(game.score)) }
                            td { (thousands(game.moves)) }
                            td { (thousands(game.board.max_tile())) }
                            td { (format!("{:.3}", game.time.as_secs_f64())) }
                            td class="left" { code { (game.board.to_string()) } }
                            td {
                                @if let Some(key) = replays.key_of(contender, game.number) {
                                    a href=(format!("#{key}")) { "watch" }
                                }
                            }
                        }
                    }
                }
            }
        }
        @if listed.len() < total {
            p class="quiet" {
                (thousands(listed.len() as u64)) " of " (thousands(total as u64)) " games; "
                code { "serpentine runs export " (contender.run.id) } " writes them all."
            }
        }
    }
}

fn origins(store: &Store, ids: &[RunId]) -> Result<Markup, StoreError> {
    let runs: Vec<Run> = ids
        .iter()
        .map(|&id| store.run(id))
        .collect::<Result<_, _>>()?;
    Ok(html! {
        h2 { "Where the figures come from" }
        div class="scroll" {
            table {
                thead { tr {
                    th { "run" } th class="left" { "board and rules" } th { "seed" }
                    th class="left" { "program" } th class="left" { "machine" } th class="left" { "begun" }
                } }
                tbody {
                    @for run in runs {
                        tr {
                            td { (run.id) @if !run.label.is_empty() { " " (run.label) } }
                            td class="left" { (run.size) " " (run.rules) }
                            td { (run.seed) }
                            td class="left" { (run.version) " at " (run.commit) }
                            td class="left" { (run.machine) }
                            td class="left" { (humantime::format_rfc3339_seconds(run.started).to_string()) }
                        }
                    }
                }
            }
        }
    })
}
