//! Files that are none are refused with the line and the reason, and nothing makes a
//! reader panic.

use super::*;
use crate::formats::file;

fn refused(text: &str, line: u64, reason: &str) {
    let error = file::read(text.as_bytes()).expect_err(text).to_string();
    assert!(error.starts_with(&format!("line {line}:")), "{error} for {text}");
    assert!(error.contains(reason), "{error} for {text}");
}

#[test]
fn aiger() {
    refused("aag 1 2\n", 1, "five to nine");
    refused("aag 1 2", 1, "the end of the line");
    refused("aag 13 1 1 1 0\n2\n4 2\n1", 4, "the end of the line");
    refused("aag 1 1 0 1 x\n", 1, "five to nine");
    refused("aag 1 1 1 0 0\n2\n2 0\n", 1, "are 2");
    refused("aig 3 1 1 0 0\n2\n", 1, "are 2");
    refused("aag 1 1 0 0 0 0 0 1\n2\n", 1, "justice");
    refused("aag 1 1 0 1 0\n2\n4\n", 3, "out of range");
    refused("aag 1 1 0 1 0\n3\n2\n", 2, "can be defined");
    refused("aag 1 1 0 1 0\n2\n", 3, "the file ends");
    refused("aag 2 1 1 0 0 1\n2\n4 2 3\n4\n", 3, "initial value");
    refused("aag 2 1 1 0 0 1\n2\n2 4\n2\n", 4, "defined twice");
    refused("aag 3 1 0 1 2\n2\n6\n4 6 2\n6 4 2\n", 5, "depends on itself");
    refused("aag 2 1 0 1 0\n2\n4\n", 3, "not defined");
    refused("aag 1 1 0 0 0 1\n2\n2\ni1 x\n", 4, "there are 1");
    refused("aag 1 1 0 0 0 1\n2\n2\nhello\n", 4, "not a symbol");
    refused("aig 2 1 0 1 1\n4\n\u{1}", 3, "ends within");
    refused("aig 9999999999 9999999999 0 0 0\n", 1, "2^31");
    let outputs = file::read(b"aag 1 1 0 1 0\n2\n3\nc\nanything\n").expect("AIGER");
    assert_eq!(outputs.system().bad.len(), 1, "outputs are taken for bad states");
}

#[test]
fn btor2() {
    refused("1 sort bitvec 0\n", 1, "width");
    refused("1 sort bitvec 99999999\n", 1, "width");
    refused("1 sort bitvec 1\n1 state 1\n", 2, "new number");
    refused("1 sort bitvec 1\n2 state 3\n", 2, "sort is expected");
    refused("; x\n1 sort bitvec 2\n2 state 1\n3 bad 2\n", 4, "one bit");
    refused("1 sort bitvec 2\n2 input 1\n3 not 1 4\n", 3, "`4` is no node");
    refused("1 sort bitvec 2\n2 input 1\n3 frob 1 2\n", 3, "no operator");
    refused("1 sort bitvec 2\n2 input 1\n3 eq 1 2 2\n", 3, "don't fit");
    refused("1 sort bitvec 2\n2 input 1\n3 slice 1 2 4 0\n", 3, "don't fit");
    refused("1 sort bitvec 2\n2 constd 1 4\n", 2, "no place");
    refused("1 sort bitvec 2\n2 const 1 2\n", 2, "digits to base 2, found `2`");
    refused("1 sort bitvec 2\n2 constd 1\n", 2, "found ``");
    refused("1 sort bitvec 4\n2 const 1 10\n", 2, "2 digits for 4 bits");
    refused("1 sort bitvec 2\n2 state 1\n3 input 1\n4 init 1 2 3\n", 4, "depends on the input");
    refused("1 sort bitvec 2\n2 state 1\n3 next 1 2 2\n4 next 1 2 2\n", 4, "already");
    refused("1 sort bitvec 2\n2 justice 1 2\n", 2, "justice");
    refused("1 sort bitvec 30\n2 sort array 1 1\n", 2, "elements");
    refused("1 sort bitvec 2\n\n2 input\n", 3, "sort is expected");
    refused("1 sort bitvec 2\nx input 1\n", 2, "number");
}

/// Valid files with bytes changed, removed and repeated: whatever they are, the readers
/// answer, and what they accept can be written and read again.
#[test]
fn mutations() {
    let mut random = Random::new(13);
    let mut files: Vec<Vec<u8>> = vec![
        include_bytes!("../../../tests/models/mutex.aag").to_vec(),
        include_bytes!("../../../tests/models/memory.btor2").to_vec(),
        include_bytes!("../../../tests/models/planning.dimspec").to_vec(),
    ];
    let system = random_words(&mut random);
    let sequential = Sequential::new(&system, &places(&system, None));
    let mut text = vec![];
    words::write::write(&sequential, &[], &mut text).expect("memory");
    files.push(text);
    let mut binary = vec![];
    aiger::write::write(&sequential, Style::Binary, &[], &mut binary).expect("memory");
    files.push(binary);
    for file in &files {
        file::read(file).expect("a model");
        for _ in 0..300 {
            let mut data = file.clone();
            for _ in 0..1 + random.below(3) {
                let at = random.below(data.len() as u64) as usize;
                match random.below(5) {
                    0 => data[at] = b" 0123456789-\n"[random.below(13) as usize],
                    1 => data[at] = random.below(256) as u8,
                    2 => data.truncate(at.max(4)),
                    3 => _ = data.remove(at),
                    _ => {
                        let end = (at + 1 + random.below(20) as usize).min(data.len());
                        let piece = data[at..end].to_vec();
                        data.splice(at..at, piece);
                    }
                }
            }
            file::fuzz(&data);
        }
    }
}
