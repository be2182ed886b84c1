//! Any content in a right envelope, and any bytes at all: an error or a legal game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serpentine_core::record::binary::KIND;
use serpentine_core::{Record, sealed};

fuzz_target!(|bytes: &[u8]| {
    let _ = Record::from_bytes(bytes);
    // Past the checksum, which no fuzzer guesses.
    let Ok(record) = Record::from_bytes(&sealed::seal(KIND, bytes)) else {
        return;
    };
    assert_eq!(Record::from_bytes(&record.to_bytes()).as_ref(), Ok(&record));
    let text = record.to_text().expect("it was verified");
    assert_eq!(Record::from_text(&text).map(|read| read.turns), Ok(record.turns));
});
