//! One random program, with memory or with floating-point numbers, through everything: the interpreter and the verdict of
//! `llumc check` against native runs under sanitizers.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use llumc::frontend::{self, DataModel, Options};
use llumc::memory;
use llumc::program::Property;
use llumc::support::random::Random;

use super::inputs;
use super::interpreted;
use super::native::{Build, Native, Outcome};
use super::numbers;
use super::objects::{self, RECURSIVE, Shape};
use super::shrink;
use super::verdicts::{self, Call, Verdict};

/// Whether the compiler sees nothing in a program that would make it mean something else.
fn is_sound(source: &str, folder: &Path) -> bool {
    let file = folder.join("p.c");
    let mut status = Command::new("clang-22");
    status
        .args(["-fsyntax-only", "-w", "-Werror=return-type", "-Werror=uninitialized"])
        .arg(&file)
        .stderr(Stdio::null());
    std::fs::write(&file, source).is_ok() && status.status().is_ok_and(|status| status.success())
}

/// What was done, summed over programs.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Programs.
    pub programs: u64,
    /// Native runs that were compared with the interpreter.
    pub compared: u64,
    /// Of them, those that end outside of what is modelled or defined.
    pub open: u64,
    /// Native runs with random inputs of programs with the verdict TRUE.
    pub random: u64,
    /// How often which verdict was given; UNKNOWN with its reason.
    pub verdicts: BTreeMap<String, u64>,
    /// How runs ended.
    pub endings: BTreeMap<String, u64>,
    /// How often which option of the checker was drawn.
    pub options: BTreeMap<String, u64>,
}

impl Tally {
    /// Adds another tally.
    pub fn add(&mut self, other: Tally) {
        self.programs += other.programs;
        self.compared += other.compared;
        self.open += other.open;
        self.random += other.random;
        let mut both = [
            (&mut self.verdicts, other.verdicts),
            (&mut self.endings, other.endings),
            (&mut self.options, other.options),
        ];
        for (all, more) in &mut both {
            for (name, count) in std::mem::take(more) {
                *all.entry(name).or_default() += count;
            }
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { programs, compared, open, random, .. } = self;
        write!(f, "{programs} programs, {compared} runs compared ({open} of them open), ")?;
        write!(f, "{random} random runs")?;
        let parts =
            [("verdicts", &self.verdicts), ("runs", &self.endings), ("options", &self.options)];
        for (title, all) in parts {
            write!(f, "\n  {title}:")?;
            for (name, count) in all {
                write!(f, "\n  {count:>6} {name}")?;
            }
        }
        Ok(())
    }
}

/// One case: a program, how it is checked, and how hard.
#[derive(Clone, Debug)]
pub struct Case {
    pub seed: u64,
    pub source: String,
    pub properties: Vec<Property>,
    pub ilp32: bool,
    /// Options of the checker beyond these.
    pub options: Vec<String>,
    pub effort: Effort,
}

/// How hard a program is looked at.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    /// The checker; without it only the interpreter is compared.
    pub llumc: Option<PathBuf>,
    /// An IPASIR library; without it the checker's own SAT solver is taken.
    pub library: Option<PathBuf>,
    /// Its time limit.
    pub seconds: u64,
    /// Runs that are compared with the interpreter.
    pub runs: usize,
    /// Runs of programs with the verdict TRUE.
    pub random_runs: u64,
}

impl Case {
    /// The program with floating-point numbers of a seed.
    pub fn with_numbers(seed: u64, effort: Effort) -> Case {
        let mut rng = Random::new(seed ^ 0xf10a7);
        let shape = numbers::Shape {
            statements: 1 + rng.index(6),
            depth: 1 + rng.index(2),
            wide: rng.one_in(3),
            extended: rng.one_in(10),
            heavy: rng.one_in(3),
            library: rng.one_in(5),
            casts: rng.one_in(3),
            tame: !rng.one_in(3),
        };
        let mut properties = vec![Property::UnreachCall];
        match (shape.casts, rng.one_in(4)) {
            (true, true) => properties.extend(Property::by_default()),
            (true, false) => properties.push(Property::FloatCastOverflow),
            // No integer is divided.
            (false, true) => properties.push(Property::FloatDivByZero),
            (false, false) => {}
        }
        properties.sort();
        properties.dedup();
        let ilp32 = rng.one_in(4);
        let options = verdicts::draw(&mut rng);
        let source = numbers::program(seed, shape);
        Case { seed, source, properties, ilp32, options, effort }
    }

    /// The program with memory of a seed.
    pub fn new(seed: u64, effort: Effort) -> Case {
        let mut rng = Random::new(seed ^ 0xca5e);
        let shape = Shape {
            statements: 2 + rng.index(9),
            depth: 1 + rng.index(2),
            heavy: rng.one_in(6),
            wrong: *rng.pick(&[0, 0, 0, 3, 8, 20]),
            errors: *rng.pick(&[0, 5, 10]),
            tame: !rng.one_in(3),
        };
        let memory = [Property::ValidDeref, Property::ValidFree];
        let mut properties = vec![Property::UnreachCall];
        match rng.index(8) {
            0 => {}
            1 => properties.extend([Property::NoOverflow, Property::Shift, Property::DivByZero]),
            2..=4 => properties.extend(memory),
            5 => properties = vec![Property::ValidMemcleanup],
            6 => {
                properties.extend(memory);
                properties.push(Property::ValidMemcleanup);
            }
            _ => {
                properties.extend(Property::by_default());
                properties.push(Property::ValidMemcleanup);
            }
        }
        properties.sort();
        properties.dedup();
        let ilp32 = rng.one_in(3);
        let options = verdicts::draw(&mut rng);
        let source = objects::program(seed, shape);
        Case { seed, source, properties, ilp32, options, effort }
    }

    /// The options of the checker.
    pub fn options(&self) -> Vec<String> {
        let names: Vec<&str> = self.properties.iter().map(|property| property.name()).collect();
        let bits = if self.ilp32 { "-m32" } else { "-m64" };
        let mut options = vec![bits.to_owned(), "--property".to_owned(), names.join(",")];
        let library = self.effort.library.as_ref().map(|path| format!("ipasir:{}", path.display()));
        let own = || "cadical".to_owned();
        options.extend(self.options.iter().map(|option| match option.as_str() {
            verdicts::LIBRARY => library.clone().unwrap_or_else(own),
            _ => option.clone(),
        }));
        options
    }

    /// The options that were drawn, each with its value.
    fn drawn(&self) -> Vec<String> {
        let mut drawn: Vec<String> = vec![];
        for word in &self.options {
            match drawn.last_mut() {
                Some(last) if !word.starts_with("--") => *last += &format!(" {word}"),
                _ => drawn.push(word.clone()),
            }
        }
        drawn.retain(|option| !option.starts_with("--seed"));
        drawn
    }

    /// Checks it, in a folder.
    ///
    /// # Errors
    /// The first disagreement; its first word tells its kind.
    pub fn check(&self, folder: &Path) -> Result<Tally, String> {
        std::fs::write(folder.join("p.c"), &self.source).map_err(|error| error.to_string())?;
        let mut tally = Tally { programs: 1, ..Tally::default() };
        let native = self.build(folder)?;
        let compare = AssertUnwindSafe(|| self.compare(&native, folder, &mut tally));
        let seen = catch_unwind(compare).map_err(|_| "panic: in the interpreter".to_owned())??;
        if let Some(llumc) = self.effort.llumc.clone() {
            let call = Call { llumc, options: self.options(), seconds: self.effort.seconds };
            for option in self.drawn() {
                *tally.options.entry(option).or_default() += 1;
            }
            let report = call.check(folder)?;
            // A recursive function's checks all have the line of its first call.
            let lines = !self.source.contains(RECURSIVE);
            let verdict = verdicts::judge(
                &report,
                &native,
                &seen,
                self.seed,
                self.effort.random_runs,
                lines,
            )?;
            let names = match verdict {
                Verdict::True => {
                    tally.random += self.effort.random_runs;
                    vec!["TRUE".to_owned()]
                }
                Verdict::False => {
                    vec![report["verdict"].as_str().unwrap_or_default().to_owned()]
                }
                Verdict::Unknown(reasons) => {
                    let reason = reasons.first().cloned().unwrap_or_default();
                    vec![format!("unknown: {reason}")]
                }
            };
            for name in names {
                *tally.verdicts.entry(name).or_default() += 1;
            }
        }
        Ok(tally)
    }

    /// A smaller case that fails in the same way as this one did with `what`.
    pub fn shrink(&self, what: &str, folder: &Path) -> Case {
        let kind = what.split(':').next().unwrap_or_default();
        let mut effort = self.effort.clone();
        // Disagreements with the interpreter come before the checker is called.
        if ["objects", "resolved", "panic"].contains(&kind) {
            effort.llumc = None;
        }
        let fails = |source: &str| {
            let case = Case { source: source.to_owned(), effort: effort.clone(), ..self.clone() };
            let same = |other: String| other.split(':').next() == Some(kind);
            is_sound(source, folder) && case.check(folder).err().is_some_and(same)
        };
        let tries = if effort.llumc.is_some() { 200 } else { 500 };
        Case { source: shrink::shrink(&self.source, tries, fails), ..self.clone() }
    }

    fn build(&self, folder: &Path) -> Result<Native, String> {
        let mut sanitizers = vec!["address"];
        for property in &self.properties {
            sanitizers.extend(match property {
                Property::NoOverflow => &["signed-integer-overflow", "shift-base"][..],
                Property::Shift => &["shift"],
                Property::DivByZero => &["integer-divide-by-zero"],
                Property::FloatCastOverflow => &["float-cast-overflow"],
                Property::FloatDivByZero => &["float-divide-by-zero"],
                _ => &[],
            });
        }
        let cleanup = self.properties.contains(&Property::ValidMemcleanup);
        let errors = self.properties.contains(&Property::UnreachCall);
        let sanitizers = sanitizers.join(",");
        let build = Build { sanitizers: &sanitizers, ilp32: self.ilp32, cleanup, errors };
        Native::build(folder, build).map_err(|what| format!("build: {what}"))
    }

    /// Native runs and the interpreter, on the program with objects and the resolved one.
    fn compare(
        &self,
        native: &Native,
        folder: &Path,
        tally: &mut Tally,
    ) -> Result<Vec<(Vec<u64>, Outcome)>, String> {
        let options = Options {
            files: vec![folder.join("p.c")],
            properties: self.properties.iter().copied().collect(),
            data_model: if self.ilp32 { DataModel::Ilp32 } else { DataModel::Lp64 },
            ..Options::default()
        };
        let compiled = frontend::compile(&options).map_err(|e| format!("frontend: {e}"))?;
        let objects = memory::tell_apart(compiled.program);
        let resolved = memory::resolve(objects.clone(), &memory::Limits::default());
        let mut rng = Random::new(self.seed ^ 0x5eed);
        let vectors = inputs::draw(&self.source, &mut rng, self.effort.runs);
        let outcomes = native.each(&vectors)?;
        let seen: Vec<(Vec<u64>, Outcome)> = vectors.into_iter().zip(outcomes).collect();
        for (values, outcome) in &seen {
            let pairs = [("objects", &objects), ("resolved", &resolved)];
            let ours = pairs.map(|(name, program)| (name, interpreted::run(program, values)));
            for (name, ours) in &ours {
                // What is undefined and not checked is a goal of its own.
                let unchecked = matches!(outcome, Outcome::Fails(property, _)
                    if !self.properties.contains(property));
                if unchecked && matches!(ours, Outcome::Open(_)) {
                    continue;
                }
                if !outcome.agrees(ours) {
                    return Err(format!(
                        "{name}: inputs {values:?}: natively {outcome:?}, interpreted {ours:?}"
                    ));
                }
            }
            tally.compared += 1;
            let open = |outcome: &Outcome| matches!(outcome, Outcome::Open(_));
            tally.open += u64::from(open(outcome) || ours.iter().any(|(_, ours)| open(ours)));
            let ending = match (outcome, &ours[1].1) {
                (_, Outcome::Open(what)) => {
                    format!("open: {what}").replace(|c: char| c.is_ascii_digit(), "")
                }
                (Outcome::Fails(property, _), _) => property.name().to_owned(),
                (Outcome::FailsShift(_), _) => "shift".to_owned(),
                (Outcome::Returns, _) => "returns".to_owned(),
                (Outcome::Open(what), _) => format!("native: {what}"),
            };
            *tally.endings.entry(ending).or_default() += 1;
        }
        Ok(seen)
    }
}
