//! A learned network alone: the move with the most points and value.

use std::sync::Arc;

use serpentine_core::{Board, Stream};
use serpentine_learn::Network;

use crate::catalogue::{Context, parameter};
use crate::decision::best;
use crate::{Decision, Kind, Player, Settings, SpecError, Unit};

pub(crate) const KIND: Kind = Kind {
    name: "ntuple",
    source: "chain paper, section 5, and beyond",
    summary: "a learned network alone: the move with the most points now and to come",
    parameters: &[parameter(
        "model",
        crate::DEFAULT_MODEL,
        "the network: a file made by train or model pack, or default",
    )],
    build: |settings, context| Ok(Box::new(Ntuple::new(settings, context)?)),
};

struct Ntuple {
    network: Arc<Network>,
    nodes: u64,
}

impl Ntuple {
    fn new(settings: &Settings, context: &Context) -> Result<Self, SpecError> {
        Ok(Self {
            network: settings.network(context)?,
            nodes: 0,
        })
    }
}

impl Player for Ntuple {
    fn start(&mut self, _: Stream) {}

    fn explain(&mut self, board: &Board) -> Decision {
        let values = self.network.move_values(board);
        let values = values
            .expect("built for this size")
            .map(|value| value.map(f64::from));
        self.nodes += values.iter().flatten().count() as u64;
        Decision {
            values,
            chosen: best(&values).expect("the board has a legal move"),
            unit: Unit::Points,
        }
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
