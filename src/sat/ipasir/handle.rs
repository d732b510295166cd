//! The side that asks: a [`Solver`] whose work a library does in another process.

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::Instant;

use super::{ARGUMENT, FromLibrary, ToLibrary};
use crate::cnf::{Lit, Var};
use crate::sat::{Answer, Solver};
use crate::support::Budget;
use crate::support::frames::{last_text, receive, send};
use crate::support::limits;

/// A solver in a library in another process. Dropping it kills that process.
pub struct Ipasir {
    path: PathBuf,
    child: Child,
    orders: ChildStdin,
    answers: Receiver<io::Result<FromLibrary>>,
    errors: Option<JoinHandle<String>>,
    failure: Option<String>,
    /// What the library calls itself.
    pub signature: String,
    /// For each of our variables the library's; 0 if it doesn't know it yet.
    numbers: Vec<i32>,
    /// The library's variables: ours, and one for each temporary clause.
    variables: i32,
    /// All clauses in the library's variables, each closed by 0; those from `sent` on are
    /// still to be sent.
    clauses: Vec<i32>,
    sent: usize,
    queries: u64,
    model: Vec<bool>,
    /// The assumptions of the last query that were needed.
    needed: Vec<Lit>,
}

impl Ipasir {
    /// Loads the library at `path` in a process of `host`, a binary that does
    /// [`super::main`] if it is told [`ARGUMENT`].
    ///
    /// # Errors
    /// If it can't be loaded or crashes; the text tells what to do.
    pub fn start(host: &Path, path: &Path) -> Result<Self, String> {
        let about = |what: String| format!("the SAT library {}: {what}", path.display());
        if !path.is_file() {
            return Err(about("there is no such file".to_owned()));
        }
        // A name without a slash would be looked for elsewhere.
        let path = std::path::absolute(path).map_err(|error| about(error.to_string()))?;
        let mut child = Command::new(host)
            .arg(ARGUMENT)
            .arg(&path)
            .arg(std::process::id().to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| about(format!("its process can't be started: {error}")))?;
        let (Some(orders), Some(output), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            unreachable!("all three were asked for")
        };
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            let mut output = io::BufReader::new(output);
            loop {
                let answer = receive(&mut output);
                let last = answer.is_err();
                if sender.send(answer).is_err() || last {
                    return;
                }
            }
        });
        let mut new = Self {
            path,
            child,
            orders,
            answers,
            errors: Some(std::thread::spawn(move || last_text(errors))),
            failure: None,
            signature: String::new(),
            numbers: vec![],
            variables: 0,
            clauses: vec![],
            sent: 0,
            queries: 0,
            model: vec![],
            needed: vec![],
        };
        match new.answers.recv_timeout(limits::IPASIR_LOADING) {
            Ok(Ok(FromLibrary::Ready(signature))) => new.signature = signature,
            Ok(Ok(FromLibrary::Refused(reason))) => new.fail(&format!(
                "{reason}; it must be a shared library for this machine with the functions of \
                 ipasir.h"
            )),
            Err(RecvTimeoutError::Timeout) => new.fail("loading it does not end"),
            _ => new.crashed(),
        }
        match new.failure.take() {
            Some(failure) => Err(failure),
            None => Ok(new),
        }
    }

    fn fail(&mut self, what: &str) {
        let name = match self.signature.as_str() {
            "" => String::new(),
            name => format!(" ({name})"),
        };
        self.failure = Some(format!("the SAT library {}{name}: {what}", self.path.display()));
    }

    /// Notes how the library's process ended.
    fn crashed(&mut self) {
        // It has closed its output, so it ends or hangs.
        let _ = self.child.kill();
        let status = self.child.wait();
        let how = match status {
            Ok(status) => match status.signal() {
                Some(signal) => format!("its process was killed by {}", name_of(signal)),
                None => format!("it ended its process ({status})"),
            },
            Err(error) => format!("its process is lost: {error}"),
        };
        let place = match self.queries {
            0 => "while it was loaded".to_owned(),
            query => format!("at query {query}, with {} variables", self.variables),
        };
        let text = self.errors.take().and_then(|errors| errors.join().ok()).unwrap_or_default();
        let said = match text.trim() {
            "" => String::new(),
            text => format!("; its last words: {text}"),
        };
        self.fail(&format!(
            "{how} {place}{said}. Nothing is lost but this engine's work; leave --sat out, or \
             try another library"
        ));
    }

    fn send(&mut self, order: &ToLibrary) {
        if self.failure.is_none() && send(&mut self.orders, order).is_err() {
            self.crashed();
        }
    }

    fn number(&mut self, lit: Lit) -> i32 {
        let Var(var) = lit.var();
        if self.numbers.len() <= var as usize {
            self.numbers.resize(var as usize + 1, 0);
        }
        if self.numbers[var as usize] == 0 {
            self.numbers[var as usize] = self.fresh();
        }
        let number = self.numbers[var as usize];
        if lit.is_positive() { number } else { -number }
    }

    fn fresh(&mut self) -> i32 {
        self.variables += 1;
        self.variables
    }

    /// The answer to the query that was sent; `None` if there is none.
    fn answer(&mut self, budget: &Budget) -> Option<FromLibrary> {
        let mut asked_to_stop: Option<Instant> = None;
        loop {
            match self.answers.recv_timeout(limits::IPASIR_LOOK) {
                Ok(Ok(answer)) => return Some(answer),
                Err(RecvTimeoutError::Timeout) => {}
                Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => {
                    self.crashed();
                    return None;
                }
            }
            match asked_to_stop {
                None if budget.exhausted().is_some() => {
                    asked_to_stop = Some(Instant::now());
                    self.send(&ToLibrary::Stop);
                }
                Some(asked) if asked.elapsed() >= limits::IPASIR_STOPPING => {
                    let _ = self.child.kill();
                    self.fail("it did not stop when its time was up, and was killed");
                    return None;
                }
                _ => {}
            }
        }
    }

    /// The first clause or assumption that the model violates.
    fn violated(&self, assumptions: &[i32]) -> Option<String> {
        let holds = |&literal: &i32| {
            let value = self.model.get(literal.unsigned_abs() as usize - 1);
            value.is_some_and(|&value| value == (literal > 0))
        };
        let mut clauses = self.clauses.split(|&literal| literal == 0);
        // Behind the last 0 there is nothing.
        clauses.next_back();
        if let Some(clause) = clauses.find(|clause| !clause.iter().any(holds)) {
            return Some(format!("the clause {clause:?}"));
        }
        let assumption = assumptions.iter().find(|literal| !holds(literal));
        assumption.map(|literal| format!("the assumption {literal}"))
    }
}

impl Solver for Ipasir {
    fn add(&mut self, clause: &[Lit]) {
        for &lit in clause {
            let literal = self.number(lit);
            self.clauses.push(literal);
        }
        self.clauses.push(0);
    }

    fn solve_with(&mut self, assumptions: &[Lit], temporary: &[Lit], budget: &Budget) -> Answer {
        if self.failure.is_some() || budget.exhausted().is_some() {
            return Answer::Interrupted;
        }
        let mut assumed: Vec<i32> = assumptions.iter().map(|&lit| self.number(lit)).collect();
        let switch = (!temporary.is_empty()).then(|| {
            let switch = self.fresh();
            self.add(temporary);
            self.clauses.pop();
            self.clauses.extend([-switch, 0]);
            assumed.push(switch);
            switch
        });
        self.queries += 1;
        if self.sent < self.clauses.len() {
            let new = self.clauses[self.sent..].to_vec();
            self.sent = self.clauses.len();
            self.send(&ToLibrary::Add(new));
        }
        self.send(&ToLibrary::Solve(assumed.clone()));
        let answer = if self.failure.is_none() { self.answer(budget) } else { None };
        let result = match answer {
            Some(FromLibrary::Sat(model)) => {
                self.model = model;
                match self.violated(&assumed) {
                    None => Answer::Sat,
                    Some(what) => {
                        self.fail(&format!(
                            "it is wrong: its model at query {} violates {what}",
                            self.queries
                        ));
                        Answer::Interrupted
                    }
                }
            }
            Some(FromLibrary::Unsat(needed)) => {
                let needed = assumptions.iter().zip(needed).filter(|(_, needed)| *needed);
                self.needed = needed.map(|(&lit, _)| lit).collect();
                Answer::Unsat
            }
            Some(FromLibrary::Unknown) => {
                if budget.exhausted().is_none() {
                    self.fail("it gave up a query for no reason");
                }
                Answer::Interrupted
            }
            Some(FromLibrary::Nonsense(number)) => {
                self.fail(&format!("ipasir_solve returned {number}, not 0, 10 or 20"));
                Answer::Interrupted
            }
            Some(FromLibrary::Ready(_) | FromLibrary::Refused(_)) => {
                self.fail("its process broke the protocol");
                Answer::Interrupted
            }
            None => Answer::Interrupted,
        };
        if let Some(switch) = switch {
            self.clauses.extend([-switch, 0]);
        }
        result
    }

    fn value(&mut self, lit: Lit) -> bool {
        let number = self.numbers.get(lit.var().0 as usize).copied().unwrap_or(0);
        let place = usize::try_from(number - 1).ok();
        // What the library does not know may have any value.
        let value = place.and_then(|place| self.model.get(place)).is_some_and(|&value| value);
        value == lit.is_positive()
    }

    fn failed(&mut self, lit: Lit) -> bool {
        self.needed.contains(&lit)
    }

    fn limit_conflicts(&mut self, _: u32) {
        // IPASIR knows no limits.
    }

    fn set_phase(&mut self, _: Lit) {
        // Nor phases, which are advice only.
    }

    fn failure(&self) -> Option<String> {
        self.failure.clone()
    }
}

impl Drop for Ipasir {
    fn drop(&mut self) {
        // Both fail only if it has been waited for already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn name_of(signal: i32) -> String {
    let name = match signal {
        libc::SIGSEGV => "SIGSEGV: an access to memory that is not its own",
        libc::SIGABRT => "SIGABRT: it gave up, or an exception was not caught",
        libc::SIGFPE => "SIGFPE: an arithmetic error",
        libc::SIGILL => "SIGILL: it may be for another processor",
        libc::SIGBUS => "SIGBUS: an access to memory that is not there",
        libc::SIGKILL => "SIGKILL: there may be too little memory",
        _ => return format!("signal {signal}"),
    };
    name.to_owned()
}
