//! Networks by name.
//!
//! Players ask for a network by the text of their `model` parameter. Whoever runs them says
//! once how such a text becomes a network: players open no files themselves.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serpentine_learn::Network;

/// The name of the network that ships with the program.
pub const DEFAULT_MODEL: &str = "default";

/// Makes a network of its name, or says why not.
pub type Loader = fn(&str) -> Result<Network, String>;

static LOADER: OnceLock<Loader> = OnceLock::new();
static LOADED: Mutex<BTreeMap<String, Arc<Network>>> = Mutex::new(BTreeMap::new());

/// Says how networks are loaded; the first to say so is heard.
pub fn set_model_loader(loader: Loader) {
    let _ = LOADER.set(loader);
}

/// The network of this name, loaded once however many players ask for it.
pub(crate) fn model(name: &str) -> Result<Arc<Network>, String> {
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(network) = loaded.get(name) {
        return Ok(Arc::clone(network));
    }
    let loader = LOADER.get().ok_or("this program loads no networks")?;
    let network = Arc::new(loader(name)?);
    loaded.insert(name.to_owned(), Arc::clone(&network));
    Ok(network)
}

/// For tests: every name is a small 4×4 network.
#[cfg(test)]
pub(crate) fn load_a_small_one() {
    use serpentine_core::Rules;
    use serpentine_learn::{Trainer, Until};

    set_model_loader(|name| {
        if name == "missing" {
            return Err("no such file".to_owned());
        }
        let recipe = "network=17x4".parse().expect("a recipe");
        let mut trainer = Trainer::new(&recipe, Rules::STANDARD, 1, 1).expect("memory");
        let until = Until {
            moves: Some(100_000),
            games: None,
        };
        trainer.learn(until, &|| false);
        trainer.network().map_err(|error| error.to_string())
    });
}
