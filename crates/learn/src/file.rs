//! The file of a network.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | magic `SRPNMODL` |
//! | 2 | version |
//! | 2 | number of parts |
//! | 4 | length of the description |
//! | 4 | CRC-32 of all that follows up to the first part |
//! | 32 each | the parts: kind (4), CRC-32 (4), offset (8), length (8), zero (8) |
//! | … | the description: JSON, see [`About`] |
//! | … | the parts, each beginning at a multiple of 4096 |
//!
//! All numbers are little-endian. A network has its weights either whole, as 32-bit floats, or
//! packed (see [`pack`](crate::pack)). A network in training also has what its method remembers
//! of every weight and the state of every actor: a checkpoint is a network that can go on.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use memmap2::Mmap;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::curve::{Point, Tally};
use crate::recipe::RecipeError;

const MAGIC: [u8; 8] = *b"SRPNMODL";
const VERSION: u16 = 1;
const HEAD: usize = 20;
const ENTRY: usize = 32;
const ALIGNMENT: u64 = 4096;

/// What a file says about its network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// The recipe, as [`Recipe`](crate::Recipe) reads it.
    pub recipe: String,
    /// What it learned by before, each with the moves at which it was left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<(String, u64)>,
    /// The rules of its games.
    pub rules: String,
    /// Where its games began.
    pub seed: u64,
    /// Threads that trained it.
    pub threads: usize,
    /// Moves it learned from.
    pub moves: u64,
    /// Games it learned from.
    pub games: u64,
    /// Seconds it took.
    pub seconds: f64,
    /// The program that made it.
    pub made_by: String,
    /// How it got better.
    #[serde(default)]
    pub curve: Vec<Point>,
    /// Games since the last point of the curve.
    #[serde(default)]
    pub since: Tally,
    /// What packing did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub packed: Option<AboutPacking>,
}

/// What packing did to a network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AboutPacking {
    /// Weights that had learned something.
    pub visited: u64,
    /// Weights that are not 0 when rounded.
    pub kept: u64,
    /// The step to which a weight is rounded that no game read; others to finer ones.
    pub step: f32,
}

/// What a part holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Part {
    /// All weights as floats.
    Weights = 1,
    /// What narrow temporal coherence remembers, two bytes for each weight.
    Memories = 2,
    /// One actor; there are as many parts as actors.
    Actor = 3,
    /// What wide temporal coherence remembers, four bytes for each weight.
    WideMemories = 5,
    /// What tile sums are worth on average, as floats.
    Trend = 8,
    /// All weights, packed. Two ways to pack that are no longer read were 4 and 6.
    Packed = 7,
}

/// Why a file is not read.
#[derive(Debug, Error)]
pub enum FileError {
    /// The system says no.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another kind of file.
    #[error("not a network: it does not begin with its magic bytes")]
    Foreign,
    /// Written by another version.
    #[error("this network has format version {found}, this program reads version {VERSION}")]
    Version {
        /// Its version.
        found: u16,
    },
    /// Cut off.
    #[error("this network is damaged: it ends within its {0}")]
    Truncated(&'static str),
    /// Changed since it was written.
    #[error("this network is damaged: the checksum of its {0} does not match")]
    Checksum(&'static str),
    /// It says what cannot be.
    #[error("this network is damaged: {0}")]
    Content(String),
    /// Its recipe is none.
    #[error("this network's recipe is not known here: {0}")]
    Recipe(#[from] RecipeError),
    /// Something it would need is not there.
    #[error("this network has no {0}")]
    Missing(&'static str),
}

/// Writes a network part by part.
pub(crate) struct Writer<W: Write + Seek> {
    to: BufWriter<W>,
    table: Vec<[u8; ENTRY]>,
    about: Vec<u8>,
    parts: usize,
}

impl<W: Write + Seek> Writer<W> {
    /// Begins a file that will have so many parts.
    pub(crate) fn new(to: W, about: &About, parts: usize) -> io::Result<Self> {
        let mut writer = Self {
            to: BufWriter::with_capacity(1 << 20, to),
            table: Vec::new(),
            about: serde_json::to_vec_pretty(about)?,
            parts,
        };
        let len = HEAD + ENTRY * parts + writer.about.len();
        writer.to.write_all(&vec![0; len])?;
        Ok(writer)
    }

    /// Writes a part, in pieces.
    pub(crate) fn part<'a>(
        &mut self,
        part: Part,
        pieces: impl IntoIterator<Item = impl AsRef<[u8]> + 'a>,
    ) -> io::Result<()> {
        self.part_of_kind(part as u32, pieces)
    }

    fn part_of_kind<'a>(
        &mut self,
        kind: u32,
        pieces: impl IntoIterator<Item = impl AsRef<[u8]> + 'a>,
    ) -> io::Result<()> {
        // 1. The next multiple of the alignment.
        let position = self.to.stream_position()?;
        let offset = position.next_multiple_of(ALIGNMENT);
        self.to.write_all(&vec![0; (offset - position) as usize])?;
        // 2. The pieces.
        let (mut hasher, mut len) = (crc32fast::Hasher::new(), 0u64);
        for piece in pieces {
            let piece = piece.as_ref();
            hasher.update(piece);
            len += piece.len() as u64;
            self.to.write_all(piece)?;
        }
        // 3. What the table will say.
        let mut entry = [0; ENTRY];
        entry[..4].copy_from_slice(&kind.to_le_bytes());
        entry[4..8].copy_from_slice(&hasher.finalize().to_le_bytes());
        entry[8..16].copy_from_slice(&offset.to_le_bytes());
        entry[16..24].copy_from_slice(&len.to_le_bytes());
        self.table.push(entry);
        Ok(())
    }

    /// Writes the head, which makes the file one.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        assert_eq!(self.table.len(), self.parts, "as many parts as were said");
        let mut rest = self.table.concat();
        rest.extend(&self.about);
        let mut head = Vec::from(MAGIC);
        head.extend(VERSION.to_le_bytes());
        head.extend((self.parts as u16).to_le_bytes());
        head.extend((self.about.len() as u32).to_le_bytes());
        head.extend(crc32fast::hash(&rest).to_le_bytes());
        self.to.seek(SeekFrom::Start(0))?;
        self.to.write_all(&head)?;
        self.to.write_all(&rest)?;
        Ok(self.to.into_inner()?)
    }
}

/// Writes a file under a name of its own, syncs it and renames it into place.
///
/// The name is the same every time: what a kill leaves behind may be a gigabyte, and the next
/// checkpoint writes over it.
pub(crate) fn write_atomically(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let partial = Path::new(&partial);
    if let Some(dir) = path.parent().filter(|dir| !dir.as_os_str().is_empty()) {
        fs::create_dir_all(dir)?;
    }
    let written = File::create(partial).and_then(|mut file| {
        write(&mut file)?;
        file.sync_all()
    });
    let written = written.and_then(|()| fs::rename(partial, path));
    if written.is_err() {
        // The first failure is the one to tell of.
        let _ = fs::remove_file(partial);
    }
    written
}

/// The bytes of a network, in memory or mapped from a file.
pub(crate) enum Bytes<'a> {
    Borrowed(&'a [u8]),
    Mapped(Mmap),
}

impl AsRef<[u8]> for Bytes<'_> {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Borrowed(bytes) => bytes,
            Self::Mapped(map) => map,
        }
    }
}

/// A network's file whose head has been checked.
pub(crate) struct Reader<'a> {
    bytes: Bytes<'a>,
    pub(crate) about: About,
    parts: Vec<Entry>,
}

struct Entry {
    kind: u32,
    checksum: u32,
    begin: usize,
    end: usize,
}

impl Reader<'static> {
    /// Maps a file.
    pub(crate) fn open(path: &Path) -> Result<Self, FileError> {
        let mut file = File::open(path)?;
        // A directory or an empty file cannot be mapped; the error of reading says why.
        let mut magic = [0; MAGIC.len()];
        match file.read_exact(&mut magic) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Err(FileError::Foreign);
            }
            other => other?,
        }
        #[expect(unsafe_code, reason = "mapping a file")]
        // Sound as long as nobody changes the file meanwhile: this program writes networks to
        // new files only and renames them, and what is read is checked before it is believed.
        // Gains: no second copy of what may be gigabytes. Fallback: none is needed.
        let map = unsafe { Mmap::map(&file)? };
        Self::new(Bytes::Mapped(map))
    }
}

impl<'a> Reader<'a> {
    /// Reads from memory.
    pub(crate) fn from_bytes(bytes: &'a [u8]) -> Result<Self, FileError> {
        Self::new(Bytes::Borrowed(bytes))
    }

    fn new(bytes: Bytes<'a>) -> Result<Self, FileError> {
        let all = bytes.as_ref();
        if !all.starts_with(&MAGIC) {
            return Err(FileError::Foreign);
        }
        let (head, rest) = all
            .split_at_checked(HEAD)
            .ok_or(FileError::Truncated("head"))?;
        let version = number(&head[8..10]) as u16;
        if version != VERSION {
            return Err(FileError::Version { found: version });
        }
        let table_len = ENTRY * number(&head[10..12]) as usize;
        let about_len = number(&head[12..16]) as usize;
        let rest = rest
            .get(..table_len + about_len)
            .ok_or(FileError::Truncated("description"))?;
        if number(&head[16..20]) != u64::from(crc32fast::hash(rest)) {
            return Err(FileError::Checksum("description"));
        }
        let (table, about) = rest.split_at(table_len);
        let about = serde_json::from_slice(about)
            .map_err(|error| FileError::Content(format!("its description: {error}")))?;
        let parts = table.chunks_exact(ENTRY).map(|entry| {
            let begin = number(&entry[8..16]) as usize;
            let end = begin.checked_add(number(&entry[16..24]) as usize);
            let end = end.filter(|&end| end <= all.len());
            Ok(Entry {
                kind: number(&entry[..4]) as u32,
                checksum: number(&entry[4..8]) as u32,
                begin,
                end: end.ok_or(FileError::Truncated("parts"))?,
            })
        });
        let parts = parts.collect::<Result<Vec<_>, FileError>>()?;
        Ok(Self {
            about,
            parts,
            bytes,
        })
    }

    /// Every part of a kind, its checksum compared.
    pub(crate) fn parts(&self, part: Part) -> Result<Vec<&[u8]>, FileError> {
        let parts = self.parts.iter().filter(|entry| entry.kind == part as u32);
        let parts = parts.map(|entry| {
            let bytes = &self.bytes.as_ref()[entry.begin..entry.end];
            match crc32fast::hash(bytes) == entry.checksum {
                true => Ok(bytes),
                false => Err(FileError::Checksum(part.name())),
            }
        });
        parts.collect()
    }

    /// The only part of a kind, if there is one.
    pub(crate) fn part(&self, part: Part) -> Result<Option<&[u8]>, FileError> {
        match self.parts(part)?[..] {
            [] => Ok(None),
            [bytes] => Ok(Some(bytes)),
            _ => Err(FileError::Content(format!(
                "it has its {} twice",
                part.name()
            ))),
        }
    }
}

impl Part {
    fn name(self) -> &'static str {
        match self {
            Self::Weights | Self::Packed => "weights",
            Self::Memories | Self::WideMemories => "memories",
            Self::Actor => "actors",
            Self::Trend => "trend",
        }
    }
}

fn number(bytes: &[u8]) -> u64 {
    let bytes = bytes.iter().rev();
    bytes.fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// A file with any description and parts, right in all but its content: for tests of what
/// reads files.
pub fn compose(about: &[u8], parts: &[(u32, &[u8])]) -> Vec<u8> {
    let mut writer = Writer {
        to: BufWriter::new(io::Cursor::new(Vec::new())),
        table: Vec::new(),
        about: about.to_vec(),
        parts: parts.len(),
    };
    let head = HEAD + ENTRY * parts.len() + about.len();
    let written = (|| {
        writer.to.write_all(&vec![0; head])?;
        for (kind, bytes) in parts {
            writer.part_of_kind(*kind, [bytes])?;
        }
        writer.finish()
    })();
    written.expect("memory takes what it is given").into_inner()
}
