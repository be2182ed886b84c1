//! The bench signature: a number that changes when behaviour does, one each for the players of
//! the documents, the engine, its hand-made evaluation and learning, so that games of before
//! still count when only another has changed.
//!
//! Fixed boards and seeds, one thread. A refactoring keeps it; a change of behaviour
//! states the new one in its commit message.

use serpentine_core::{Board, Cell, Game, Preset, Rules, Size, Stream, perft, random_play};
use serpentine_learn::Trainer;
use serpentine_players::{CATALOGUE, Kind, Spec};

/// Moves of each player that go in: far enough for boards to fill up.
const FIRST_MOVES: u64 = 150;

/// A board as late games have: crowded, with large tiles.
const LATE: &str = "1024 512 64 8/256 128 32 4/2 64 8 2/. 2 4 .";

/// Moves each small network learns from.
const LEARNED_MOVES: u64 = 100_000;

/// The work done and a hash of everything that came out of it.
pub(crate) struct Signature {
    pub(crate) nodes: u64,
    pub(crate) hash: u64,
}

impl Signature {
    fn new() -> Self {
        // FNV-1a: simple enough to be the same everywhere for ever.
        Self {
            nodes: 0,
            hash: 0xCBF2_9CE4_8422_2325,
        }
    }

    fn mix(&mut self, value: u64) {
        for byte in value.to_le_bytes() {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
        }
    }

    fn mix_board(&mut self, board: &Board) {
        for cell in Cell::all(board.size()) {
            self.mix(u64::from(board.exponent(cell)));
        }
    }
}

/// The signature of play.
pub(crate) fn of_play() -> Signature {
    let mut signature = Signature::new();
    // 1. Random games of every size and preset: streams, rules, results.
    for size in Size::all() {
        for preset in Preset::ALL {
            let mut outcomes = Vec::new();
            random_play::play(size, &preset.rules, 2048, 0..20, |outcome| {
                outcomes.push(outcome);
            });
            outcomes.sort_by_key(|outcome| outcome.number);
            for outcome in outcomes {
                signature.nodes += outcome.moves;
                signature.mix(outcome.score);
                signature.mix(outcome.moves);
                signature.mix_board(&outcome.board);
            }
        }
    }
    // 2. Paths from fixed boards: move generation, symmetry.
    for (board, depth) in [
        ("2 . . ./. . . ./. . . ./. . . 2", 3),
        ("exp:11 10 9 8/4 5 6 7/3 2 1 1/0 0 0 1", 4),
        ("exp:16 15 15 3/1 1 2 2/0 0 0 0/0 0 0 0", 2),
        ("2 . . . ./. . 4 . ./. . . . ./. . . . ./. 2 . . .", 2),
    ] {
        let board: Board = board.parse().expect("a board of ours");
        let paths = perft::paths(&board, &Rules::STANDARD, depth).expect("few paths");
        signature.nodes += paths as u64;
        signature.mix(paths as u64);
    }
    // 3. The first moves of every player: searches, evaluations, choices by chance. Moves
    //    alone: the last bit of a value may differ between machines.
    let of_documents = |kind: &&Kind| !["ntuple", "serpentine"].contains(&kind.name);
    for kind in CATALOGUE.iter().filter(of_documents) {
        signature.play(kind.name);
    }
    signature
}

/// The signature of the engine: its first moves with an evaluation, as far as a depth, and as
/// far as a number of positions. (The network that ships has a line of its own: it is data.)
pub(crate) fn of_search() -> Signature {
    let mut signature = Signature::new();
    for text in [
        "serpentine:depth=3,eval=snake+empty*0.1",
        "serpentine:nodes=400,eval=snake+empty*0.1,margin=0.4,cut=0.002",
        "serpentine:nodes=400,eval=minimax-e",
        "serpentine:nodes=30,eval=snake+empty*0.1",
    ] {
        signature.play(text);
        signature.play_on(late(), text);
    }
    signature
}

/// The signature of the hand-made evaluation, whose weights may be tuned anew.
pub(crate) fn of_hand() -> Signature {
    let mut signature = Signature::new();
    let text = "serpentine:nodes=400,eval=hand";
    signature.play(text);
    signature.play_on(late(), text);
    signature
}

/// A late game.
fn late() -> Game {
    let board = LATE.parse().expect("a board of ours");
    Game::from_board(board, Rules::STANDARD, 2048, 0)
}

impl Signature {
    /// The first moves of a player.
    fn play(&mut self, text: &str) {
        let game = Game::new(Size::STANDARD, Rules::STANDARD, 2048, 0);
        self.play_on(game.expect("rules that fit"), text);
    }

    /// The next moves of a game.
    fn play_on(&mut self, mut game: Game, text: &str) {
        let signature = self;
        let spec: Spec = text.parse().expect("a player of ours");
        let mut player = spec
            .build(Size::STANDARD, &Rules::STANDARD)
            .expect("a player of the standard game");
        player.start(Stream::for_player(2048, 0, 0));
        while game.state().moves < FIRST_MOVES && !game.is_finished() {
            let direction = player.choose(game.board());
            game.play(direction).expect("a legal move");
            signature.mix(direction.index() as u64);
        }
        signature.nodes += player.nodes();
        signature.mix_board(game.board());
    }
}

/// The signature of learning: what one thread learns, to the last bit, and how the network
/// plays. (The network that ships has a line of its own: it is data.)
pub(crate) fn of_learning() -> Signature {
    let mut signature = Signature::new();
    for recipe in [
        "network=17x4 restart=half",
        "network=td3 method=td alpha=0.1 learned=states trace=online:4",
        "network=0145/012456 stages=256,1024 optimistic=1000",
        "network=3x3:0134/012 trace=game",
    ] {
        let recipe = recipe.parse().expect("a recipe of ours");
        let trainer = Trainer::new(&recipe, Rules::STANDARD, 2048, 1);
        let mut trainer = trainer.expect("memory for a small network");
        let until = serpentine_learn::Until {
            moves: Some(LEARNED_MOVES),
            games: None,
        };
        let ended = trainer.learn(until, &|| false);
        signature.nodes += trainer.moves_count();
        signature.mix(ended.iter().map(|game| game.score).sum());
        let network = trainer.network().expect("memory for a small network");
        for weight in network.weights().filter(|&weight| weight != 0.0) {
            signature.mix(u64::from(weight.to_bits()));
        }
        for game in network.play_greedily(&Rules::STANDARD, 2048, 0..10, 1) {
            signature.nodes += game.moves;
            signature.mix(game.score);
        }
    }
    signature
}
