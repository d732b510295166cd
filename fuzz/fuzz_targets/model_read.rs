//! Whatever the bytes, the readers of AIGER, BTOR2 and DimSpec answer, and what they accept
//! can be written in other formats and read again.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| llumc::formats::file::fuzz(data));
