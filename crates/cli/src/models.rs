//! Networks by name: the one that ships, or a file.

use std::path::Path;

use serpentine_learn::{FileError, Model, Network};
use serpentine_players::DEFAULT_MODEL;

/// The network that ships with the program; its card is beside it.
static EMBEDDED: &[u8] = include_bytes!("../../../models/default.model");

/// The network of this name and where it comes from.
pub(crate) fn open(name: &str) -> Result<Model, FileError> {
    match name {
        DEFAULT_MODEL => Model::from_bytes(EMBEDDED),
        path => Model::open(Path::new(path)),
    }
}

/// How players get their networks.
pub(crate) fn load(name: &str) -> Result<Network, String> {
    let model = open(name).map_err(|error| error.to_string())?;
    model.network.rounded().map_err(|error| error.to_string())
}
