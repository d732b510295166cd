//! The command line as it is typed. What it means is decided in the other files of
//! this module; here are only the words, and their help. Words that options take as values
//! are in [`super::values`].

mod compare;
mod engine;
mod interrupts;
mod project;
mod results;
mod validate;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

pub use compare::{CompareArgs, SolversArgs};
#[cfg(feature = "llvm")]
pub use engine::positive_seconds;
pub use engine::{EngineArgs, ReachArgs};
pub use interrupts::InterruptArgs;
pub use project::{ExplainArgs, ProjectArgs};
pub use results::ResultArgs;
pub use validate::ValidateArgs;

use super::arrays::EncodedArrays;
use super::values::{
    AcceptArg, ArraysArg, BlocksArg, CallbacksArg, EncodingArg, FormatArg, GlobalsArg,
    GraphEngineArg, ModelFormat, SchemaArg, StageArg, SwitchesArg, UndefinedArg, VolatileArg,
};
use crate::program::AssumptionKind;
use crate::support::limits;

/// Exit codes, for the end of every help text.
const EXIT_CODES: &str = "\
Exit codes:
  0  all requested properties hold (proved, and the proof checked)
  1  a property is violated (and the trace replayed)
  2  unknown: time, memory, bound, or something that is not modelled; the text says which
  3  wrong usage or input: unknown option, missing file, C error, malformed file
  4  internal error: a bug in llumc; it gives no verdict then";

/// Unbounded software model checker for C.
///
/// Compiles C to LLVM IR, inlines everything into one function and encodes its blocks
/// as a transition system over bit-vectors; decides whether a violation can be reached,
/// for any number of loop iterations, by incremental SAT solving and by IC3; and checks
/// every answer again before saying it: a violation is replayed, an invariant is
/// verified against the program.
#[derive(Debug, Parser)]
#[command(name = "llumc", version, propagate_version = true, after_help = EXIT_CODES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Those about C.
    #[command(flatten)]
    ReadsC(ReadsC),
    /// Decide a model file, ours or anyone's: DimSpec, AIGER or BTOR2.
    #[command(after_help = EXIT_CODES)]
    Solve(SolveArgs),
    /// Check anybody's answer about a model file, or evidence of `check`: 0 it is right, 1 it is
    /// wrong.
    Certify(CertifyArgs),
    /// Write a model file in another format.
    Convert(ConvertArgs),
    /// Run several engines on the same files and compare them.
    Compare(CompareArgs),
    /// List the external solvers that are described, and which are installed.
    Solvers(SolversArgs),
    /// List the limits of time, memory and effort, what happens at each, and which option sets it.
    Limits(LimitsArgs),
    /// Tell a report of `check --json` at length.
    Explain(ExplainArgs),
    /// Print the JSON schema of reports.
    Schema(SchemaArgs),
    /// Print a script that completes this command line in a shell.
    Completions(CompletionsArgs),
    /// Write manual pages.
    Man(ManArgs),
}

/// Of which reports.
#[derive(Debug, Args)]
pub struct SchemaArgs {
    /// Those of `check` or those of `project`.
    #[arg(value_enum, default_value_t = SchemaArg::Check)]
    pub of: SchemaArg,
}

/// For which shell.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// Where to.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// The folder for the pages; it is made if need be.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// The subcommands that read C.
#[derive(Debug, Subcommand)]
pub enum ReadsC {
    /// Decide whether the program's checks can fail.
    #[command(after_help = EXIT_CODES)]
    Check(Box<CheckArgs>),
    /// Check anybody's witness about a program, of a violation or of a proof.
    #[command(after_help = validate::EXIT_CODES)]
    Validate(Box<ValidateArgs>),
    /// Check all tasks of a project, which its llumc.toml lists; only those of which something has
    /// changed.
    #[command(after_help = project::EXIT_CODES)]
    Project(Box<ProjectArgs>),
    /// Write the program's transition system as a DimSpec file or in another format.
    Encode(Box<EncodeArgs>),
    /// Print an intermediate stage of the pipeline.
    Show(Box<ShowArgs>),
    /// List the functions of the C library that are modelled.
    Models(ModelsArgs),
}

/// Which models are meant.
#[derive(Debug, Args)]
pub struct ModelsArgs {
    /// A C file with models of your own, to be listed too.
    #[arg(long = "model", value_name = "FILE")]
    pub models: Vec<PathBuf>,
}

/// What program is meant, and which of its checks.
#[derive(Clone, Debug, Args)]
pub struct InputArgs {
    /// C files (.c, .i), LLVM IR (.ll, .bc), or one SV-COMP task (.yml).
    ///
    /// With --compile-commands those of the project's files that are meant; none: the one that
    /// defines the entry function. What else they need is linked. `-` is C from the standard
    /// input.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// A project's compile commands: compile_commands.json, or the folder where it is. They say
    /// how its files are compiled, and which others there are.
    #[arg(long, value_name = "PATH")]
    pub compile_commands: Option<PathBuf>,
    /// What to check: a name, a comma-separated list, `all`, or an SV-COMP .prp file [default:
    /// all that are undefined behaviour or failed assertions].
    ///
    /// unreach-call: reach_error() is not called. assert: assert() and
    /// __VERIFIER_assert() hold. no-overflow: no signed + - * / % or negation, and no
    /// left shift, has a result that can't be represented. shift: no shift amount is
    /// negative or too large, no negative number is shifted left. div-by-zero: no
    /// division or remainder by zero. unreachable: __builtin_unreachable() is not
    /// reached. vla-bound: no array has a length that is not positive. valid-deref: every
    /// access lies in an object that lives. valid-free: only living heap objects are freed.
    /// overlap: memcpy and the like don't copy to a place that overlaps the source.
    /// float-cast-overflow: no floating-point number is converted to an integer type that its
    /// integral part does not fit. Only if asked for: float-div-by-zero: no floating-point
    /// number is divided by zero. float-overflow: no operation on finite numbers gives an
    /// infinity. nan: no operation makes a NaN of operands that are none. unsigned-overflow: no unsigned sum, difference, product or shift wraps
    /// around. conversion: no implicit conversion changes an integer. array-bounds: no index
    /// lies outside of its array, be it inside of the object. alignment: every access is
    /// aligned as its type wants. uninit: nothing is read that was never written.
    /// valid-memtrack: no heap object is lost. valid-memcleanup: all are freed at the end.
    /// no-data-race: no two threads access the same memory at the same time, one of them to
    /// write, but by atomic operations.
    #[arg(short, long = "property", value_name = "PROPERTY", value_delimiter = ',')]
    pub properties: Vec<String>,
    /// Add a folder to search for headers.
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Define a macro.
    #[arg(short = 'D', value_name = "MACRO[=VALUE]")]
    pub define: Vec<String>,
    /// Data model: 32 for ILP32, 64 for LP64 [default: 64, or what the task file says].
    #[arg(short = 'm', value_name = "BITS", value_parser = ["32", "64"])]
    pub model: Option<String>,
    /// The machine that the program is for, as clang names it: arm-none-eabi, riscv32-unknown-elf
    /// and others of ARM and RISC-V with 32 bits [default: x86-64, or what compile commands say].
    /// Violations are then not replayed natively.
    #[arg(long, value_name = "TRIPLE", conflicts_with = "model")]
    pub target: Option<String>,
    /// The function where execution starts [default: main; of `validate` the one that the witness
    /// names]. 'f(data[length], length)' says that its parameter data leads to an array of so many
    /// elements as its parameter length says.
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,
    /// What variables hold when that function is called, if it is not main.
    #[arg(long, value_enum, default_value_t = GlobalsArg::Initial)]
    pub entry_globals: GlobalsArg,
    /// What a read of a volatile variable gives.
    #[arg(long, value_enum, default_value_t = VolatileArg::Arbitrary)]
    pub volatile: VolatileArg,
    /// What a call of an undefined function does besides returning any value.
    #[arg(long = "extern", value_enum, default_value_t = UndefinedArg::Default)]
    pub undefined: UndefinedArg,
    /// Which functions of the program undefined ones call back, with --extern default.
    #[arg(long, value_enum, default_value_t = CallbacksArg::Nested)]
    pub callbacks: CallbacksArg,
    /// Functions that interrupt the program.
    #[command(flatten)]
    pub interrupts: InterruptArgs,
    /// A function of which a call is a violation of unreach-call, as one of reach_error is.
    #[arg(long = "error-function", value_name = "FUNCTION", value_delimiter = ',')]
    pub error_functions: Vec<String>,
    /// Take what old dialects of C allow in every dialect: functions that are not declared,
    /// variables without a type, conversions between pointers and integers (with -std=c89, c99
    /// and the like it is allowed anyway).
    #[arg(long)]
    pub lenient: bool,
    /// How many objects are modelled of one allocation (malloc) that stands in a loop [default:
    /// 4; more as long as nothing else is open and there is time].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub allocations: Option<u32>,
    /// The largest object, in bytes, that is modelled where its size is not constant [default:
    /// any size, if single elements can be followed, else 64; more as long as nothing else is
    /// open and there is time].
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub max_allocation: Option<u64>,
    /// How many characters are modelled of an argument of the program and of a string of the
    /// environment, which may have more [default: 16; more as long as nothing else is open and
    /// there is time].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=255))]
    pub max_string: Option<u32>,
    /// How many steps pointers lead on that come from an undefined function, from a parameter of the
    /// entry function or from nowhere (were never set) [default: 3; more as long as nothing else is
    /// open and there is time].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=24))]
    pub outside_depth: Option<u32>,
    /// How many objects such a pointer leads to in all [default: 32; more as long as nothing else is
    /// open and there is time].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub outside_objects: Option<u32>,
    /// How many threads of one function are modelled at once [default: as many as calls of
    /// pthread_create name it; more as long as nothing else is open and there is time].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub threads: Option<u32>,
    /// Where other threads may run [default: fewer, and all where that does not suffice].
    #[arg(long, value_name = "WHERE")]
    pub thread_switches: Option<SwitchesArg>,
    /// Let malloc, calloc, realloc and what is made of them return null at any time.
    #[arg(long)]
    pub malloc_may_fail: bool,
    /// Decide under assumptions that are not made else, by the names in docs/C.md: accesses-valid, that
    /// no access and no call of free is invalid where no property asks for it.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub accept: Vec<AcceptArg>,
    /// How many calls deep a recursive function is followed after its first call [default: 5,
    /// at first less where calls multiply; deeper as long as nothing else is open and there is
    /// time: for 30 s if there is no --timeout].
    #[arg(long, value_name = "N",
        value_parser = clap::value_parser!(u32).range(0..=i64::from(limits::MAX_RECURSION)))]
    pub recursion: Option<u32>,
    /// A C file with functions that are taken where the program calls and does not define
    /// them, before those of the C library (`llumc models --model FILE` lists them).
    #[arg(long = "model", value_name = "FILE")]
    pub models: Vec<PathBuf>,
    /// Further options for clang, after `--`.
    #[arg(last = true, value_name = "CLANG_OPTION")]
    pub clang: Vec<String>,
}

impl InputArgs {
    /// The name of the function where execution starts.
    pub fn entry(&self) -> &str {
        let entry = self.entry.as_deref().unwrap_or("main");
        entry.split_once('(').map_or(entry, |(name, _)| name).trim()
    }
}

/// `llumc check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The program.
    #[command(flatten)]
    pub input: InputArgs,
    /// Engine and limits.
    #[command(flatten)]
    pub engine: EngineArgs,
    /// How much of the program one step takes.
    #[arg(long, value_enum, default_value_t = BlocksArg::Large)]
    pub blocks: BlocksArg,
    /// List the checks that the properties mean in this program, and decide nothing.
    #[arg(long)]
    pub list_checks: bool,
    /// List the functions of the C library that are modelled, as `llumc models` does.
    #[arg(long, exclusive = true)]
    pub list_models: bool,
    /// Don't let one step take many iterations of a simple loop.
    #[arg(long)]
    pub no_accelerate: bool,
    /// What is known of the contents of large objects.
    #[arg(long, value_enum, default_value_t = ArraysArg::Auto)]
    pub arrays: ArraysArg,
    /// How results are told.
    #[command(flatten)]
    pub results: ResultArgs,
    /// Say of each line, function and branch whether any run reaches it, behind the checks. Takes
    /// the time that is left.
    #[arg(long)]
    pub cover: bool,
    /// End when the first violation is confirmed, whatever else is open [default: if one SV-COMP
    /// property is asked for, by a .prp file or a task, and no coverage; `--stop-at-first=false`
    /// asks for all].
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true,
        default_missing_value = "true")]
    pub stop_at_first: Option<bool>,
    /// Give no verdict that may rest on these assumptions, by the names that are listed with
    /// verdicts and in docs/C.md: unknown instead.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub refuse: Vec<AssumptionKind>,
    /// Refuse all assumptions, and let allocation fail as --malloc-may-fail does.
    #[arg(long)]
    pub strict: bool,
    /// With the engine `auto`: don't generate invariants from words in parallel with the
    /// others.
    #[arg(long)]
    pub no_mine: bool,
    /// With the engine `auto`: don't compute intervals and known bits of variables before the
    /// others run.
    #[arg(long)]
    pub no_ranges: bool,
    /// Merge state bits that are equal in all states that runs reach, before engines that prove
    /// get the program. It seldom pays for programs (docs/SWEEPING.md).
    #[arg(long)]
    pub sweep: bool,
    /// Don't run the program natively: neither to replay a trace nor to attack a proof.
    #[arg(long)]
    pub no_native_replay: bool,
    /// Don't check answers. For measuring engines only: the verdict is then unconfirmed.
    #[arg(long)]
    pub no_certify: bool,
}

/// `llumc encode`.
#[derive(Debug, Args)]
pub struct EncodeArgs {
    /// The program.
    #[command(flatten)]
    pub input: InputArgs,
    /// The file to write [default: dimspec-out/<name>.<extension of the format>]. The map
    /// of its names to C is written next to it, as <file>.map.json.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The format.
    #[arg(long, value_enum, default_value_t = ModelFormat::Dimspec)]
    pub to: ModelFormat,
    /// With --to smt2: add the question whether a goal is reached within K steps.
    #[arg(short = 'k', long, value_name = "K")]
    pub bound: Option<u32>,
    /// Which encoding.
    #[arg(long, value_enum, default_value_t = EncodingArg::Cfa)]
    pub encoding: EncodingArg,
    /// How much of the program one step takes, in the automaton encoding.
    #[arg(long, value_enum, default_value_t = BlocksArg::Large)]
    pub blocks: BlocksArg,
    /// Arrays.
    #[command(flatten)]
    pub arrays: EncodedArrays,
    /// Only this goal (its number, as `llumc show --stage program` prints it) instead of
    /// the disjunction of all.
    #[arg(long, value_name = "ID", conflicts_with = "one_goal")]
    pub goal: Option<u32>,
    /// One goal that stands for all, for tools that answer for a single one.
    #[arg(long)]
    pub one_goal: bool,
    /// How to print the figures.
    #[arg(short, long, value_enum, default_value_t = FormatArg::Text)]
    pub format: FormatArg,
}

/// `llumc solve`.
#[derive(Debug, Args)]
pub struct SolveArgs {
    /// A DimSpec, AIGER (text or binary) or BTOR2 file, gzip-compressed or not.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Write the invariant here if no goal can be reached: as an AIGER circuit if the file is
    /// called .aag or .aig, as an SMT-LIB function if .smt2, else `invariant n m` and m
    /// clauses; over the variables of a DimSpec, or the state bits of other formats in their
    /// order. The engine is then IC3 unless another is named.
    #[arg(long, value_name = "FILE")]
    pub invariant: Option<PathBuf>,
    /// Write a witness circuit here if no goal can be reached, as the hardware model checking
    /// competition wants it (.aag: as text): an AIGER circuit whose property is the invariant, for
    /// an AIGER file, or for what `llumc convert --to aiger` makes of a BTOR2 file. The engine is then
    /// IC3 unless another is named.
    #[arg(long, value_name = "FILE", conflicts_with = "invariant")]
    pub certificate: Option<PathBuf>,
    /// Engine and limits.
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Don't merge state bits that are equal in all states that runs reach, nor drop those on
    /// which no goal depends, nor look for gates whose being equal decides a goal.
    #[arg(long)]
    pub no_sweep: bool,
    /// Don't look for relations between words.
    #[arg(long)]
    pub no_relations: bool,
    /// How to print the result.
    #[arg(short, long, value_enum, default_value_t = FormatArg::Text)]
    pub format: FormatArg,
    /// Don't check answers. For measuring engines only.
    #[arg(long)]
    pub no_certify: bool,
}

/// `llumc certify`.
#[derive(Debug, Args)]
pub struct CertifyArgs {
    /// The model: a DimSpec, AIGER or BTOR2 file; or a folder that `llumc check --evidence` wrote.
    #[arg(value_name = "FILE|DIR")]
    pub file: PathBuf,
    /// The invariant that shows that no goal can be reached, in any of the formats in which
    /// `llumc solve --invariant` writes it.
    #[arg(long, value_name = "FILE", conflicts_with = "witness")]
    pub invariant: Option<PathBuf>,
    /// The witness that shows how a goal is reached: a solution of a DimSpec, an AIGER or a
    /// BTOR2 witness.
    #[arg(long, value_name = "FILE")]
    pub witness: Option<PathBuf>,
    /// Give up after this many seconds.
    #[arg(short, long, value_name = "SECONDS", value_parser = engine::positive_seconds)]
    pub timeout: Option<f64>,
}

/// `llumc convert`.
#[derive(Debug, Args)]
pub struct ConvertArgs {
    /// The model: a DimSpec, AIGER or BTOR2 file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The format.
    #[arg(long, value_enum)]
    pub to: ModelFormat,
    /// The file to write.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// With --to smt2: add the question whether a goal is reached within K steps.
    #[arg(short = 'k', long, value_name = "K")]
    pub bound: Option<u32>,
    /// One goal that stands for all, for tools that answer for a single one.
    #[arg(long)]
    pub one_goal: bool,
}

/// `llumc limits`.
#[derive(Debug, Args)]
pub struct LimitsArgs {
    /// How to print the table.
    #[arg(short, long, value_enum, default_value_t = FormatArg::Text)]
    pub format: FormatArg,
}

/// `llumc show`.
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// The program.
    #[command(flatten)]
    pub input: InputArgs,
    /// Which stage.
    #[arg(long, value_enum)]
    pub stage: StageArg,
    /// With the stage `ir`: the module after this pass (a name of the stage `passes`) instead of
    /// after the last one.
    #[arg(long, value_name = "PASS")]
    pub after: Option<String>,
    /// Which encoding, for the stage `system`.
    #[arg(long, value_enum, default_value_t = EncodingArg::Cfa)]
    pub encoding: EncodingArg,
    /// How much of the program one step takes, in the automaton encoding.
    #[arg(long, value_enum, default_value_t = BlocksArg::Large)]
    pub blocks: BlocksArg,
    /// Add the edges that take many iterations of a simple loop at once.
    #[arg(long)]
    pub accelerate: bool,
    /// Print the automaton as Graphviz text.
    #[arg(long)]
    pub dot: bool,
    /// The engine, for the stage `arg`.
    #[arg(long, value_enum, default_value_t = GraphEngineArg::Predicate)]
    pub engine: GraphEngineArg,
    /// With the stage `arg`: the graph after N refinements, instead of the last one; what the last
    /// of them removed is grey.
    #[arg(long, value_name = "N")]
    pub step: Option<u32>,
    /// Options of the engine, for the stage `arg`.
    #[command(flatten)]
    pub reach: ReachArgs,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[cfg(feature = "llvm")]
    #[test]
    fn compiler_style_options_are_understood() {
        let words =
            "llumc check a.c b.c -Iinc -DN=3 -m32 -p no-overflow,shift --timeout 5 -- -std=c99";
        let cli = Cli::try_parse_from(words.split(' ')).expect("parses");
        let Command::ReadsC(ReadsC::Check(check)) = cli.command else { panic!("not check") };
        assert_eq!(check.input.model.as_deref(), Some("32"));
        assert_eq!(check.input.define, ["N=3"]);
        assert_eq!(check.input.properties, ["no-overflow", "shift"]);
        assert_eq!(check.input.clang, ["-std=c99"]);
        assert_eq!(check.engine.timeout, Some(5.0));
        for wrong in ["-m16", "--timeout 0", "--timeout nan", "--memory 3", "--bound -1"] {
            let words = format!("llumc check a.c {wrong}");
            assert!(Cli::try_parse_from(words.split(' ')).is_err(), "{wrong}");
        }
    }
}
