//! Sizes: what is larger is refused, cut, or left alone.

use super::Limit;

limits! {
    SIZES:

    "analysis" {
        /// The orders of no more variables of one width are tried.
        ORDERED_VARIABLES: usize = 20, "variables";
        /// No more conditions of the program are tried as invariants.
        TEMPLATE_CONDITIONS: usize = 400, "conditions";
        /// No more points are kept of each location: further ones replace some.
        SAMPLED_POINTS: usize = 160, "points";
        /// No more variables that never change are tried in conditions at one location.
        GUARDED_FIXED: usize = 8, "variables";
        /// No more variables that change are tried in conditions at one location.
        GUARDED_MOVING: usize = 14, "variables";
        /// No more conditions of the program are tried at one location as what others hold under.
        GUARDED_CONDITIONS: usize = 64, "conditions";
        /// No more invariants under conditions are tried at one location.
        GUARDED_CANDIDATES: usize = 300, "candidates";
        /// A word of which more values were seen at a location is not taken for control.
        PHASE_VALUES: usize = 16, "values";
        /// No more invariants under values of control words are tried at one location.
        PHASE_CANDIDATES: usize = 1000, "candidates";
        /// A variable with more values is no control word for which intervals are split.
        PART_VALUES: usize = 128, "values";
        /// An automaton of which a control word would make more is not split by it.
        PART_LOCATIONS: usize = 10_000, "locations";
        /// More of what holds for single values of a control word is not told to engines.
        PART_CONJUNCTS: usize = 2000, "conjuncts";
        /// Nor is it looked at, if more is known of variables at copies of heads of loops.
        PART_PLACES: usize = 20_000, "intervals";
        /// Intervals are split for no more control words, one by one.
        PART_WORDS: usize = 4, "words";
        /// No more variables of one location are related to each other.
        EQUATED_VARIABLES: usize = 40, "variables";
        /// No more variables of one location are related in monomials of degree 2.
        SQUARED_VARIABLES: usize = 8, "variables";
        /// With more variables at one location there are no monomials of degree 3.
        CUBED_VARIABLES: usize = 3, "variables";
        /// Of orders that are not inductive no more are told at one location.
        OPEN_ORDERS: usize = 16, "orders";
        /// A polynomial of more is not normalised further.
        NORMAL_MONOMIALS: usize = 256, "monomials";
    }

    "certify" {
        /// An unrolling with more is not written down, nor checked: it would take some GB of
        /// memory.
        UNROLLED_LITERALS: u64 = 100_000_000, "literals";
        /// A region with more is not looked at for goals that need no engine.
        DIRECT_CLAUSES: usize = 4_000_000, "clauses";
        /// Where an access may be to more places, or blocks of variable length to so many bytes, it is
        /// not validated that memory was resolved rightly.
        VALIDATED_PLACES: usize = 1 << 14, "places";
        /// A program of which more bytes must be looked at is not validated.
        VALIDATED_WORDS: usize = 1 << 22, "words";
        /// A block of a program that needs more is not validated.
        VALIDATED_TERMS: usize = 1 << 21, "terms";
        /// Definitions of values of other blocks that are written into the condition of a block.
        VALIDATED_DEFINITIONS: usize = 2000, "definitions";
        /// A term whose polynomial has more is an atom for identities.
        IDENTITY_MONOMIALS: usize = 200, "monomials";
        /// A longer check that all runs end is not built: no checking solver would come to an end.
        EXHAUSTED_TERMS: usize = 1 << 20, "terms";
        /// A condition with more than about this is not decided by clauses: it would take some GB
        /// of memory.
        CHECKED_CLAUSES: usize = 10_000_000, "clauses";
        /// A report lists no more identities, but says how many there are.
        LISTED_IDENTITIES: usize = 5, "identities";
        /// No more values of a failing condition are kept.
        EXCERPT_VALUES: usize = 24, "values";
    }

    "cfa" {
        /// A loop with deeper terms is not accelerated: the terms are walked with recursion.
        ACCELERATED_DEPTH: usize = 400, "levels";
    }

    "verify" {
        /// On one core invariants of a larger model are generated at once: engines get no time
        /// before.
        HEAD_START_CLAUSES: usize = 100_000, "clauses";
    }

    "cli::project" {
        /// A larger file is no baseline of findings.
        BASELINE_SIZE: u64 = 64 << 20, "bytes";
    }
    "dimspec" {
        /// A file that announces this many more than occur is refused: what works on the file takes
        /// memory for each.
        DIMSPEC_IDLE: u64 = 1 << 22, "variables";
        /// No more values of one term are enumerated.
        IMPLIED_VALUES: usize = 1 << 10, "values";
    }

    "engine" {
        /// An engine doesn't tell more at once: others would rather find out what they need
        /// themselves.
        LEMMA_LITERALS: usize = 200_000, "literals";
        /// A search whether a definition depends on itself that sees more is given up: the
        /// definition is not used.
        GATE_CONE: usize = 10_000, "variables";
    }

    "engine::ic3" {
        /// So many leftover lemmas are always tolerated in a solver before it is made anew.
        IC3_LEFTOVERS: usize = 2000, "lemmas";
        /// With more restricting clauses core-based lifting is not used.
        IC3_CORE_RESTRICTIONS: usize = 200, "clauses";
        /// Elimination of gates doesn't make longer clauses.
        IC3_ELIMINATED_LENGTH: usize = 12, "literals";
        /// A gate that more gates read is not eliminated.
        IC3_READERS: usize = 8, "gates";
    }

    "formats" {
        /// A file with wider words is refused.
        BTOR2_WIDTH: u32 = 1 << 14, "bits";
        /// A file with an array of more is refused.
        BTOR2_ELEMENTS: u32 = 1 << 10, "elements";
        /// A file is refused if all its inputs and states, or all its results, have more: what a
        /// file makes us build is bounded.
        BTOR2_BITS: u64 = 1 << 26, "bits";
        /// A binary file that announces more is refused: they have no lines of their own, so
        /// nothing else bounds what is made on the header's word.
        AIGER_INPUTS: u64 = 1 << 20, "inputs";
        /// Lists in lists that are deeper are refused.
        SEXPR_DEPTH: usize = 1000, "levels";
        /// An invariant with wider words is refused.
        INVARIANT_WIDTH: u32 = 1 << 16, "bits";
    }

    "frontend" {
        /// An aggregate with more is not represented: no C program of integers makes it a
        /// first-class value.
        AGGREGATE_LEAVES: u64 = 1024, "leaves";
        /// The scalars of an object with more are not named one by one.
        NAMED_FIELDS: usize = 256, "scalars";
        /// A variable with more bytes of initial values (other than zero) is not modelled:
        /// reading them alone would take seconds.
        INITIALISED_BYTES: u64 = 1 << 20, "bytes";
        /// An object of more is not initialised piece by piece.
        ARBITRARY_PIECES: usize = 256, "pieces";
        /// An interrupt in the middle of a copy of more steps of the machine is unknown.
        INTERRUPTED_STEPS: u64 = 32, "steps";
    }

    "memory" {
        /// A write that may be to more is not told cell by cell.
        TOLD_PLACES: usize = 16, "places";
        /// In an object of more new ones are not told apart.
        CONTENTS_ENTRIES: usize = 256, "entries";
        /// In an object of more blocks of zeros they are not told apart.
        ZEROED_BLOCKS: usize = 64, "blocks";
        /// So many elements that were accessed last are remembered: two, for swaps.
        RECENT_ELEMENTS: usize = 2, "elements";
    }

    "program" {
        /// A program with a block that reads more input is not searched state by state.
        EXPLORED_BITS: u32 = 12, "bits";
    }

    "relations" {
        /// In a circuit of more no relations are looked for.
        RELATIONS_NODES: usize = 1 << 16, "nodes";
        /// With more, those of candidates included, no candidate is proved.
        RELATIONS_QUESTION_NODES: usize = 4 * RELATIONS_NODES, "nodes";
        /// A word that takes more is no control.
        CONTROL_VALUES: usize = 16, "values";
        /// More states of random runs are not kept.
        RELATIONS_STATES: usize = 4096, "states";
        /// Sums of no more words are looked for in one context.
        SUM_WORDS: usize = 24, "words";
        /// A candidate that adds more words is none, where a factor counts for as many as it
        /// takes shifted ones.
        SUM_SUMMANDS: u32 = 32, "words";
        /// The orders of no more words are looked at in one context.
        ORDER_WORDS: usize = 24, "words";
    }

    "report" {
        /// Longer loop bodies are not folded in a trace.
        FOLDED_STEPS: usize = 200, "steps";
        /// A longer list of inputs is cut in the text, unless all is wanted (--verbose).
        SHOWN_INPUTS: usize = 20, "lines";
        /// A longer trace is cut in the text, unless all is wanted (--verbose).
        SHOWN_TRACE: usize = 20, "lines";
        /// Of more violations only the places are told, unless all is wanted (--verbose).
        SHOWN_VIOLATIONS: usize = 5, "violations";
        /// Of more checks those that are proved are only counted, unless all is wanted (--verbose).
        SHOWN_CHECKS: usize = 20, "checks";
        /// More calls that a violation was inlined through are only counted, unless all is wanted
        /// (--verbose).
        SHOWN_CALLS: usize = 3, "calls";
        /// Of more reasons and hints for a task of a project the others are left to its report.
        SHOWN_NOTES: usize = 3, "lines";
        /// Of more lines of an error in a task of a project the others are left to its report.
        SHOWN_ERROR_LINES: usize = 8, "lines";
        /// More places of equal notes are only counted.
        SHOWN_PLACES: usize = 3, "places";
        /// Between two inputs no more waypoints of a witness say how conditions come out.
        BRANCHINGS_BETWEEN: usize = 10, "waypoints";
        /// In a whole witness no more do.
        BRANCHINGS_TOLD: usize = 200, "waypoints";
        /// How further conditions behind a choice of a native run come out is not kept.
        BRANCHINGS_LOGGED: usize = 64, "conditions";
        /// Nor how further ones in the whole run do.
        BRANCHINGS_KEPT: usize = 1000, "conditions";
        /// A longer part of an invariant is left out of a witness.
        C_EXPRESSION: usize = 2000, "characters";
        /// On a narrower terminal lines are wider than it.
        LEAST_WIDTH: usize = 30, "characters";
        /// More characters of a text are not shown.
        SHOWN_CHARACTERS: usize = 60, "characters";
        /// A formula with more bits or cases is not taken apart.
        INVARIANT_PARTS: usize = 2000, "parts";
    }

    "sat" {
        /// A stream of calls with more is cut off.
        STREAM_LITERALS: usize = 50_000_000, "literals";
    }

    "sat::cone" {
        /// So many words of removed clauses may always keep their places; with more, clauses are
        /// moved together once they are half of all.
        CONE_REMOVED: usize = 10_000, "words";
        /// So many learned clauses are kept at first.
        CONE_LEARNED: usize = 4000, "clauses";
    }

    "sweep" {
        /// In a circuit of more no equal signals are looked for: there would be too many
        /// questions.
        SIGNALS_NODES: usize = 1 << 16, "nodes";
        /// Of more state bits none are merged: classes are compared bit by bit.
        SWEEP_BITS: usize = 1 << 14, "state bits";
        /// More clauses about merged bits are not told: proofs would take longer than they save.
        SWEEP_FACTS: usize = 20_000, "clauses";
        /// A longer moment is not used: it makes too many clauses of each equality.
        MOMENT_LENGTH: usize = 64, "literals";
        /// Moments are not told apart if their number times the graph's nodes is more, where each
        /// location is one.
        MOMENT_NODES: usize = 1 << 21, "nodes";
    }

    "system" {
        /// The iterations of a loop that one step of a system makes are listed in a trace if they
        /// have no more blocks together.
        LISTED_BLOCKS: u64 = 2000, "blocks";
    }
    "verify::evidence" {
        /// Evidence with wider words is refused: it could ask for any amount of memory.
        EVIDENCE_WIDTH: u32 = 1 << 24, "bits";
        /// Evidence with a k-induction of more steps is refused.
        EVIDENCE_STEPS: u32 = 1_000_000, "steps";
    }
}
