//! One file per command.

pub(crate) mod bench;
pub(crate) mod count;
pub(crate) mod hint;
pub(crate) mod loss;
pub(crate) mod manual;
pub(crate) mod matches;
pub(crate) mod model;
pub(crate) mod perft;
pub(crate) mod players;
pub(crate) mod replay;
pub(crate) mod reproduce;
pub(crate) mod runs;
pub(crate) mod show;
pub(crate) mod signature;
pub(crate) mod tables;
pub(crate) mod theory;
pub(crate) mod train;
pub(crate) mod tune;
pub(crate) mod welcome;
