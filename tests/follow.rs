//! Following single elements of arrays must lose no run: every check that can fail when
//! all elements are told apart must still be able to fail when they are followed.
//!
//! Random C programs over small arrays are unrolled to their end in both ways. The
//! converse does not hold, and need not: what fails only where elements are followed is
//! counted, so that the test also says how much is lost.

#![cfg(feature = "llvm")]

use std::collections::BTreeSet;
use std::fmt::Write;

use llumc::bv::Op;
use llumc::certify::memory::{Validation, validate};
use llumc::cfa::large::{self, Blocks};
use llumc::cfa::single;
use llumc::dimspec::build;
use llumc::encode::automaton;
use llumc::engine::{self, Config, Ending, EngineKind, Event};
use llumc::frontend::{self, Options};
use llumc::memory::large::follow;
use llumc::memory::{Limits, correspondence, resolve};
use llumc::program::{Followed, GoalKind, Instr, MemoryOp, Operand, Program, Property};
use llumc::support::{Budget, Random};

/// Longest unrolling.
const STEPS: u32 = 80;

/// An array of the program.
struct Array {
    name: String,
    length: u64,
    /// Type of an element.
    ty: &'static str,
    /// How an element's number is written, behind the brackets.
    field: &'static str,
}

struct Writer {
    rng: Random,
    text: String,
    arrays: Vec<Array>,
    loops: u32,
    checks: u32,
}

const PRELUDE: &str = "\
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
void *memset(void *, int, unsigned long);
void *memcpy(void *, const void *, unsigned long);
void *memmove(void *, const void *, unsigned long);
void *memchr(const void *, int, unsigned long);
unsigned long strnlen(const char *, unsigned long);
void *malloc(unsigned long);
struct pair { unsigned char key; unsigned char value; };
";

impl Writer {
    /// A program with up to three arrays, a few statements over them, and checks.
    fn program(seed: u64) -> String {
        let mut w = Self {
            rng: Random::new(seed),
            text: PRELUDE.to_owned(),
            arrays: vec![],
            loops: 0,
            checks: 0,
        };
        let mut locals = String::new();
        for number in 0..1 + w.rng.index(3) {
            let name = format!("a{number}");
            let length = 3 + w.rng.below(4);
            let pairs = w.rng.one_in(4);
            let ty = if pairs { "struct pair" } else { *w.rng.pick(&["unsigned char", "int"]) };
            match w.rng.below(5) {
                0 | 1 => writeln!(w.text, "{ty} {name}[{length}];").unwrap(),
                2 => writeln!(locals, "  static {ty} {name}[{length}];").unwrap(),
                3 => writeln!(
                    locals,
                    "  {ty} *{name} = malloc({length} * sizeof({ty})); \
                     memset({name}, 0, {length} * sizeof({ty}));"
                )
                .unwrap(),
                _ => writeln!(locals, "  {ty} {name}[{length}]; memset({name}, 0, sizeof {name});")
                    .unwrap(),
            }
            let field = if pairs { *w.rng.pick(&[".key", ".value"]) } else { "" };
            w.arrays.push(Array { name, length, ty, field });
        }
        w.text.push_str("int main(void) {\n  int x = 0, k = 0;\n");
        w.text.push_str(&locals);
        for _ in 0..2 + w.rng.index(4) {
            w.statement();
        }
        w.check();
        w.text.push_str("  return 0;\n}\n");
        w.text
    }

    fn value(&mut self) -> String {
        match self.rng.below(5) {
            0 => "x".to_owned(),
            1 => "__VERIFIER_nondet_uchar()".to_owned(),
            _ => self.rng.below(4).to_string(),
        }
    }

    /// An element of an array, at an index in its range.
    fn element(&mut self, index: &str) -> String {
        let array = self.rng.pick(&self.arrays);
        let (name, length, field) = (&array.name, array.length, array.field);
        format!("{name}[{index} % {length}u]{field}")
    }

    fn statement(&mut self) {
        let (a, b) = (self.rng.index(self.arrays.len()), self.rng.index(self.arrays.len()));
        let shared = self.arrays[a].length.min(self.arrays[b].length);
        match self.rng.below(16) {
            0 | 1 => self.fill(),
            12 | 13 => self.block(a, b),
            14 if self.arrays[a].ty == "unsigned char" => self.find(a),
            // A whole array, of which no element is followed at once.
            8 if self.same_type(a, b) => {
                let (to, from) = (&self.arrays[a].name, &self.arrays[b].name);
                writeln!(self.text, "  memcpy({to}, {from}, {shared} * sizeof *{to});").unwrap();
            }
            // One of two arrays: they are followed together.
            9 if self.same_type(a, b) => {
                let (one, other) = (&self.arrays[a].name, &self.arrays[b].name);
                let (ty, field) = (self.arrays[a].ty, self.arrays[a].field);
                let value = self.rng.below(4);
                writeln!(
                    self.text,
                    "  {{ {ty} *p = __VERIFIER_nondet_int() ? {one} : {other}; \
                     k = __VERIFIER_nondet_int(); p[(unsigned)k % {shared}u]{field} = {value}; }}"
                )
                .unwrap();
            }
            // An element as a whole.
            10 => {
                let Array { name, length, ty, .. } = &self.arrays[a];
                let (k, line) = (self.rng.below(*length), format!("{ty} e = {name}[i];"));
                let line = format!("{{ {line} {name}[{k}] = e; }}");
                self.each(shared, &line);
            }
            // An array that begins to live anew in each round.
            11 => {
                let place = self.element("i");
                let value = self.value();
                let line = format!(
                    "{{ unsigned char b[4]; memset(b, i, 4); b[(unsigned)x % 4u] = {value}; \
                     {place} = b[(unsigned)k % 4u]; }}"
                );
                self.each(2, &line);
            }
            2 => {
                let (to, from) = (self.element("i"), self.element("i"));
                let line = format!("{to} = {from};");
                self.each(shared, &line);
            }
            3 => {
                let (from, to) = (self.element("i"), self.element("(i + 1)"));
                let line = format!("if ({from} > x) x = {to};");
                self.each(shared, &line);
            }
            4 => {
                let (one, other) = (self.element("i"), self.element("(i + 1)"));
                let line = format!(
                    "if ({one} > {other}) {{ int t = {one}; {one} = {other}; {other} = t; }}"
                );
                self.each(shared - 1, &line);
            }
            5 => {
                let place = self.element("(unsigned)k");
                let value = self.value();
                writeln!(self.text, "  k = __VERIFIER_nondet_int(); {place} = {value};").unwrap();
            }
            6 => {
                let name = &self.arrays[a].name;
                let bytes = self.arrays[a].length;
                let value = self.rng.below(3);
                writeln!(self.text, "  memset({name}, {value}, {bytes} * sizeof *{name});")
                    .unwrap();
            }
            _ => self.check(),
        }
    }

    /// Whether these are two arrays of one type and field.
    fn same_type(&self, a: usize, b: usize) -> bool {
        let (one, other) = (&self.arrays[a], &self.arrays[b]);
        a != b && one.ty == other.ty && one.field == other.field
    }

    /// A block of variable length.
    fn block(&mut self, a: usize, b: usize) {
        let (to, from) = (&self.arrays[a].name, &self.arrays[b].name);
        let shared = self.arrays[a].length.min(self.arrays[b].length);
        let value = self.rng.below(3);
        let line = match self.rng.below(5) {
            0 => format!("memset({to}, {value}, k * sizeof *{to});"),
            1 => format!("memset((char *){to} + k, {value}, {shared} - k);"),
            // Of a part of an element, perhaps.
            2 => format!("memmove((char *){to} + k, (char *){from} + 1, {shared} - 1 - k / 2);"),
            3 if self.same_type(a, b) => {
                format!("memcpy({to} + k, {from}, ({shared} - k) * sizeof *{to});")
            }
            _ => format!("memmove({to} + k, {to}, ({shared} - k) * sizeof *{to});"),
        };
        let k = format!("k = (unsigned)__VERIFIER_nondet_int() % {shared}u;");
        writeln!(self.text, "  {k} {line}").unwrap();
    }

    /// A search for a byte.
    fn find(&mut self, a: usize) {
        let Array { name, length, .. } = &self.arrays[a];
        let byte = self.rng.below(3);
        let line = match self.rng.one_in(2) {
            true => format!("x = strnlen((char *){name}, {length});"),
            false => format!(
                "{{ unsigned char *p = memchr({name}, {byte}, {length}); \
                 if (p) {{ x = *p; {name}[p - {name}] = 3; }} else x = 9; }}"
            ),
        };
        writeln!(self.text, "  {line}").unwrap();
    }

    fn fill(&mut self) {
        let array = self.rng.pick(&self.arrays);
        let (place, length) = (format!("{}[i]{}", array.name, array.field), array.length);
        let value = if self.rng.one_in(3) { "i".to_owned() } else { self.value() };
        let line = match self.rng.one_in(3) {
            true => format!("if (__VERIFIER_nondet_int()) {place} = {value};"),
            false => format!("{place} = {value};"),
        };
        self.each(length, &line);
    }

    fn each(&mut self, rounds: u64, line: &str) {
        self.loops += 1;
        writeln!(self.text, "  for (unsigned i = 0; i < {rounds}; i++) {line}").unwrap();
    }

    /// A check on a line of its own.
    fn check(&mut self) {
        self.checks += 1;
        let (one, other) = (self.element("(unsigned)k"), self.element("(unsigned)k"));
        let against = if self.rng.one_in(3) { other } else { self.value() };
        let op = *self.rng.pick(&["==", "!=", "<", ">"]);
        let extra = if self.rng.one_in(4) { " && x > 1" } else { "" };
        writeln!(
            self.text,
            "  k = __VERIFIER_nondet_int(); if ({one} {op} {against}{extra})\n    reach_error();"
        )
        .unwrap();
    }
}

fn compiled(text: &str, folder: &std::path::Path) -> Program {
    let file = folder.join("program.c");
    std::fs::write(&file, text).expect("a file");
    let properties = BTreeSet::from([Property::UnreachCall]);
    let options = Options { files: vec![file], properties, ..Options::default() };
    frontend::compile(&options).expect("a program").program
}

/// The lines of the checks that fail in some run; `None` if that is not found out soon.
fn failing(program: Program) -> Option<BTreeSet<u32>> {
    let program = resolve(program, &Limits::default());
    assert_eq!(program.validate(), Ok(()), "{program}");
    let cfa = large::summarise(&single::build(&program), Blocks::Loops);
    let encoded = automaton::encode(&program, &cfa);
    let built = build::build(&encoded.system, None);
    let config = Config { bound: Some(STEPS), ..Config::new(EngineKind::Bmc) };
    let budget = Budget::with_timeout(Some(std::time::Duration::from_secs(20)));
    let mut lines = BTreeSet::new();
    let ending = engine::run(&built.model, &config, &budget, &mut |event| {
        if let Event::Reached { goal, trace } = event {
            let trace = encoded.restore.trace(&program, &built.map.words(&trace)).expect("a run");
            assert!(encoded.system.bad[goal].goals.contains(&trace.goal));
            let goal = &program.goals[trace.goal];
            assert!(matches!(goal.kind, GoalKind::Check(_)), "{goal:?}");
            lines.extend(goal.loc.map(|loc| program.sources.loc(loc).line));
        }
    });
    (ending == Ending::Complete).then_some(lines)
}

#[test]
fn no_failing_check_is_lost() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (mut followed, mut fail, mut hold, mut lost) = (0, 0, 0, 0);
    for seed in 0..PROGRAMS {
        let text = Writer::program(seed);
        let program = compiled(&text, folder.path());
        let Some(other) = follow(&program, 0) else { continue };
        assert_eq!(other.program.validate(), Ok(()), "seed {seed}\n{text}\n{}", other.program);
        let (Some(exact), Some(found)) = (failing(program), failing(other.program)) else {
            continue;
        };
        assert!(exact.is_subset(&found), "seed {seed}: {exact:?}, followed {found:?}\n{text}");
        followed += 1;
        fail += exact.len();
        lost += found.len() - exact.len();
        hold += text.matches("reach_error();").count() - exact.len();
    }
    eprintln!("{followed} programs; {fail} checks fail, {hold} hold, of which {lost} are lost");
    assert!(followed > PROGRAMS / 2 && fail > 8 && hold > 4 * lost, "{followed}");
}

/// Whether it is shown that single elements are followed rightly; or why not, and whether that is
/// refuted.
fn validated(program: &Program, followed: &Followed) -> Result<(), (bool, String)> {
    let Some(claims) = correspondence(&followed.program, &Limits::default()) else {
        return Err((false, "there is too much of it".to_owned()));
    };
    match validate(program, Some(followed), &claims, &Budget::unlimited()) {
        Ok(Validation::Holds(_)) => Ok(()),
        Ok(Validation::Open(why)) => Err((why.is_refuted, why.to_string())),
        Err(error) => panic!("{error}"),
    }
}

/// What an instruction that was added may be changed to: something that is done where it should not
/// be, or not done.
fn changed(instr: &Instr) -> Option<Instr> {
    let mut changed = instr.clone();
    match &mut changed {
        Instr::Assign { op: op @ Op::Eq, .. } => *op = Op::Ule,
        Instr::Assign { op: op @ Op::Ult, .. } => *op = Op::Ule,
        Instr::Assign { op: op @ Op::Or, .. } => *op = Op::And,
        Instr::Assign { op: op @ Op::And, .. } => *op = Op::Or,
        Instr::Assign { op: Op::Ite, args, .. } => args.swap(1, 2),
        Instr::Assign { op: Op::Extract { high, low }, .. } if *low > 0 => {
            (*high, *low) = (*high - *low, 0);
        }
        Instr::Memory(memory) if memory.op == MemoryOp::Store => {
            memory.op = MemoryOp::Copy(0);
            memory.args[1] = memory.args[0].clone();
        }
        _ => return None,
    }
    Some(changed)
}

/// What is followed is validated, but for what there is no rule for; and if what was added is
/// changed, that is seen, or no failing check is lost by it.
#[test]
fn following_is_validated() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (mut right, mut open, mut seen, mut harmless) = (0, vec![], 0, 0);
    for seed in 0..PROGRAMS {
        let text = Writer::program(seed);
        let program = compiled(&text, folder.path());
        let Some(followed) = follow(&program, 0) else { continue };
        match validated(&program, &followed) {
            Ok(()) => right += 1,
            Err((refuted, why)) => {
                assert!(!refuted, "seed {seed}: {why}\n{text}\n{}", followed.program);
                open.push((seed, why));
                continue;
            }
        }
        let mut rng = Random::new(seed);
        let mut places = vec![];
        for (id, block) in followed.program.blocks.iter_enumerated() {
            for (at, instr) in block.instrs.iter().enumerate() {
                let is_added = match instr {
                    Instr::Assign { dest, .. } => program.values.get(*dest).is_none(),
                    Instr::Memory(memory) => {
                        let mut values = memory.args.iter().filter_map(Operand::as_value);
                        values.any(|value| program.values.get(value).is_none())
                    }
                    _ => false,
                };
                places.extend(changed(instr).filter(|_| is_added).map(|it| (id, at, it)));
            }
        }
        for _ in 0..CHANGES.min(places.len()) {
            let (block, at, instr) = rng.pick(&places).clone();
            let mut wrong = followed.clone();
            wrong.program.blocks[block].instrs[at] = instr.clone();
            if validated(&program, &wrong).is_err() {
                seen += 1;
                continue;
            }
            harmless += 1;
            let (Some(exact), Some(found)) =
                (failing(program.clone()), failing(wrong.program.clone()))
            else {
                continue;
            };
            let before = &followed.program.blocks[block].instrs[at];
            assert!(exact.is_subset(&found), "seed {seed}: {before:?} to {instr:?}\n{text}");
        }
    }
    eprintln!("{right} hold; of changed ones {seen} are seen, {harmless} still hold; {open:?}");
    assert!(right > PROGRAMS / 2 && seen > harmless, "{open:?}");
}

/// How often each program is changed.
const CHANGES: usize = 3;

/// Seeds 0 up to this.
const PROGRAMS: u64 = 24;
