#![no_main]

use cpu_time::ThreadTime;
use retriage_fuzz::checks::{read_everywhere, repeated};

/// A text of 32 KiB may cost four times as much a byte as one of 4 KiB, and not more, five times in a row.
fn grows(data: &[u8]) -> bool {
    let nanos_a_byte = |size: usize| {
        let text = repeated(data, size);
        let began = ThreadTime::now();
        read_everywhere(&text);
        began.elapsed().as_nanos() / size as u128
    };
    (0..5).all(|_| nanos_a_byte(32_768) > 4 * nanos_a_byte(4_096).max(50))
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| assert!(!grows(data), "work is more than linear"));
