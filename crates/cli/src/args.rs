//! The command line.

mod bench;
mod loss;
mod matches;
mod play;
mod reproduce;
mod runs;
mod train;
mod tune;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use serpentine_core::{Board, Rules, Size};
use serpentine_players::Spec;

pub(crate) use bench::BenchArgs;
pub(crate) use loss::LossArgs;
pub(crate) use matches::{MatchArgs, StoreArgs};
pub(crate) use play::PlayArgs;
pub(crate) use reproduce::ReproduceArgs;
pub(crate) use runs::*;
pub(crate) use train::*;
pub(crate) use tune::TuneArgs;

const BOARD_HELP: &str = "\
Boards: rows of tiles ('2 . 4 8/. . . ./. . 2 ./. . . .'; '.' or 0 for empty), digits row by \
row (16 exponents, 0-9 then a-z: 1023000000100000; other sizes: 2x3:100200), digits column by \
column (cols:…), rows of exponents (exp:1 0 2 3/…), or the web game's gameState JSON.";

/// A 2048 laboratory.
///
/// Without a command: opens the game on a terminal; elsewhere prints a short demo game and
/// the most useful commands.
#[derive(Debug, Parser)]
#[command(name = "serpentine", version, about, max_term_width = 100)]
#[command(after_help = "\
Examples:
  serpentine play                        play in the terminal
  serpentine play --size 3x3 --seed 7    a game anyone can repeat
  serpentine match --player chain        let a player play, and keep every game
  serpentine theory                      what can be said without playing
  serpentine bench                       moves per second on this machine")]
pub(crate) struct Cli {
    /// What to do
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Print no progress
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,

    /// Colours: auto looks at the terminal, NO_COLOR and COLORTERM
    #[arg(
        long,
        value_enum,
        default_value = "auto",
        global = true,
        value_name = "WHEN"
    )]
    pub(crate) color: ColorChoice,
}

/// When and how richly to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    /// What the terminal can do
    Auto,
    /// No colours
    Never,
    /// The 16 named colours
    #[value(name = "16")]
    Named,
    /// The 256 indexed colours
    #[value(name = "256")]
    Indexed,
    /// 16 million colours
    #[value(name = "truecolor")]
    True,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play 2048 in the terminal, or by a script on standard input
    #[command(after_help = "\
Keys: arrows, WASD or HJKL (capital H: h is the hint) move; u undo, U redo, R new game, c keep
going, q quit. h shows the value of every move, n plays the player's move, r lets the player play on
(+ faster, - slower, any other key stops it), p picks the player.

Examples:
  serpentine play
  serpentine play --size 5x5 --rules standard:p4=0.25
  serpentine play --resume
  printf 'left up right\\n' | serpentine play --seed 42
  printf 'L U R undo D\\n' | serpentine play --seed 42 --json

A script is words on standard input: left, up, right, down (or l, u, r, d), undo, redo, new,
keep-going, quit.")]
    Play(PlayArgs),

    /// Let players play, and compare them over the same games
    #[command(after_help = "\
Every player plays the same games: game k of each deals from the same stream. The figures do not
depend on the number of threads. 'serpentine players' lists the players.

The run and every game are stored as games end; 'serpentine runs' looks at them later, and a run cut
short goes on with --resume.

Examples:
  serpentine match --games 1000 --player random --player corner
  serpentine match --player mc:n=90,t=45 --rules mc2014 --games 100
  serpentine match --player expectimax:eval=snake --games 50 --json
  serpentine match --player chain --games 10 --records games/
  serpentine match --resume 7")]
    Match(MatchArgs),

    /// Measure how much worse players' moves are than the best, by the values of another player
    #[command(after_help = "\
Positions are taken from games, every 97 moves; the players are asked in turn, with nothing
remembered of other positions. Tells in minutes what takes thousands of games to see in scores.

Examples:
  serpentine loss --player ntuple --player serpentine:depth=2 --reference serpentine:depth=3
  serpentine loss --player serpentine:nodes=100 --player serpentine:nodes=100,fours=1")]
    Loss(LossArgs),

    /// Train a network
    #[command(after_help = "\
A recipe is made of choices; these are the keys, with their defaults:
  network=4x6        a preset (17x4, 4x6, 5x6, 8x6, td2, td3, td4), or shapes of cells 0-9a-f row
                     by row, as in 012345/0145; other boards begin with their size, as in 3x3:0134
  learned=afterstates  or states
  method=tc          temporal coherence; tc64, the same in more memory, slower and finer; or td
  alpha=1            step size
  gamma=1            how much a later point counts
  lambda=0.5         how far errors reach back
  trace=8            moves after which positions learn, the last first; game; or online:N
  optimistic=0       points that every position is worth at first
  restart=none       or half (the second half of a long game again), carousel or promoted
  stages=none        tile sums at which weights of their own begin, as in 16384,24576
  trend=none         sum: learn what a tile sum is worth on average apart from the weights

Examples:
  serpentine train --out small.model network=17x4 --games 20000
  serpentine train --out best.model network=8x6 restart=half --minutes 60
  serpentine train --resume best.model --minutes 120")]
    Train(TrainArgs),

    /// Tune numbers of a player by letting it play
    #[command(after_help = "\
Players are drawn by CMA-ES, generation by generation; all of one play the same games. A range wider
than a factor of a hundred is searched by its logarithm. In the end the tuned player meets the one it
began with, on other games.

Examples:
  serpentine tune h-empty=0..1000 h-pair=0..2000 h-order=0..200 --log hand.jsonl
  serpentine tune --player serpentine:nodes=500 margin=500..50000 --games 50 --generations 8")]
    Tune(TuneArgs),

    /// Look at networks and make them small
    #[command(after_help = "\
Examples:
  serpentine model info default
  serpentine model verify best.model
  serpentine model pack best.model --out small.model --max-mb 48")]
    Model(ModelArgs),

    /// Look at stored runs: list, show, compare, export, report, delete
    #[command(after_help = "\
Examples:
  serpentine runs list
  serpentine runs show 3
  serpentine runs compare 3 4
  serpentine runs export 3 --out games.csv
  serpentine runs report 3 4 --out report.html
  serpentine runs delete 3")]
    Runs(RunsArgs),

    /// Play the experiments of the five documents again, next to what they published
    #[command(after_help = "\
Every experiment is a run in the store: a reproduction cut short goes on where it was.

Examples:
  serpentine reproduce --quick
  serpentine reproduce mc theory
  serpentine reproduce --out reproduction.html --markdown reproduction.md")]
    Reproduce(ReproduceArgs),

    /// The value of every move in a position
    #[command(after_help = format!("\
{BOARD_HELP}

Examples:
  serpentine hint '2 2 4 8/. . 2 ./. . . ./. . . .'
  serpentine hint 1123001000000000 --player mc:n=100,t=50 --json"))]
    Hint(HintArgs),

    /// A board in colour, in the terminal or as a picture
    #[command(after_help = format!("\
{BOARD_HELP}

Examples:
  serpentine show '2 4 8 16/256 128 64 32/512 1024 2048 4096/. . . 2'
  serpentine show ba98456732110001 --palette exponents
  serpentine show ba98456732110001 --svg board.svg --png board.png"))]
    Show(ShowArgs),

    /// List the players, their parameters and the evaluations
    #[command(after_help = "\
Examples:
  serpentine players
  serpentine players --json")]
    Players(PlayersArgs),

    /// Count paths of moves and spawns, to compare move generators
    #[command(after_help = format!("\
{BOARD_HELP}

Examples:
  serpentine perft '2 . . ./. . . ./. . . ./. . . 2' --depth 3
  serpentine perft ba98456732110001 --depth 3 --json
  serpentine perft 1100000000000000 --depth 8"))]
    Perft(PerftArgs),

    /// Count the positions that play can reach, by tile sum
    #[command(after_help = "\
Examples:
  serpentine count --size 2x3
  serpentine count --size 4x4 --sum 28
  serpentine count --size 3x3 --json")]
    Count(CountArgs),

    /// Verify a recorded game, print it, or step through it
    #[command(after_help = "\
Reads both forms of a record: text ('start ROW COL VALUE', then 'U|R|D|L ROW COL VALUE') and
binary. Every move, every tile and the score are checked.

Examples:
  serpentine replay game.txt
  serpentine replay game.txt --all
  serpentine replay game.txt --step
  serpentine replay game.txt --to game.s2048
  serpentine replay game.txt --film game.svg")]
    Replay(ReplayArgs),

    /// What can be said about a board without playing: bounds, final boards, scores
    #[command(after_help = "\
Examples:
  serpentine theory
  serpentine theory --size 3x3
  serpentine theory --size 2x5 --json")]
    Theory(TheoryArgs),

    /// Measure this machine: random play against the slow reference
    #[command(after_help = "\
Examples:
  serpentine bench
  serpentine bench --seconds 10 --json
  serpentine bench --store
  serpentine bench --strength --svg strength.svg
  serpentine bench --signature")]
    Bench(BenchArgs),

    /// Print a completion script for a shell
    #[command(after_help = "\
Example:
  serpentine completions bash > ~/.local/share/bash-completion/completions/serpentine")]
    Completions(CompletionsArgs),

    /// Print the manual page, or write one per command
    #[command(after_help = "\
Examples:
  serpentine man | man -l -
  serpentine man --out ~/.local/share/man/man1")]
    Man(ManArgs),
}

/// Rules and size, as several commands take them.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct GameArgs {
    /// Rows and columns, 2x2 to 6x6
    #[arg(long, value_name = "RxC", default_value = "4x4")]
    pub(crate) size: Size,

    /// Rules: a preset (standard, mc2014, mc2014-program, static2014, static2014-program) and
    /// settings, as in standard:p4=0.25,start=1,start-tile=2,spawn=edge,win=4096,stop=win
    #[arg(long, value_name = "RULES", default_value = "standard")]
    pub(crate) rules: Rules,
}

/// Arguments of `hint`.
#[derive(Args, Debug)]
pub(crate) struct HintArgs {
    /// The position
    pub(crate) board: Board,

    /// Who is asked
    #[arg(long, value_name = "SPEC", default_value = "serpentine:level=strong")]
    pub(crate) player: Spec,

    /// Rules of the game
    #[arg(long, value_name = "RULES", default_value = "standard")]
    pub(crate) rules: Rules,

    /// Seed of the player's own random choices
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,

    /// Print one object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `show`.
#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    /// The position
    pub(crate) board: Board,

    /// Colours: the original game's, or a map of exponents from blue to red
    #[arg(long, value_enum, default_value = "original")]
    pub(crate) palette: PaletteChoice,

    /// Write an SVG picture
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Write a PNG picture
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,

    /// Print one object
    #[arg(long)]
    pub(crate) json: bool,
}

/// A way to colour tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PaletteChoice {
    /// The original game's colours
    Original,
    /// Exponents from blue to red
    Exponents,
}

/// Arguments of `players`.
#[derive(Args, Debug)]
pub(crate) struct PlayersArgs {
    /// Print one object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `perft`.
#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    /// The position to start from
    pub(crate) board: Board,

    /// Number of moves, each with its spawn
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: u32,

    /// Rules that decide which tiles may appear
    #[arg(long, value_name = "RULES", default_value = "standard")]
    pub(crate) rules: Rules,

    /// Print {"depth","paths"}
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `count`.
#[derive(Args, Debug)]
pub(crate) struct CountArgs {
    /// The board
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// Stop at this tile sum [default: the whole game]
    #[arg(long, value_name = "N")]
    pub(crate) sum: Option<u64>,

    /// Print one object with all layers and totals
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `replay`.
#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    /// The record, text or binary; - for standard input
    pub(crate) file: PathBuf,

    /// Print the position after this many moves
    #[arg(long, value_name = "N")]
    pub(crate) at: Option<usize>,

    /// Print the position after every move
    #[arg(long, conflicts_with_all = ["at", "json"])]
    pub(crate) all: bool,

    /// Step through the game on the screen
    #[arg(long, conflicts_with_all = ["at", "all", "json"])]
    pub(crate) step: bool,

    /// Write the record to FILE: text, or binary if FILE ends in .s2048
    #[arg(long, value_name = "FILE")]
    pub(crate) to: Option<PathBuf>,

    /// Draw the game as a film strip: PNG if FILE ends in .png, else SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) film: Option<PathBuf>,

    /// Print one object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `theory`.
#[derive(Args, Debug)]
pub(crate) struct TheoryArgs {
    /// The board and the chance of a 4
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// Print one object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `completions`.
#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

/// Arguments of `man`.
#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// Write serpentine.1 and a page per command into this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
