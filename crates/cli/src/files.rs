//! Files: where they go, and how they are written so that none is ever half there.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use directories::ProjectDirs;
use serpentine_core::Record;
use serpentine_lab::plot::Figure;

/// The directory for saved games and scores: `SERPENTINE_DATA`, or the platform's.
pub(crate) fn data_dir() -> Result<PathBuf> {
    if let Some(dir) = std::env::var_os("SERPENTINE_DATA").filter(|dir| !dir.is_empty()) {
        return Ok(dir.into());
    }
    let dirs = ProjectDirs::from("", "", "serpentine")
        .context("this system names no home directory: set SERPENTINE_DATA to a directory")?;
    Ok(dirs.data_dir().to_owned())
}

/// The run store asked for, or the one in the data directory.
pub(crate) fn store_path(path: Option<&Path>) -> Result<PathBuf> {
    match path {
        Some(path) => Ok(path.to_owned()),
        None => Ok(data_dir()?.join("runs.db")),
    }
}

/// Writes a figure as SVG.
pub(crate) fn write_svg(path: &Path, figure: &Figure) -> Result<()> {
    write_atomically(path, figure.svg().as_bytes())
}

/// Writes a figure as PNG.
pub(crate) fn write_png(path: &Path, figure: &Figure) -> Result<()> {
    /// Pixels to a unit of the drawing.
    const SCALE: f32 = 2.0;
    write_atomically(path, &figure.png(SCALE)?)
}

/// Writes to a temporary file, syncs it and renames it into place.
pub(crate) fn write_atomically(path: &Path, bytes: &[u8]) -> Result<()> {
    let dir = match path.parent() {
        Some(dir) if !dir.as_os_str().is_empty() => dir,
        _ => Path::new("."),
    };
    let write = || -> std::io::Result<()> {
        fs::create_dir_all(dir)?;
        let mut builder = tempfile::Builder::new();
        // As readable as any other file the user makes.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(dir)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// Whether a name asks for the binary form of a record.
pub(crate) fn is_binary_record(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "s2048")
}

/// Writes a record: binary for `.s2048`, else text.
pub(crate) fn write_record(path: &Path, record: &Record) -> Result<()> {
    let bytes = if is_binary_record(path) {
        record.to_bytes()
    } else {
        record.to_text()?.into_bytes()
    };
    write_atomically(path, &bytes)
}

/// Reads a record in either form; `-` is standard input.
pub(crate) fn read_record(path: &Path) -> Result<Record> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut std::io::stdin(), &mut bytes)?;
        bytes
    } else {
        fs::read(path).with_context(|| format!("cannot read {}", path.display()))?
    };
    parse_record(&bytes).with_context(|| path.display().to_string())
}

/// A record from the content of a file in either form.
pub(crate) fn parse_record(bytes: &[u8]) -> Result<Record> {
    let magic = serpentine_core::record::binary::KIND.magic;
    if bytes.starts_with(&magic) {
        return Ok(Record::from_bytes(bytes)?);
    }
    let text = std::str::from_utf8(bytes)
        .context("neither a text nor a binary game record: expected 'start ROW COL VALUE' lines")?;
    Ok(Record::from_text(text)?)
}
