//! Real C programs: compiled, lowered, run.

use super::*;
use crate::frontend::{Options, compile};
use crate::memory::{Limits, resolve};
use crate::program::{EndKind, Instr};

/// Compiles a C program, all checks on.
fn compiled(source: &str) -> Program {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("test.c");
    std::fs::write(&file, source).unwrap();
    let options = Options { files: vec![file], ..Options::default() };
    let program = compile(&options).unwrap().program;
    let program = resolve(program, &Limits::default()).end_tainted();
    assert_eq!(program.validate(), Ok(()), "{program}");
    program
}

/// What each C variable was bound to over a run, as printed: `f.x = 1`.
fn history(program: &Program, inputs: &[u128]) -> (Event, Vec<String>) {
    let mut lines = Vec::new();
    let mut run = Interpreter::new(program);
    let mut inputs = List(inputs.iter());
    for _ in 0..1000 {
        let event = run.step(&mut inputs, |run, instr| {
            if let Instr::Bind { var, value, .. } = instr {
                let variable = &program.variables[*var];
                let value = run.operand(value).expect("it was defined");
                let value = variable.ty.format(&value, &program.memory);
                lines.push(format!("{}.{} = {value}", variable.function, variable.name));
            }
        });
        if !matches!(event, Event::Enter(_)) {
            return (event, lines);
        }
    }
    panic!("the program does not end:\n{program}");
}

fn goal_text(program: &Program, event: Event) -> String {
    let Event::Goal(goal) = event else { panic!("{event:?}\n{program}") };
    let loc = program.goals[goal].loc.map(|loc| program.sources.loc(loc).line);
    format!("{} (line {})", goals(program)[goal.0 as usize], loc.unwrap_or(0))
}

#[test]
fn variables_by_their_c_names() {
    let program = compiled(
        "extern int __VERIFIER_nondet_int(void);
        enum mode { IDLE, BUSY = 4 };
        static unsigned total;
        static int twice(signed char step) {
          int result = step + step;
          return result;
        }
        int main(void) {
          int n = __VERIFIER_nondet_int();
          enum mode m = IDLE;
          for (int i = 0; i < 2; i++) {
            total += twice(n);
            m = BUSY;
          }
          return total + m;
        }",
    );
    // Uninitialised variables are inputs too: all get the same number.
    let (event, lines) = history(&program, &[3; 40]);
    assert_eq!(event, Event::End(EndKind::Return), "{program}");
    for line in [
        "main.n = 3",
        "main.m = IDLE (0)",
        "main.i = 0",
        "main.i = 1",
        "main.i = 2",
        "twice.step = 3",
        "twice.result = 6",
        ".total = 0",
        ".total = 6",
        ".total = 12",
        "main.m = BUSY (4)",
    ] {
        assert!(
            lines.iter().any(|found| found == line),
            "{line} is missing in {lines:#?}\n{program}"
        );
    }
}

#[test]
fn wide_integers_of_c() {
    let program = compiled(
        "extern unsigned __VERIFIER_nondet_uint(void);
        extern void reach_error(void);
        int main(void) {
          unsigned __int128 wide = __VERIFIER_nondet_uint();
          wide = wide * wide * wide * 1000000007u;
          unsigned _BitInt(200) wider = wide;
          wider = wider * wider;
          if ((unsigned)(wider >> 180) == 0xabcd) reach_error();
          return (int)(wider % 1000);
        }",
    );
    let (event, _) = history(&program, &[4_000_000_000]);
    assert_eq!(event, Event::End(EndKind::Return), "{program}");
}

#[test]
fn checks_and_unsupported_points_have_lines() {
    let source = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void); int fac(int n) { return n < 2 ? 1 : n * fac(n - 1); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  int table[3] = {1, 2, 3};
  if (n == 5) return table[n % 3];
  if (n == 6) return fac(n + 1);
  if (n == 7) { double d = n; if (__builtin_sinl(d) > 1.5) reach_error(); }
  return n + 1;
}";
    let program = compiled(source);
    // Uninitialised variables are inputs too: all get the same number.
    let reached = |n: u128| goal_text(&program, history(&program, &[n; 8]).0);
    assert!(reached(6).contains("recursive call of fac"), "{}", reached(6));
    assert!(reached(7).contains("sinl"), "{}", reached(7));
    assert!(reached(i32::MAX as u128).contains("(line 9)"), "{}", reached(i32::MAX as u128));
}
