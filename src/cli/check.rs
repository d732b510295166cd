//! `llumc check`: the whole pipeline, from C files to a checked verdict.

use std::panic::resume_unwind;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::args::CheckArgs;
use super::beside::beside;
use super::checked::Checked;
use super::claims::Claims;
use super::deadline::Deadline;
use super::engines::{Configured, describe_ending, describe_stop};
use super::exit::Exit;
use super::input::{self, Input};
use super::mining;
use super::model::{Encoding, Pipeline, compile, compile_only};
use super::output::{Output, write_reproducer};
use super::progress::ProgressLine;
use super::show;
use super::values::ArraysArg;
use super::verdict::{self, Decided};
use crate::analysis::Mined;
use crate::dimspec::Model;
use crate::engine::race::{self, Limits, Reply};
use crate::engine::{Config, Ending, EngineKind, Event};
use crate::frontend::{Compiled, Options};
use crate::memory::{
    self,
    large::{Followed, follow},
};
use crate::program::{GoalKind, Program};
use crate::report::{EngineReport, ModelReport, ObstacleReport, Report};
use crate::support::limits;
use crate::support::{Budget, StopReason, output};

/// Runs the subcommand.
///
/// # Errors
/// If the input is wrong, or (internal) if an answer does not stand up to its check.
pub fn run(args: &CheckArgs) -> Result<Exit> {
    if args.list_models {
        return show::models(&[]);
    }
    let started = Instant::now();
    let input = input::resolve(&args.input)?;
    if let Some(path) = &args.reproducer {
        output::check_writable(path)
            .with_context(|| format!("cannot write {} (--reproducer)", path.display()))?;
    }
    for remark in &input.remarks {
        eprintln!("llumc: note: {remark}");
    }
    let configured = Configured::new(&args.engine)?;
    if args.list_checks {
        return list_checks(&input, configured.budget().remaining());
    }
    let output = Output::new(args, &input, started);
    let last = output.clone();
    let deadline = Deadline::start(configured.budget().remaining(), move |reason, spent| {
        last.print(Report { reasons: vec![reason], ..last.blank.clone() }, spent)
    });
    let run = Run { args, configured: &configured, deadline: &deadline, output: &output };
    let answer = run.deepening(&input.options)?;
    deadline.phase("the report was written");
    let exit = answer.decided.exit;
    if let Some(path) = &args.reproducer {
        write_reproducer(path, answer.claims.reproducer.as_deref());
    }
    let text = output.print(answer.report(&output.blank), deadline.spent());
    deadline.finish();
    super::print(&text)?;
    Ok(exit)
}

/// What one way of modelling the program leads to.
struct Answer {
    decided: Decided,
    claims: Checked,
    engines: Vec<EngineReport>,
    model: ModelReport,
}

impl Answer {
    /// All but the times of the whole, which are those of when it is printed.
    fn report(self, blank: &Report) -> Report {
        let Self { decided, claims, engines, model } = self;
        Report {
            verdict: decided.verdict,
            reasons: decided.reasons,
            checks: decided.checks,
            obstacles: decided.obstacles,
            approximations: decided.approximations,
            confirmations: claims.confirmations,
            engines,
            model,
            replay_seconds: claims.replay_time.as_secs_f64(),
            attack_seconds: claims.attack_time.as_secs_f64(),
            ..blank.clone()
        }
    }

    /// Checks that were not decided.
    fn open(&self) -> usize {
        self.decided.open()
    }

    /// Whether all is decided, but only within a bound of the model.
    fn is_bounded(&self) -> bool {
        let mut obstacles = self.decided.obstacles.iter();
        let is_bound = |it: &ObstacleReport| it.kind == "bound" && it.status != "unreachable";
        self.decided.exit == Exit::Unknown && self.open() == 0 && obstacles.any(is_bound)
    }

    /// The other answer, about a better model, unless it leaves more open.
    fn or_better(self, other: Self) -> Self {
        let better = other.decided.exit != Exit::Unknown || other.open() <= self.open();
        if better { other } else { self }
    }
}

/// What stays from one race of engines to the next.
struct Race {
    line: ProgressLine,
    /// Whether nothing more need be kept for the case that the process is ended.
    remembered: bool,
}

/// What all ways of modelling the program share.
struct Run<'a> {
    args: &'a CheckArgs,
    configured: &'a Configured,
    deadline: &'a Deadline,
    output: &'a Output,
}

impl Run<'_> {
    /// Decides the program, with recursive functions followed as deep as the front end does
    /// at first. If nothing is left open but what lies deeper, that is followed next: with
    /// programs that are twice as large each time, as long as there is time and they don't get too
    /// large.
    fn deepening(&self, options: &Options) -> Result<Answer> {
        let compiled = compile_only(options)?;
        let mut reached = compiled.recursion;
        let mut answer = self.answer(compiled)?;
        let limited = match self.configured.budget().remaining() {
            Some(_) => None,
            // Nobody waits for ever for what may have no end.
            None => Some(self.configured.at_most(limits::DEEPENING_TIME)),
        };
        let run = Run { configured: limited.as_ref().unwrap_or(self.configured), ..*self };
        let deepest = self.args.input.recursion.unwrap_or(limits::MAX_RECURSION);
        while let Some(depth) = reached.filter(|reached| reached.levels < deepest)
            && (depth.levels < options.recursion
                || depth.instructions_with_next <= limits::DEEP_INSTRUCTIONS)
            && answer.is_bounded()
            && run.configured.budget().exhausted().is_none()
        {
            self.deadline.phase("the program was read");
            let twice = depth.instructions.saturating_mul(2).min(limits::DEEP_INSTRUCTIONS);
            let inlined = Some(twice.max(depth.instructions_with_next));
            let options = Options { recursion: deepest, inlined, ..options.clone() };
            let compiled = compile_only(&options)?;
            reached = compiled.recursion;
            answer = answer.or_better(run.answer(compiled)?);
        }
        Ok(answer)
    }

    /// Decides with single elements of large objects, if that is wanted, and if it is not
    /// enough, with all of them.
    fn answer(&self, compiled: Compiled) -> Result<Answer> {
        let configured = self.configured;
        let wanted = self.args.arrays != ArraysArg::Exact;
        let Some(followed) = follow(&compiled.program, limits::FOLLOWED_CELLS).filter(|_| wanted)
        else {
            return self.attempt(configured, compiled, None);
        };
        let only = self.args.arrays == ArraysArg::Followed
            || memory::is_beyond(&compiled.program, &memory::Limits::default());
        if only {
            return self.attempt(configured, compiled, Some(followed));
        }
        let time = configured
            .budget()
            .remaining()
            .map_or(limits::FOLLOWED_TIME, |left| left / limits::FOLLOWED_SHARE);
        let first = configured.at_most(time.min(limits::FOLLOWED_TIME));
        let answer = self.attempt(&first, compiled.clone(), Some(followed.clone()))?;
        let is_over = |answer: &Answer| {
            answer.decided.exit != Exit::Unknown || configured.budget().exhausted().is_some()
        };
        if is_over(&answer) {
            return Ok(answer);
        }
        let out_of_time = first.budget().exhausted().is_some();
        let answer = answer.or_better(self.attempt(configured, compiled.clone(), None)?);
        if is_over(&answer) || !out_of_time {
            return Ok(answer);
        }
        // The other one came to its end before its time: the first may have what is left.
        Ok(answer.or_better(self.attempt(configured, compiled, Some(followed))?))
    }

    /// Mines, runs the engines, and has every answer checked.
    fn attempt(
        &self,
        configured: &Configured,
        compiled: Compiled,
        followed: Option<Followed>,
    ) -> Result<Answer> {
        let (args, deadline) = (self.args, self.deadline);
        let pipeline = Pipeline::new(compiled, followed, encoding(args, configured), deadline);
        let program = &pipeline.compiled.program;
        let mut claims = Claims::new(&pipeline, configured.budget(), deadline, args);
        let mut race = Race { line: ProgressLine::new(args.engine.quiet), remembered: false };
        // Without a limit nothing ends this process before its time.
        race.remembered = args.engine.timeout.is_none();

        claims.without_engines();
        claims.bound_variables();
        claims.step_from_bounds();
        let (mut endings, mut over) = (vec![], false);
        if configured.mines && !args.no_mine {
            if let Some(wait) = self.head_start(configured, &pipeline) {
                let mined;
                (endings, mined) =
                    self.race(&mut race, configured, Some(wait), &pipeline, &mut claims);
                over = mined.is_none();
                mined.into_iter().for_each(|mined| claims.mined(mined));
            } else {
                claims.mine();
            }
        }
        let needless = over || claims.open().is_empty() || claims.failed();
        // None of them has a chance, if there is no time.
        let late = configured.budget().exhausted().is_some();
        if !needless && !late {
            if args.sweep && configured.engines.iter().any(|config| config.kind.takes_lemmas()) {
                claims.sweep();
            }
            endings = self.race(&mut race, configured, None, &pipeline, &mut claims).0;
        }
        claims.again();
        if !race.remembered {
            // Another attempt may follow, and not come to its end.
            self.remember(program, &claims, &pipeline);
        }
        let claims = claims.finish(&args.engine)?;

        let engines = endings.iter().map(|(kind, ending)| EngineReport {
            name: kind.to_string(),
            ending: describe_ending(ending),
            depth: race.line.depth(*kind),
        });
        let mut engines: Vec<EngineReport> = engines.collect();
        if late && !needless {
            engines = self.out_of_time();
        }
        deadline.phase("the report was written");
        let decided = verdict::decide(program, &claims, &engines);
        Ok(Answer { decided, claims, engines, model: pipeline.size() })
    }

    /// How long engines run before something is mined beside them: programs that they decide at
    /// once need no mining. None, if it comes first.
    fn head_start(&self, configured: &Configured, pipeline: &Pipeline) -> Option<Duration> {
        if self.args.sweep || !pipeline.has_loops {
            return None;
        }
        let left = configured.budget().remaining().unwrap_or(Duration::MAX);
        if pipeline.size().clauses <= limits::HEAD_START_CLAUSES {
            return Some(
                (self.output.started.elapsed() * limits::CHECK_HEAD_START_FACTOR)
                    .min(limits::CHECK_HEAD_START)
                    .min(left / limits::CHECK_HEAD_START_SHARE),
            );
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        (cores > 1).then_some(Duration::ZERO)
    }

    /// Runs the engines on all goals that are open, and has every answer checked. If a time is
    /// given, invariants are mined beside them when it has passed; if any are found, they end the
    /// race, which may begin anew with them.
    fn race(
        &self,
        race: &mut Race,
        configured: &Configured,
        mine_after: Option<Duration>,
        pipeline: &Pipeline,
        claims: &mut Claims<'_>,
    ) -> (Vec<(EngineKind, Ending)>, Option<Mined>) {
        let deadline = self.deadline;
        let places = claims.open();
        if places.is_empty() || claims.failed() {
            return (vec![], None);
        }
        deadline.phase("the engines' models were made");
        let models: Vec<Model> =
            configured.engines.iter().map(|config| claims.model(config.kind, &places)).collect();
        let program = &pipeline.compiled.program;
        if !race.remembered {
            self.remember(program, claims, pipeline);
        }
        // What ends the race does not end the checks of its answers.
        let budget = Budget::with_timeout(configured.budget().remaining());
        let limits = Limits { budget: budget.clone(), ..configured.limits() };
        let judging = limits.judging.clone();
        let bad = &pipeline.encoded.system.bad;
        let mining = mining::Beside {
            pipeline,
            deadline,
            goals: places.iter().map(|&place| bad[place].goals.clone()).collect(),
            race: budget.clone(),
            pause: limits.pause.clone(),
        };
        let runners: Vec<_> = configured.engines.iter().zip(&models).collect();
        deadline.phase("the engines ran");
        let engines = || {
            let mut pressed = None;
            let mut judge = |kind, event: Event| {
                let reply = match event {
                    Event::Progress(progress) => {
                        race.line.update(kind, progress);
                        if pressed.take().is_none() {
                            return Reply::Accept;
                        }
                        claims.again_beside()
                    }
                    Event::Lemmas(_) => return Reply::Accept,
                    Event::Reached { goal, trace } => claims.reached(kind, places[goal], &trace),
                    Event::Unreachable { goals, proof } => {
                        let goals: Vec<usize> = goals.iter().map(|&goal| places[goal]).collect();
                        claims.unreachable(kind, &goals, &proof)
                    }
                };
                let open = claims.open();
                let decided = (0..places.len()).filter(|&goal| !open.contains(&places[goal]));
                decided.for_each(|goal| budget.drop_part(goal));
                if reply == Reply::Accept && !race.remembered {
                    race.remembered = self.remember(program, claims, pipeline);
                }
                pressed = claims.is_pressed().then(|| judging.begin());
                deadline.phase("the engines ran");
                reply
            };
            let endings = race::run_each(&runners, limits, &mut judge);
            (endings, claims.open().is_empty() || claims.failed())
        };
        let wait = mine_after.unwrap_or_default();
        let mine = mine_after.map(|_| || mining.mine());
        let (endings, mined) = beside(engines, &budget, wait, mine);
        race.line.clear();
        (endings, mined.and_then(|mined| mined.unwrap_or_else(|panic| resume_unwind(panic))))
    }

    /// Keeps what is known for the case that the process must be ended before its time. Says
    /// whether that is a violation: one is the verdict, whatever becomes of the rest.
    fn remember(&self, program: &Program, claims: &Claims<'_>, pipeline: &Pipeline) -> bool {
        let engines = self.out_of_time();
        let decided = verdict::decide(program, claims.checked(), &engines);
        let (exit, open) = (decided.exit, decided.open());
        let (claims, model) = (claims.checked().clone(), pipeline.size());
        let output = self.output.clone();
        let report = Answer { decided, claims, engines, model }.report(&output.blank);
        let tell = move |why: &str, spent| {
            let because = |text: String| text.replace(&describe_stop(&StopReason::Time), why);
            let Report { mut engines, reasons, .. } = report;
            engines.iter_mut().for_each(|it| it.ending = because(std::mem::take(&mut it.ending)));
            let reasons = reasons.into_iter().map(because).collect();
            output.print(Report { engines, reasons, ..report }, spent)
        };
        self.deadline.knows(tell, exit, open);
        exit == Exit::Violated
    }

    /// What is said of the engines if they had no time, or no more.
    fn out_of_time(&self) -> Vec<EngineReport> {
        let out = |config: &Config| EngineReport {
            name: config.kind.to_string(),
            ending: describe_stop(&StopReason::Time),
            depth: 0,
        };
        self.configured.engines.iter().map(out).collect()
    }
}

fn encoding(args: &CheckArgs, configured: &Configured) -> Encoding {
    Encoding {
        blocks: args.blocks.into(),
        accelerate: !args.no_accelerate,
        ranges: (configured.mines && !args.no_ranges)
            .then(|| configured.budget().at_most(limits::RANGES_TIME)),
    }
}

/// Prints the checks with their places, and what may be reached that is not modelled.
fn list_checks(input: &Input, limit: Option<Duration>) -> Result<Exit> {
    let deadline =
        Deadline::start(limit, |reason, _| format!("the checks are not known: {reason}\n"));
    let program = compile(&input.options, &memory::Limits::default())?.program;
    let mut lines: Vec<String> = program
        .goals
        .iter()
        .chain(&program.folded)
        .map(|goal| {
            let place = program.sources.describe(goal.loc);
            match &goal.kind {
                GoalKind::Check(check) => format!("{place}: {} [{}]\n", check.what, check.property),
                GoalKind::Unsupported(what) => format!("{place}: not modelled: {what}\n"),
                GoalKind::Bound(what) => format!("{place}: bound: {what}\n"),
            }
        })
        .collect();
    lines.sort();
    lines.dedup();
    deadline.finish();
    super::print(&lines.concat())?;
    Ok(Exit::Holds)
}

/// The model that IC3 gets; none if no goal needs one.
///
/// # Errors
/// If the input is wrong.
pub fn open_model(args: &CheckArgs) -> Result<Option<Model>> {
    let input = input::resolve(&args.input)?;
    let compiled = compile_only(&input.options)?;
    let deadline = Deadline::start(None, |reason, _| reason);
    let configured = Configured::new(&args.engine)?;
    let pipeline = Pipeline::new(compiled, None, encoding(args, &configured), &deadline);
    let mut claims = Claims::new(&pipeline, configured.budget(), &deadline, args);
    claims.without_engines();
    claims.bound_variables();
    claims.step_from_bounds();
    if !args.no_mine {
        claims.mine();
    }
    let places = claims.open();
    Ok((!places.is_empty()).then(|| claims.model(EngineKind::Ic3, &places)))
}
