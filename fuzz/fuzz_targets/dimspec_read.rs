//! Whatever the bytes, the DimSpec reader answers, and what it accepts survives writing.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| llumc::dimspec::read::fuzz(data));
