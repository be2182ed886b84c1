//! The player at the person's side: asked for hints, or let play.

use serpentine_core::{Board, Direction, Game, Rules, Size, Stream};
use serpentine_players::{Decision, Player, Spec};

/// A player by its spec, built for the game at hand when first needed.
pub(super) struct Advisor {
    spec: Spec,
    built: Option<(Size, Rules, Box<dyn Player>)>,
}

impl Advisor {
    /// Who advises until another is picked.
    pub(super) const DEFAULT: &str = "serpentine";

    pub(super) fn new() -> Self {
        Self {
            spec: Self::DEFAULT.parse().expect("a player of ours"),
            built: None,
        }
    }

    pub(super) const fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Takes another player, if it can play this game.
    pub(super) fn pick(&mut self, text: &str, game: &Game) -> Result<(), String> {
        let spec: Spec = text.parse().map_err(|error| format!("{error}"))?;
        let mut picked = Self { spec, built: None };
        picked.player(game)?;
        *self = picked;
        Ok(())
    }

    /// The value of every move.
    pub(super) fn explain(&mut self, game: &Game) -> Result<Decision, String> {
        let board: Board = *game.board();
        Ok(self.player(game)?.explain(&board))
    }

    /// The move it would make.
    pub(super) fn choose(&mut self, game: &Game) -> Result<Direction, String> {
        let board: Board = *game.board();
        Ok(self.player(game)?.choose(&board))
    }

    fn player(&mut self, game: &Game) -> Result<&mut Box<dyn Player>, String> {
        let (size, rules) = (game.board().size(), *game.rules());
        let fits = |built: &(Size, Rules, _)| (built.0, built.1) == (size, rules);
        if !self.built.as_ref().is_some_and(fits) {
            let built = self
                .spec
                .build(size, &rules)
                .map_err(|error| error.to_string())?;
            self.built = Some((size, rules, built));
            if let Some((.., player)) = &mut self.built {
                player.start(Stream::for_player(game.seed(), game.number(), 0));
            }
        }
        let built = self.built.as_mut().map(|(.., player)| player);
        built.ok_or_else(|| "no player".to_owned())
    }
}
