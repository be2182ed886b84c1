//! `serpentine` without a command.

use std::io::{self, IsTerminal};

use anyhow::Result;
use clap::Parser;
use serpentine_core::{Game, Rules, Size, Stream};

use crate::args::{Cli, ColorChoice, Command};
use crate::output::{Output, thousands};
use crate::play;

/// Opens the game on a terminal; elsewhere shows a game and what else there is.
pub(crate) fn run(color: ColorChoice, output: &mut Output) -> Result<()> {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        let cli = Cli::parse_from(["serpentine", "play"]);
        if let Some(Command::Play(args)) = cli.command {
            return play::run(&args, color, output);
        }
    }
    demo(output)?;
    output.line(
        "
Next:
  serpentine play                    the game in the terminal
  serpentine play --size 3x3         any board from 2x2 to 6x6
  serpentine match                   let players play, and keep every game
  serpentine reproduce --quick       the five documents' experiments again
  serpentine theory                  what can be said without playing
  serpentine count --size 2x3        every position play can reach
  serpentine bench                   moves per second on this machine
  serpentine --help                  everything else",
    )
}

/// A random game: its start, some positions on the way, its end.
fn demo(output: &mut Output) -> Result<()> {
    const SEED: u64 = 2048;
    let mut game = Game::new(Size::STANDARD, Rules::STANDARD, SEED, 0)?;
    let mut player = Stream::for_player(SEED, 0, 0);
    let mut states = vec![*game.state()];
    while !game.is_finished() {
        let legal = game.board().legal();
        let choice = player.below(legal.len() as u32) as usize;
        if let Some(direction) = legal.nth(choice) {
            game.play(direction)?;
        }
        states.push(*game.state());
    }
    output.line("A game of random moves (seed 2048):\n")?;
    let shown = [0, states.len() / 3, 2 * states.len() / 3, states.len() - 1];
    let blocks: Vec<Vec<String>> = shown
        .iter()
        .map(|&at| {
            let state = &states[at];
            let mut block = vec![
                format!("move {at}"),
                format!("score {}", thousands(state.score)),
            ];
            block.extend(format!("{:#}", state.board).lines().map(str::to_owned));
            block
        })
        .collect();
    for row in 0..blocks[0].len() {
        let cells = blocks.iter().map(|block| format!("{:<20}", block[row]));
        output.line(cells.collect::<String>().trim_end())?;
    }
    Ok(())
}
