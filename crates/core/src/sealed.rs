//! The envelope of every stored file: a magic, a version, a checksum, then the content.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | magic, naming the kind of file |
//! | 2 | version, little-endian |
//! | 4 | CRC-32 of the content, little-endian |
//! | 8 | length of the content in bytes, little-endian |
//! | … | the content |

use thiserror::Error;

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// What people call it, for errors.
    pub name: &'static str,
    /// Its first eight bytes.
    pub magic: [u8; 8],
    /// The version this program writes and reads.
    pub version: u16,
}

/// Why an envelope was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SealError {
    /// Another kind of file.
    #[error("not a {0}: it does not begin with its magic bytes")]
    Foreign(&'static str),
    /// Cut off within its header.
    #[error("this {0} is damaged: it ends within its header")]
    Truncated(&'static str),
    /// Written by another version.
    #[error("this {kind} has version {found}, this program reads version {expected}")]
    Version {
        /// The kind of file.
        kind: &'static str,
        /// Its version.
        found: u16,
        /// Ours.
        expected: u16,
    },
    /// Shorter or longer than it says.
    #[error("this {kind} is damaged: it has {found} bytes of content, its header says {stated}")]
    Length {
        /// The kind of file.
        kind: &'static str,
        /// Bytes there are.
        found: u64,
        /// Bytes there should be.
        stated: u64,
    },
    /// Changed since it was written.
    #[error("this {0} is damaged: its checksum does not match its content")]
    Checksum(&'static str),
}

const HEADER_LEN: usize = 22;

/// Puts content into an envelope.
pub fn seal(kind: Kind, content: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER_LEN + content.len());
    bytes.extend(kind.magic);
    bytes.extend(kind.version.to_le_bytes());
    bytes.extend(crc32fast::hash(content).to_le_bytes());
    bytes.extend((content.len() as u64).to_le_bytes());
    bytes.extend(content);
    bytes
}

/// Takes content out of its envelope, if it is whole.
pub fn open(kind: Kind, bytes: &[u8]) -> Result<&[u8], SealError> {
    if !bytes.starts_with(&kind.magic) {
        return Err(SealError::Foreign(kind.name));
    }
    let Some((header, content)) = bytes.split_at_checked(HEADER_LEN) else {
        return Err(SealError::Truncated(kind.name));
    };
    let number = |range: std::ops::Range<usize>| {
        let bytes = header[range].iter().rev();
        bytes.fold(0u64, |number, &byte| number << 8 | u64::from(byte))
    };
    let version = number(8..10) as u16;
    if version != kind.version {
        return Err(SealError::Version {
            kind: kind.name,
            found: version,
            expected: kind.version,
        });
    }
    let stated = number(14..22);
    if stated != content.len() as u64 {
        return Err(SealError::Length {
            kind: kind.name,
            found: content.len() as u64,
            stated,
        });
    }
    if number(10..14) != u64::from(crc32fast::hash(content)) {
        return Err(SealError::Checksum(kind.name));
    }
    Ok(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: Kind = Kind {
        name: "test file",
        magic: *b"SRPNTEST",
        version: 3,
    };

    #[test]
    fn every_flipped_bit_and_every_cut_is_noticed() {
        let sealed = seal(KIND, b"content");
        assert_eq!(open(KIND, &sealed), Ok(&b"content"[..]));
        for bit in 0..sealed.len() * 8 {
            let mut flipped = sealed.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(open(KIND, &flipped).is_err(), "bit {bit}");
        }
        for len in 0..sealed.len() {
            assert!(open(KIND, &sealed[..len]).is_err(), "cut to {len}");
        }
    }
}
