//! `runs report`

use std::path::Path;

use anyhow::{Context, Result, bail};
use serpentine_lab::plot::Figure;
use serpentine_lab::report::curve::{self, Curve};
use serpentine_lab::report::{self, Contender, figures};
use serpentine_lab::store::Store;

use super::open;
use crate::args::{FigureName, ReportArgs};
use crate::files;
use crate::output::Output;

pub(super) fn run(args: &ReportArgs, output: &mut Output) -> Result<()> {
    let store = open(&args.store)?;
    if let Some(path) = &args.out {
        let page = report::runs_page(&store, &args.ids)?;
        files::write_atomically(path, page.as_bytes())?;
        output.line(format_args!("written to {}", path.display()))?;
    }
    type Write = fn(&Path, &Figure) -> Result<()>;
    let pictures: [(_, Write); 2] = [(&args.svg, files::write_svg), (&args.png, files::write_png)];
    for (path, write) in pictures {
        if let Some(path) = path {
            write(path, &draw(args, &store)?)?;
            output.line(format_args!("written to {}", path.display()))?;
        }
    }
    Ok(())
}

fn draw(args: &ReportArgs, store: &Store) -> Result<Figure> {
    if args.figure == FigureName::Curve {
        return Ok(curve::scores(&Curve::of_runs(store, &args.ids)?));
    }
    let contenders = Contender::of_runs(store, &args.ids)?;
    let first = contenders.first().context("the runs have no players")?;
    let figure = match args.figure {
        FigureName::Scores => figures::scores(&contenders),
        FigureName::Reach => figures::reach(&contenders),
        FigureName::Time => figures::time(&contenders),
        FigureName::Heat => figures::heat(first).context("no game has ended yet")?,
        FigureName::Film | FigureName::Empties | FigureName::Curve => {
            let games = first.featured(store)?;
            let Some(best) = games.first() else {
                bail!("no game has ended yet, or this program plays them differently");
            };
            match args.figure {
                FigureName::Film => figures::film(best),
                _ => {
                    let names = games.iter().map(|game| format!("{} game", game.what));
                    let lines: Vec<_> = names.zip(games.iter().map(|game| &game.record)).collect();
                    figures::empties(&lines)
                }
            }
        }
    };
    Ok(figure)
}
