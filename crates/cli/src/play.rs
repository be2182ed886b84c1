//! `serpentine play`: the game on the screen, or by a script.

mod advisor;
mod app;
mod best;
mod draw;
#[cfg(test)]
mod pictures;
mod save;
mod screen;
mod script;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serpentine_core::Game;

use crate::args::{ColorChoice, PlayArgs};
use crate::colour::Depth;
use crate::output::Output;
use crate::{UsageError, files, interrupt};

use app::App;

pub(crate) fn run(args: &PlayArgs, color: ColorChoice, output: &mut Output) -> Result<()> {
    interrupt::listen();
    let mut keeper = Keeper::new(args)?;
    let game = match &args.resume {
        Some(path) => keeper.resume(path.as_deref())?,
        None => new_game(args)?,
    };
    let on_screen = io::stdin().is_terminal() && io::stdout().is_terminal();
    if on_screen && !args.json {
        let app = App::new(game, keeper.best.clone());
        let app = screen::play(app, Depth::chosen(color), &mut keeper)?;
        output.line(farewell(&app, &keeper))
    } else {
        script::play(game, args.json, &mut keeper, output)
    }
}

/// Steps through a finished game on the screen.
pub(crate) fn step_through(mut game: Game, color: ColorChoice) -> Result<()> {
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        return Err(
            UsageError("--step needs a terminal: use --all or --at N instead".to_owned()).into(),
        );
    }
    interrupt::listen();
    while game.undo() {}
    screen::review(App::reviewing(game), Depth::chosen(color))
}

fn new_game(args: &PlayArgs) -> Result<Game> {
    let seed = match args.seed {
        Some(seed) => seed,
        None => random_seed()?,
    };
    let rules = args.game.rules;
    let Some(board) = args.board else {
        return Game::new(args.game.size, rules, seed, 0)
            .map_err(|error| UsageError(error.to_string()).into());
    };
    if board.0.board.tile_sum() == 0 {
        return Err(UsageError("--board: there is no tile to move".to_owned()).into());
    }
    Ok(Game::from_web(&board.0, rules, seed, 0))
}

fn random_seed() -> Result<u64> {
    // 32 bits are plenty of games and short enough to tell a friend.
    let seed = getrandom::u32().context("the system gives no random numbers: use --seed")?;
    Ok(seed.into())
}

/// What is kept on disk of a game being played: the game, its record, best scores.
struct Keeper {
    save: Option<PathBuf>,
    record: Option<PathBuf>,
    best: best::BestScores,
    /// Whether what is saved now is another game than the one being played.
    saved_is_another: bool,
    /// Where an unfinished game was put out of this one's way.
    set_aside: Option<PathBuf>,
}

impl Keeper {
    fn new(args: &PlayArgs) -> Result<Self> {
        let save = match (&args.save, args.no_save) {
            (_, true) => None,
            (Some(path), _) => Some(path.clone()),
            (None, _) => Some(files::data_dir()?.join("play.save")),
        };
        let best = match &save {
            Some(path) => best::BestScores::load(&path.with_file_name("best.scores"))?,
            None => best::BestScores::unkept(),
        };
        Ok(Self {
            save,
            record: args.record.clone(),
            best,
            saved_is_another: true,
            set_aside: None,
        })
    }

    /// The saved game, from `path` or from where games are saved.
    fn resume(&mut self, path: Option<&Path>) -> Result<Game> {
        let path = match (path, &self.save) {
            (Some(path), _) => path,
            (None, Some(save)) => {
                self.saved_is_another = false;
                save
            }
            (None, None) => {
                return Err(UsageError("--resume needs a FILE with --no-save".to_owned()).into());
            }
        };
        let bytes = std::fs::read(path)
            .with_context(|| format!("no saved game: cannot read {}", path.display()))?;
        save::read(&bytes).with_context(|| path.display().to_string())
    }

    /// Saves the game, its record and its score.
    fn keep(&mut self, game: &Game) -> Result<()> {
        if let Some(path) = self.save.clone() {
            self.make_way(&path)?;
            files::write_atomically(&path, &save::write(game))?;
            self.best.note(game)?;
        }
        if let Some(path) = &self.record {
            files::write_record(path, &game.record())?;
        }
        Ok(())
    }

    /// The first time, moves an unfinished saved game out of the way.
    fn make_way(&mut self, path: &Path) -> Result<()> {
        if !std::mem::take(&mut self.saved_is_another) {
            return Ok(());
        }
        let saved = std::fs::read(path).ok();
        let saved = saved.and_then(|bytes| save::read(&bytes).ok());
        if let Some(saved) = saved.filter(|saved| !saved.is_finished()) {
            let aside = path.with_extension("previous.save");
            files::write_atomically(&aside, &save::write(&saved))?;
            self.set_aside = Some(aside);
        }
        Ok(())
    }
}

fn farewell(app: &App, keeper: &Keeper) -> String {
    let state = app.game().state();
    let (score, moves, seed) = (state.score, state.moves, app.game().seed());
    let mut text = format!("score {score}, {moves} moves, seed {seed}");
    if keeper.save.is_some() && app.changes() > 0 && !state.over {
        text += "\nsaved; go on with: serpentine play --resume";
    }
    if let Some(aside) = &keeper.set_aside {
        let aside = aside.display();
        text += &format!("\nthe game saved before is kept: serpentine play --resume '{aside}'");
    }
    text
}

/// Whether a won game waits for its player to choose to go on.
fn awaits_choice(game: &Game) -> bool {
    let state = game.state();
    state.won && !state.keep_going && !state.over
}
