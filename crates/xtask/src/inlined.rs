//! Code for a processor's vectors must be inlined into a function that was compiled for them.

use std::fs;

use object::{Object, ObjectSymbol};

use crate::process::{cargo, step};
use crate::root;

/// Where it is not, each instruction is a call, several times as slow, and nothing else shows it.
#[test]
#[ignore = "long: builds the program as it ships"]
fn no_vector_instruction_is_a_call() {
    let mut build = cargo();
    build.args(["build", "--release", "--package", "serpentine"]);
    step("build", &mut build).unwrap();
    let program = root().join("target/release/serpentine");
    let bytes = fs::read(program.with_extension(std::env::consts::EXE_EXTENSION)).unwrap();
    let program = object::File::parse(&*bytes).unwrap();
    let names: Vec<&str> = program
        .symbols()
        .filter(ObjectSymbol::is_definition)
        .filter_map(|symbol| symbol.name().ok())
        .collect();
    assert!(names.iter().any(|name| name.contains("serpentine")));
    let is_instruction = |name: &&str| name.contains("9core_arch3x86") && name.contains("_mm");
    let calls: Vec<&str> = names.into_iter().filter(is_instruction).collect();
    assert!(calls.is_empty(), "{calls:#?}");
}
