//! The runs, and tables of them.

use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use anyhow::Result;
use clap::Parser;
use llumc::dimspec::Model;
use llumc::engine::ic3::measure::{Measured, Question, Statistics, measure};
use llumc::engine::ic3::{Options, SolverKind, Technique};
use llumc::engine::{Config, EngineKind, Event};
use llumc::sat::framed::{Framed, Switched};
use llumc::sat::{Answer, CaDiCaL, Cone, Profile};
use llumc::support::Budget;

use super::cpu;
use super::tasks::{self, Task};

/// Measures IC3 on many models with several settings.
#[derive(Parser)]
struct Arguments {
    /// C programs, SV-COMP tasks, DimSpec files, kept models [default: all of c-tests and
    /// some generated programs].
    files: Vec<PathBuf>,
    /// Seconds on the processor for each run.
    #[arg(long, default_value_t = 20.0)]
    timeout: f64,
    /// A setting: the solver and the techniques that are off or on, as `cone`, `cadical`,
    /// `cone-ctg-core` or `cone+order`; may be given several times.
    #[arg(long, default_values = ["cone"])]
    setting: Vec<Setting>,
    /// Only tasks whose name contains this.
    #[arg(long, default_value = "")]
    only: String,
    /// Generate invariants first: goals that they decide are left out, and the others are known
    /// to IC3 (`cone-facts` is the setting without).
    #[arg(long)]
    mine: bool,
    /// Keep the models in this folder.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Record the queries of the first setting and play them to both solvers.
    #[arg(long)]
    replay: bool,
    /// Tell what each kind of query took.
    #[arg(long)]
    details: bool,
    /// Of small differences between literals. Others than 0 tell what is luck.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Tasks that all settings do faster are left out of the table.
    #[arg(long, default_value_t = 0.02)]
    least: f64,
}

#[derive(Clone)]
struct Setting {
    name: String,
    options: Options,
}

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = text.split_inclusive(['-', '+']);
        let name = |word: &str| word.trim_end_matches(['-', '+']).to_owned();
        let sign = |word: &str| word.ends_with('+');
        let first = words.next().unwrap_or_default();
        let solver = match name(first).as_str() {
            "cone" => SolverKind::Cone,
            "cadical" => SolverKind::CaDiCaL,
            _ => return Err("cone or cadical is wanted".to_owned()),
        };
        let mut options = Options { solver, ..Options::default() };
        let mut is_on = sign(first);
        for word in words {
            let technique = Technique::from_str(&name(word))?;
            (if is_on { &mut options.with } else { &mut options.without }).push(technique);
            is_on = sign(word);
        }
        Ok(Setting { name: text.to_owned(), options })
    }
}

/// A run of IC3.
struct Run {
    /// By goal: whether it is reached, if decided.
    verdicts: Vec<Option<bool>>,
    seconds: f64,
    measured: Measured,
}

impl Run {
    fn solved(&self) -> bool {
        self.verdicts.iter().all(Option::is_some)
    }

    fn verdict(&self) -> String {
        let count = |wanted| self.verdicts.iter().filter(|&&verdict| verdict == wanted).count();
        let parts = [(Some(true), "reached"), (Some(false), "unreachable"), (None, "OPEN")];
        let parts = parts.into_iter().map(|(verdict, name)| (count(verdict), name));
        let parts: Vec<String> =
            parts
                .filter(|part| part.0 > 0)
                .map(|(count, name)| {
                    if self.verdicts.len() == 1 {
                        name.to_owned()
                    } else {
                        format!("{count} {name}")
                    }
                })
                .collect();
        parts.join(", ")
    }
}

fn run(model: &Model, options: &Options, arguments: &Arguments, record: bool) -> Run {
    let mut verdicts = vec![None; model.goals.len()];
    let mut sink = |event| match event {
        Event::Reached { goal, .. } => verdicts[goal] = Some(true),
        Event::Unreachable { goals, .. } => {
            goals.into_iter().for_each(|goal| verdicts[goal] = Some(false));
        }
        Event::ReachedAlong { .. } | Event::Progress(_) | Event::Lemmas(_) => {}
    };
    let config =
        Config { ic3: options.clone(), seed: arguments.seed, ..Config::new(EngineKind::Ic3) };
    let work = |budget: &Budget| measure(model, &config, budget, &mut sink, record);
    let (measured, seconds) = cpu::limited(arguments.timeout, work);
    Run { verdicts, seconds, measured }
}

/// Runs everything and prints it.
///
/// # Errors
/// If files can't be read or written.
pub fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    let scratch = tempfile::tempdir()?;
    let mut sums: Vec<Sum> = arguments.setting.iter().map(|_| Sum::default()).collect();
    let mut replays = Replays::default();
    let mut contradictions = 0;
    println!("{}", head());
    for file in tasks::files(&arguments.files, scratch.path())? {
        if !file.to_string_lossy().contains(&arguments.only) {
            continue;
        }
        let Some(task) = tasks::task(&file, arguments.mine)? else { continue };
        if let Some(folder) = &arguments.keep {
            tasks::keep(&task, folder)?;
        }
        contradictions += usize::from(measure_task(&task, &arguments, &mut sums, &mut replays));
    }
    println!();
    let first = sums[0].seconds.clone();
    for (setting, sum) in arguments.setting.iter().zip(&sums) {
        println!("{:<32} {}", setting.name, sum.text(&first));
    }
    if arguments.replay {
        println!("replayed: {}", replays.text());
    }
    Ok(if contradictions == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs all settings on one task; says whether they contradict each other.
fn measure_task(
    task: &Task,
    arguments: &Arguments,
    sums: &mut [Sum],
    replays: &mut Replays,
) -> bool {
    let mut runs: Vec<Run> = vec![];
    for (place, setting) in arguments.setting.iter().enumerate() {
        let record = arguments.replay && place == 0;
        runs.push(run(&task.model, &setting.options, arguments, record));
    }
    for (run, sum) in runs.iter().zip(sums) {
        sum.add(run, arguments.timeout);
    }
    let shown = runs.iter().any(|run| run.seconds >= arguments.least || !run.solved());
    for (setting, run) in arguments.setting.iter().zip(&runs).filter(|_| shown) {
        println!("{}", line(&task.name, &setting.name, run));
        if arguments.details {
            details(&run.measured.statistics);
        }
    }
    if arguments.replay {
        replays.play(&task.name, &runs[0].measured, arguments.timeout, shown);
    }
    let opposed = |a: &Run, b: &Run| {
        let mut pairs = a.verdicts.iter().zip(&b.verdicts);
        pairs.any(|(a, b)| a.is_some() && b.is_some() && a != b)
    };
    let contradiction = runs.iter().any(|run| opposed(run, &runs[0]));
    if contradiction {
        println!("CONTRADICTION: the settings disagree on {}", task.name);
    }
    contradiction
}

fn head() -> String {
    format!(
        "{:<36} {:<24} {:>8} {:>6} {:>6} {:>8} {:>8} {:>6} {:>5} {:>5}  verdict",
        "task",
        "setting",
        "seconds",
        "frames",
        "lemmas",
        "queries",
        "solver",
        "µs",
        "lift",
        "lemma"
    )
}

fn line(task: &str, setting: &str, run: &Run) -> String {
    let statistics = &run.measured.statistics;
    let all = statistics.all();
    let mean = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
    format!(
        "{task:<36} {setting:<24} {:>8.3} {:>6} {:>6} {:>8} {:>8.3} {:>6.1} {:>5.1} {:>5.1}  {}",
        run.seconds,
        statistics.frames,
        statistics.lemmas,
        all.count,
        all.time.as_secs_f64(),
        all.time.as_secs_f64() * 1e6 / all.count.max(1) as f64,
        mean(statistics.lifted, statistics.obligations),
        mean(statistics.literals, statistics.added),
        run.verdict()
    )
}

fn details(statistics: &Statistics) {
    for (question, tally) in Question::ALL.iter().zip(&statistics.queries) {
        println!(
            "    {:<8} {:>9} queries, {:>9} satisfiable, {:>6} given up, {:>8.3} s, {:>7.1} µs",
            format!("{question:?}"),
            tally.count,
            tally.satisfiable,
            tally.interrupted,
            tally.time.as_secs_f64(),
            tally.time.as_secs_f64() * 1e6 / tally.count.max(1) as f64,
        );
    }
    println!(
        "    {} obligations, {} lemmas added, {} predicted, {} times in vain",
        statistics.obligations, statistics.added, statistics.predicted[0], statistics.predicted[1]
    );
}

/// All runs of a setting.
#[derive(Default)]
struct Sum {
    tasks: usize,
    solved: usize,
    /// Of each task; the limit if it was not solved.
    seconds: Vec<f64>,
    queries: u64,
    solver: f64,
}

impl Sum {
    fn add(&mut self, run: &Run, limit: f64) {
        let all = run.measured.statistics.all();
        self.tasks += 1;
        self.solved += usize::from(run.solved());
        self.seconds.push(if run.solved() { run.seconds } else { limit });
        self.queries += all.count;
        self.solver += all.time.as_secs_f64();
    }

    fn text(&self, first: &[f64]) -> String {
        let pairs = self.seconds.iter().zip(first);
        let ratios: Vec<f64> = pairs
            .filter(|&(&own, &first)| own >= 0.1 || first >= 0.1)
            .map(|(own, first)| (own / first).ln())
            .collect();
        let mean = (ratios.iter().sum::<f64>() / ratios.len().max(1) as f64).exp();
        format!(
            "{} of {} solved, {:.1} s, {} queries, {:.1} s in solvers, \
             geometric mean of the ratio to the first on {} tasks from 0.1 s: {mean:.3}",
            self.solved,
            self.tasks,
            self.seconds.iter().sum::<f64>(),
            self.queries,
            self.solver,
            ratios.len(),
        )
    }
}

/// Recorded queries, played to both solvers.
#[derive(Default)]
struct Replays {
    queries: usize,
    cone: f64,
    cadical: f64,
    /// Tasks on which the own solver is slower.
    lost: Vec<String>,
}

impl Replays {
    fn play(&mut self, task: &str, measured: &Measured, timeout: f64, shown: bool) {
        let (mut cone_time, mut cadical_time, mut queries) = (0.0, 0.0, 0);
        for stream in &measured.streams {
            let play = |solver: &mut dyn Framed| -> (Vec<Answer>, f64) {
                cpu::limited(8.0 * timeout, |budget| stream.play(solver, budget))
            };
            let (ours, seconds) = play(&mut Cone::new());
            cone_time += seconds;
            let cadical = CaDiCaL::new(Profile::Incremental);
            let (theirs, seconds) = play(&mut Switched::new(cadical, stream.free));
            cadical_time += seconds;
            let mut pairs = ours.iter().zip(&theirs);
            let opposed = |(a, b): (&Answer, &Answer)| {
                a != b && *a != Answer::Interrupted && *b != Answer::Interrupted
            };
            assert!(!pairs.any(opposed), "the solvers disagree on {task}");
            queries += ours.len();
        }
        self.queries += queries;
        self.cone += cone_time;
        self.cadical += cadical_time;
        if cone_time > cadical_time.max(0.01) {
            self.lost.push(task.to_owned());
        }
        if shown {
            println!(
                "    played: {queries} queries, cone {cone_time:.3} s, CaDiCaL {cadical_time:.3} s, {:.2} times",
                cadical_time / cone_time
            );
        }
    }

    fn text(&self) -> String {
        format!(
            "{} queries, cone {:.2} s, CaDiCaL {:.2} s: {:.2} times; slower than CaDiCaL on: {}",
            self.queries,
            self.cone,
            self.cadical,
            self.cadical / self.cone,
            if self.lost.is_empty() { "none".to_owned() } else { self.lost.join(", ") }
        )
    }
}
