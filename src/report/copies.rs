//! The copies of a function that are in a program, where everything is inlined.
//!
//! Of a copy that folds away nothing is left: that there is no such one the source has to tell. So
//! copies are only known if every use of the function's name in the source is a call that was
//! inlined, as often as there are copies of the caller.

use rustc_hash::{FxHashMap, FxHashSet};

use super::scan::{Scan, is_word};
use crate::program::{FileId, Instr, LocId, Program};

/// What is known of the sources of a program.
#[derive(Default)]
pub struct Scans {
    files: FxHashMap<FileId, Option<Scan>>,
    /// The copies of functions that were asked for.
    copies: FxHashMap<(FileId, String), Option<Vec<Chain>>>,
}

impl Scans {
    /// A file of the program, if its text is known.
    pub fn of(&mut self, program: &Program, file: FileId) -> Option<&Scan> {
        let text = || program.sources.files[file].text.as_deref().map(Scan::new);
        self.files.entry(file).or_insert_with(text).as_ref()
    }
}

/// The calls that something was inlined through, innermost first.
pub type Chain = Vec<LocId>;

/// All copies of a function, in the order of their positions; none, if they are not known: it is
/// recursive, called through a pointer or a macro, or some of its copies are gone.
pub fn copies(
    program: &Program,
    scans: &mut Scans,
    function: (FileId, &str),
) -> Option<Vec<Chain>> {
    let key = (function.0, function.1.to_owned());
    if let Some(known) = scans.copies.get(&key) {
        return known.clone();
    }
    let found = known(program, scans, function, &mut vec![]);
    scans.copies.insert(key, found.clone());
    found
}

/// The same. `open` are the functions called from it whose copies are being looked for.
fn known(
    program: &Program,
    scans: &mut Scans,
    function: (FileId, &str),
    open: &mut Vec<(FileId, String)>,
) -> Option<Vec<Chain>> {
    let sources = &program.sources;
    let key = (function.0, function.1.to_owned());
    if open.contains(&key) {
        return None;
    }
    let is_here = |loc: LocId| {
        let there = sources.loc(loc);
        (there.file, there.function.as_str()) == function
    };
    // What is said of the function before it was inlined has no chain.
    let blocks = program.blocks.iter();
    let mut places =
        blocks.flat_map(|block| block.instrs.iter().map(Instr::loc).chain([block.loc])).flatten();
    let all = (0..sources.positions() as u32).map(LocId).filter(|&loc| is_here(loc));
    let mut seen = FxHashSet::default();
    let mut chains: Vec<Chain> = all
        .map(|loc| sources.chain(loc))
        .filter(|chain| !chain.is_empty() && seen.insert(chain.clone()))
        .collect();
    let is_entry = places.any(|loc| is_here(loc) && sources.loc(loc).inlined_at.is_none());
    if is_entry {
        // It calls the others.
        return chains.is_empty().then(|| vec![vec![]]);
    }
    open.push(key);
    let mut expected = FxHashSet::default();
    for (file, at) in uses(program, scans, function.1) {
        let is_call = |loc: LocId| {
            let loc = sources.loc(loc);
            (loc.file, loc.line, loc.column) == (file, at.0, at.1)
        };
        let call = chains.iter().map(|chain| chain[0]).find(|&loc| is_call(loc))?;
        let caller = sources.loc(call);
        let callers = known(program, scans, (caller.file, &caller.function), open)?;
        // Positions of one place differ by the copy that they are in.
        let inlined = |around: &Chain| {
            chains.iter().find(|it| is_call(it[0]) && it[1..] == around[..]).cloned()
        };
        for around in &callers {
            expected.insert(inlined(around)?);
        }
    }
    open.pop();
    chains.retain(|chain| !expected.contains(chain));
    chains.is_empty().then(|| {
        let mut all: Vec<Chain> = expected.into_iter().collect();
        all.sort_unstable();
        all
    })
}

/// Where the name of a function is used in the program's files, but for where it is declared. Files
/// without a text are ours: models of the library, which call none.
fn uses(program: &Program, scans: &mut Scans, name: &str) -> Vec<(FileId, (u32, u32))> {
    let mut found = vec![];
    for (file, _) in program.sources.files.iter_enumerated() {
        let Some(scan) = scans.of(program, file) else { continue };
        found.extend(words(scan, name).into_iter().map(|at| (file, scan.at(at))));
    }
    found
}

/// Where a word stands between braces.
fn words(scan: &Scan, word: &str) -> Vec<usize> {
    let code = scan.code();
    let is_it = |at: &usize| {
        code[*at..].starts_with(word.as_bytes())
            && !code.get(at + word.len()).copied().is_some_and(is_word)
            && (*at == 0 || !is_word(code[at - 1]))
    };
    let mut depth = 0;
    let mut found = vec![];
    for (at, byte) in code.iter().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ if depth > 0 && is_it(&at) => found.push(at),
            _ => {}
        }
    }
    found
}
