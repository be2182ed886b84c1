//! Any text: an error or the record of a legal game, the same in both forms.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serpentine_core::Record;

fuzz_target!(|text: &str| {
    let Ok(record) = Record::from_text(text) else {
        return;
    };
    let written = record.to_text().expect("it was verified");
    assert_eq!(Record::from_text(&written).as_ref(), Ok(&record));
    assert_eq!(Record::from_bytes(&record.to_bytes()).as_ref(), Ok(&record));
});
