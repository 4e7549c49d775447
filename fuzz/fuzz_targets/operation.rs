#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| retriage_fuzz::checks::operation(data));
