//! The file that lets a tuning go on.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use serpentine_lab::tune::{Trial, Tuning};

use crate::UsageError;

/// The players tried so far: a line for what is tuned, then one for each.
#[derive(Default)]
pub(super) struct Log(Option<File>);

/// The first line of a log.
#[derive(PartialEq, Serialize, Deserialize)]
struct Head {
    player: String,
    ranges: Vec<String>,
    games: u64,
    seed: u64,
    size: String,
    rules: String,
}

impl Head {
    fn of(tuning: &Tuning) -> Self {
        Self {
            player: tuning.player.to_string(),
            ranges: tuning.knobs.iter().map(ToString::to_string).collect(),
            games: tuning.games,
            seed: tuning.setting.seed,
            size: tuning.setting.size.to_string(),
            rules: tuning.setting.rules.to_string(),
        }
    }
}

impl Log {
    /// Opens a log, or begins one, and reads the players it has.
    pub(super) fn open(path: &Path, tuning: &Tuning) -> Result<(Self, Vec<Trial>)> {
        let name = || path.display().to_string();
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).with_context(name),
        };
        // A last line that was cut short is tried again.
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let mut lines = whole.lines();
        let head = Head::of(tuning);
        if let Some(line) = lines.next() {
            let found: Head = serde_json::from_str(line)
                .with_context(|| format!("{}: line 1 is not the head of a tuning", name()))?;
            if found != head {
                let path = name();
                let message = format!("{path} is the log of another tuning: expected a new file");
                return Err(UsageError(message).into());
            }
        }
        let known = lines.enumerate().map(|(number, line)| {
            let what = || format!("{}: line {} is not a player tried", name(), number + 2);
            serde_json::from_str(line).with_context(what)
        });
        let known = known.collect::<Result<Vec<Trial>>>()?;
        let mut file = OpenOptions::new()
            .create(true)
            .write(true)
            .truncate(false)
            .open(path)
            .with_context(name)?;
        file.set_len(whole.len() as u64).with_context(name)?;
        file.seek(SeekFrom::End(0)).with_context(name)?;
        let mut log = Self(Some(file));
        if whole.is_empty() {
            log.write(&head).with_context(name)?;
        }
        Ok((log, known))
    }

    /// Adds a line; a log without a file forgets it.
    pub(super) fn write(&mut self, line: &impl Serialize) -> Result<()> {
        if let Some(file) = &mut self.0 {
            writeln!(file, "{}", serde_json::to_string(line)?)?;
            file.sync_data()?;
        }
        Ok(())
    }
}
