//! Limits of effort: conflicts, rounds, runs, attempts. They do not depend on the clock, so results
//! can be repeated.

use super::Limit;

limits! {
    EFFORT:

    "analysis" {
        /// A question whether generated invariants exclude a goal is given up after this many.
        GOALS_CONFLICTS: u32 = 20_000, "conflicts";
        /// So many constants on each side of what was sampled are tried as bounds.
        TEMPLATE_BOUNDS: usize = 3, "constants";
        /// A sample run ends after this many.
        SAMPLE_LENGTH: usize = 4000, "blocks";
        /// After this many sample runs that bring nothing new no more are made.
        SAMPLE_VAIN: usize = 200, "runs";
        /// Fewer sampled points of a location are too few to suggest much: copies with smaller
        /// limits are run, too.
        SAMPLE_FEW: usize = 40, "points";
        /// Loops whose limit is no higher keep it in the copies with smaller limits.
        SAMPLE_SHORT: u128 = 16, "iterations";
        /// In copies with smaller limits those of two loops differ by no more than this.
        SAMPLE_GAP: u128 = 8, "iterations";
        /// A guard is propagated in both directions so often.
        GUARD_ROUNDS: usize = 3, "iterations";
        /// The condition of a choice is looked for in its sides no further below it.
        CHOICE_DEPTH: u32 = 3, "levels";
        /// A variable that changes more often at a head of a loop is widened.
        RANGES_EXACT: u32 = 4, "changes";
        /// A variable that changes more often is widened by larger steps.
        RANGES_FINE: u32 = 10, "changes";
        /// Of a variable that changes more often nothing is known any more.
        RANGES_COARSE: u32 = 18, "changes";
        /// So many passes over intervals take back what was widened too far.
        RANGES_NARROWING: usize = 3, "passes";
        /// No more directions are looked at in which filters keep variables small.
        FILTER_DIRECTIONS: usize = 100, "directions";
        /// Passes in which the bounds that filters keep are approached.
        FILTER_ITERATIONS: usize = 20_000, "passes";
        /// So many relations of a location that held in sample runs are handed to the engines on
        /// words.
        HINTS: usize = 300, "relations";
        /// A question about all candidates of an edge is given up after this many.
        HOUDINI_CONFLICTS: u32 = 3000, "conflicts";
        /// A question about one candidate is given up after this many.
        HOUDINI_CONFLICTS_OF_ONE: u32 = 300, "conflicts";
        /// The same of what holds while a control word has one value: sums under conditions
        /// take more, and there is no cheaper way to them.
        PHASE_CONFLICTS_OF_ONE: u32 = 5000, "conflicts";
        /// A condition that fewer sampled points meet suggests nothing.
        GUARDED_POINTS: usize = 4, "points";
        /// So many random points are sent along an edge each time that it is in doubt.
        EQUALITY_PROBES: usize = 24, "points";
        /// So often values are set to satisfy equalities of which one may disturb another.
        EQUALITY_ROUNDS: usize = 3, "iterations";
        /// A normaliser that makes more products of monomials gives up.
        NORMAL_PRODUCTS: usize = 400_000, "products";
    }

    "certify" {
        /// A replay makes no more iterations of a loop one by one: beyond is a closed form.
        ACCELERATED_ITERATIONS: u64 = 1 << 14, "iterations";
        /// A query for all candidates of a region is given up after this many. Without loops, where
        /// engines could do no better, queries are not limited.
        DIRECT_CONFLICTS: u32 = 20_000, "conflicts";
        /// A query for a single candidate of a region is given up after this many.
        DIRECT_CONFLICTS_OF_ONE: u32 = 1000, "conflicts";
        /// Without the circuits of large operators a condition is asked for this often, each time
        /// without the claims that did not hold.
        BOUNDED_ROUNDS: usize = 8, "times";
        /// For so many claims of a condition it is looked what the way to them says of the
        /// operands of large operators.
        BOUNDED_CLAIMS: usize = 24, "claims";
        /// Of so many sums of floating-point numbers in a condition bounds are stated.
        LINEAR_SUMS: usize = 256, "sums";
        /// A sum of more terms is taken as it is.
        LINEAR_LEAVES: usize = 64, "terms";
        /// Sums that are nested deeper are not looked for among others.
        LINEAR_DEPTH: u32 = 64, "levels";
        /// A sum is expanded into no more cases of the choices in it.
        LINEAR_CASES: usize = 8, "cases";
        /// A program without inputs is executed up to so many instructions, blocks and phis.
        EXECUTED: usize = 5_000_000, "instructions";
        /// Where it is found to reach a goal after more blocks, that is left to the engines.
        EXECUTED_TRACE: usize = 200_000, "blocks";
        /// So many ways to claims of a condition are told apart for what they say of operands.
        BOUNDED_WAYS: usize = 16, "ways";
        /// So many conditions are kept that hold wherever a claim is looked at.
        IMPLIED_CONJUNCTS: usize = 64, "conditions";
        /// Products of monomials that one condition may take; then the rest is left to the
        /// checking solvers.
        IDENTITY_PRODUCTS: usize = 400_000, "products";
        /// A trace with a loop of more is not replayed natively.
        NATIVE_ITERATIONS: u128 = 1 << 36, "iterations";
        /// No trace is replayed with objects that copies or searches more at once.
        REPLAY_BYTES: u64 = 1 << 26, "bytes";
        /// After this many of a replay the budget is looked at.
        REPLAY_STRIDE: usize = 1024, "steps";
    }

    "verify" {
        /// Loops with no more iterations are taken step by step: that is faster than their
        /// closed form, which multiplies.
        FEW_ITERATIONS: u128 = 128, "iterations";
        /// With fewer cores `auto` does not run the second configuration of IC3: it would take
        /// time from the others.
        SECOND_IC3_CORES: usize = 4, "cores";
    }

    "engine" {
        /// Whether all runs end, or a goal is k-inductive, is asked at every depth up to this one,
        /// then at fewer and fewer.
        UNROLL_EVERY: u32 = 16, "steps";
    }

    "engine::reach" {
        /// The engines on words end when they have found this many.
        PREDICATES: u16 = 4000, "predicates";
        /// Of more combinations of predicates after an edge none are told apart.
        CASES: usize = 4000, "combinations";
        /// The same where an infeasible path is explained: other explanations follow.
        EXPLAIN_CASES: usize = 64, "combinations";
        /// So many questions are asked to make an unsatisfiable core smaller.
        CORE_ATTEMPTS: usize = 60, "questions";
        /// The engine tracer hands on no larger formulas from place to place; it does with others.
        FACT_SIZE: usize = 60, "terms";
        /// The conditions of one place of a path are taken apart no further.
        ATOMS_LOOKED_AT: usize = 5000, "formulas";
    }

    "engine::ic3" {
        /// No more counterexamples to generalisation are blocked for one literal.
        IC3_CTGS: usize = 3, "cubes";
        /// If this many in a row can't be dropped, the rest of the cube is kept.
        IC3_FAILURES: usize = 50, "literals";
        /// A question whose answer is not needed is given up after this many.
        IC3_OPTIONAL_CONFLICTS: u32 = 200, "conflicts";
        /// Where lemmas speak of predicates, a query for inductive ones is given up after so
        /// many.
        IC3_HOUDINI_CONFLICTS: u32 = 20_000, "conflicts";
        /// A query for lemmas to tell other engines is given up after this many.
        IC3_SHARE_CONFLICTS: u32 = 2000, "conflicts";
        /// IC3's first pass over several goals ends after this many; each pass has twice as many as
        /// the one before.
        IC3_FIRST_PASS: u64 = 4000, "queries";
        /// One goal may take one of this many parts of a pass at one level.
        IC3_PASS_SHARE: u64 = 4, "parts";
        /// An obligation that was blocked more often is worth counterexamples to generalisation.
        IC3_STUBBORN: u32 = 10, "times";
        /// After this many IC3 first looks for lemmas to tell other engines.
        IC3_FIRST_LOOK: u64 = 500, "queries";
        /// After this many IC3 gives a sign of life.
        IC3_PROGRESS: u64 = 500, "queries";
        /// No attempt at predicates is made while twice those that did not suffice took this many more
        /// than all queries.
        IC3_WIDE_ADVANCE: u64 = 1 << 17, "assigned values";
        /// No more lemmas are tried for one parent.
        IC3_PREDICTIONS: usize = 4, "lemmas";
    }

    "frontend" {
        /// A pointer to an allocated object is followed through this many others in memory to learn
        /// the object's type.
        ALLOCATED_DEPTH: usize = 8, "steps";
        /// Promotion is not repeated more often: a variable whose address is kept in another can
        /// be promoted after that one, and the place of an access known after that.
        PROMOTION_ROUNDS: usize = 32, "iterations";
        /// A format of `printf` that is chosen at run time is looked for in no more values.
        VALUES_OF_A_FORMAT: usize = 4096, "values";
        /// It is tried to be no more texts; if there are more the call is unknown.
        FORMATS: usize = 256, "texts";
        /// The address of a local variable is followed through no more values; beyond, other
        /// threads and handlers may know it.
        ALIASES_OF_A_VARIABLE: usize = 1024, "values";
        /// A compared value is followed through no more choices and offsets; LLVM looks less far.
        COMPARISON_DEPTH: u32 = 8, "steps";
    }

    "memory" {
        /// An entry of an object that is joined more often is widened.
        CONTENTS_JOINS: u32 = 4, "joins";
        /// A phi that changes more often is widened.
        PHI_CHANGES: u32 = 4, "changes";
    }

    "relations" {
        /// Of orders of words that are not inductive no more are told.
        RELATIONS_OPEN_ORDERS: usize = 16, "orders";
        /// No more contexts are looked at for relations.
        CONTEXTS: usize = 24, "contexts";
        /// A context with fewer is not looked at: one state suggests nothing but itself.
        CONTEXT_POINTS: usize = 2, "states";
        /// For sums a context needs this many points beyond its words: what holds at fewer says
        /// nothing.
        SUM_MARGIN: usize = 2, "points";
        /// No more sums of words are tried.
        SUM_CANDIDATES: usize = 200, "candidates";
        /// No more orders of words are tried.
        ORDER_CANDIDATES: usize = 300, "candidates";
        /// A question about candidates is given up after this many.
        RELATIONS_CONFLICTS: u32 = 20_000, "conflicts";
    }

    "sat::cone" {
        /// After this many the first restart is due; the number is multiplied by the Luby sequence.
        CONE_RESTART: u32 = 128, "conflicts";
        /// After this many conflicts the budget is looked at.
        CONE_LOOK: u32 = 64, "conflicts";
        /// Learned clauses of at most this glue are always kept.
        CONE_GOOD_GLUE: u32 = 2, "levels";
        /// In debug builds learned clauses are checked if the formula has no more than this.
        CONE_CHECKED: usize = 3000, "clauses";
    }

    "support" {
        /// All processes of a tree are killed so often, for one may start others until it is hit;
        /// those that are left then are left.
        KILL_ROUNDS: u32 = 500, "attempts";
    }

    "sweep" {
        /// A question about signals is given up after this many: that one comparison of wide words
        /// implies another takes thousands.
        SIGNALS_CONFLICTS: u32 = 20_000, "conflicts";
        /// A random run is given up after this many in which no class of signals was split.
        SIGNALS_PATIENCE: u32 = 4, "steps";
        /// Random runs of a circuit take no more steps.
        SWEEP_STEPS: usize = 64, "steps";
        /// Random runs of a circuit evaluate about this many gates in all.
        SWEEP_GATES: usize = 4_000_000, "gates";
        /// A question about equal state bits is given up after this many.
        SWEEP_CONFLICTS: u32 = 300, "conflicts";
        /// A question for one more model, which is welcome but not needed, is given up after so
        /// many.
        SWEEP_CONFLICTS_FOR_ANOTHER: u32 = 20, "conflicts";
    }
}
