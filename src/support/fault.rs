//! Faults that tests plant: mistakes that this program could have made, switched on one at a time.
//!
//! Only a build with the feature `faults`, which tests have, can make them; in all others a fault
//! is a constant `false`. What is planted is named by the environment variable [`VARIABLE`]. The
//! test `faults` shows that none leads to a wrong verdict: what engines find is checked by code
//! that has none of them.

/// Names the fault that is planted.
pub const VARIABLE: &str = "LLUMC_FAULT";

/// Names a file that is made when the fault is met: a fault that nothing meets shows nothing.
pub const MET: &str = "LLUMC_FAULT_MET";

macro_rules! faults {
    ($($(#[$text:meta])* $name:ident = $word:literal,)*) => {
        /// A fault; where it is, the module that asks for it says.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Fault {
            $($(#[$text])* $name,)*
        }

        impl Fault {
            /// All there are.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                }
            }
        }
    };
}

faults! {
    /// The wrong sides of a comparison exchanged.
    RewriteUle = "rewrite-ule",
    /// A choice between something and a constant is never the constant.
    RewriteIte = "rewrite-ite",
    /// A sign extension rewritten to one with zeros.
    RewriteSign = "rewrite-sign",
    /// Extracted bits are one place too low.
    RewriteExtract = "rewrite-extract",
    /// The highest bit of a sum without the carry.
    AddCarry = "add-carry",
    /// The last row of a product left out.
    MultiplyRow = "multiply-row",
    /// A digit −1 of a constant factor taken for 1.
    MultiplyDigit = "multiply-digit",
    /// `a < b` where they are equal.
    LessEqual = "less-equal",
    /// Signed comparisons without looking at the signs.
    SignedLess = "signed-less",
    /// Equality without the highest bit.
    EqualBit = "equal-bit",
    /// Shift amounts modulo a power of two.
    ShiftFar = "shift-far",
    /// Zeros where the sign is wanted.
    SignExtend = "sign-extend",
    /// The remainder has the sign of the divisor.
    RemainderSign = "remainder-sign",
    /// Division where the divisor is larger than what was taken.
    DivideFits = "divide-fits",
    /// Only the first of several addresses that meet is followed.
    MemoryAlias = "memory-alias",
    /// An address that is stored is not one any more when it is read.
    MemoryHolds = "memory-holds",
    /// A store changes all places that it may be to.
    MemoryStore = "memory-store",
    /// A load reads the first of the places that it may be from.
    MemoryLoad = "memory-load",
    /// A copy without its last piece.
    MemoryCopy = "memory-copy",
    /// Bytes of a block are written that lie behind it.
    MemoryBlock = "memory-block",
    /// What memory holds where two ways meet is what it holds on one of them.
    MemoryJoin = "memory-join",
    /// A store does not change a followed element.
    FollowedStore = "followed-store",
    /// No followed element was read last.
    FollowedHit = "followed-hit",
    /// What was accessed lately is known for good, although its object begins anew.
    FollowedRecent = "followed-recent",
    /// A local variable begins with zeros.
    MemoryBegins = "memory-begins",
    /// An access of one byte too many is valid.
    MemoryBounds = "memory-bounds",
    /// An access is valid whether its object lives or not.
    MemoryLives = "memory-lives",
    /// What is freed lives on.
    MemoryEnds = "memory-ends",
    /// No edge leads to the goals.
    GoalEdge = "goal-edge",
    /// The last phi of a block keeps its value.
    PhiUpdate = "phi-update",
    /// The default of a switch is taken always.
    SwitchDefault = "switch-default",
    /// Both ways of a branch ask for the condition.
    BranchElse = "branch-else",
    /// The second of two edges in a row reads what was before the first.
    ComposeGuard = "compose-guard",
    /// Of two assignments in a row the first counts.
    ComposeUpdate = "compose-update",
    /// Of two merged edges each has the values of the other.
    MergeSelect = "merge-select",
    /// Of two merged edges the second can't be taken.
    MergeGuard = "merge-guard",
    /// An accelerated loop makes one step too few.
    AccelerateStep = "accelerate-step",
    /// A condition holds throughout an accelerated loop because it holds once.
    AccelerateCondition = "accelerate-condition",
    /// The updates of edges from the entry get lost in the transition relation.
    EncodeUpdate = "encode-update",
    /// The condition under which an edge is taken gets lost in the transition relation.
    EncodeGuard = "encode-guard",
    /// The last goal has no bad state.
    EncodeGoal = "encode-goal",
    /// Runs have ended where they begin.
    EncodeTerminated = "encode-terminated",
    /// What an engine's invariant says at one location gets lost.
    EncodeInvariant = "encode-invariant",
    /// A trace with zeros for its inputs.
    EncodeTrace = "encode-trace",
    /// A bit of the state that nothing changes.
    DimspecFrozen = "dimspec-frozen",
    /// A bit of the state that may become anything.
    DimspecLoose = "dimspec-loose",
    /// Goals whose names are exchanged.
    DimspecGoals = "dimspec-goals",
    /// A gate that is always true.
    TseitinAnd = "tseitin-and",
    /// A difference that is an equality where both are true.
    TseitinXor = "tseitin-xor",
    /// A choice that takes the wrong side.
    TseitinMux = "tseitin-mux",
    /// A mined candidate stays although a step breaks it.
    HoudiniBroken = "houdini-broken",
    /// What is known where two ways meet is what one of them tells.
    DomainJoin = "domain-join",
    /// Equalities of sample runs stay although a step breaks them.
    EqualitiesCheck = "equalities-check",
    /// A claim follows by normal forms, whatever it is.
    PolynomialImplies = "polynomial-implies",
    /// An interval of a sum that ends too early.
    DomainAdd = "domain-add",
    /// An interval decides a comparison where both ends are the same.
    DomainLess = "domain-less",
    /// Of numbers only the result of the least operands bounds what an operation gives.
    DomainRounding = "domain-rounding",
    /// Bits are merged that only agreed in sample runs.
    SweepStep = "sweep-step",
    /// A depth at which no goal is looked for.
    UnrollDepth = "unroll-depth",
    /// All runs have ended after two steps.
    UnrollEnded = "unroll-ended",
    /// A trace without its first state.
    UnrollTrace = "unroll-trace",
    /// All goals are reached where one is.
    UnrollAll = "unroll-all",
    /// A goal is k-inductive although a path leads to it.
    KinductionReached = "kinduction-reached",
    /// A proof by k-induction with a smaller k.
    KinductionK = "kinduction-k",
    /// A lemma of IC3 with a literal too few.
    Ic3Literal = "ic3-literal",
    /// All lemmas are moved to the next frame.
    Ic3Propagate = "ic3-propagate",
    /// All goals are excluded by the invariant.
    Ic3Settle = "ic3-settle",
    /// A cube that leads to the goal is met by no initial state, but taken for one.
    Ic3Initial = "ic3-initial",
    /// Lemmas that are told to others are too strong.
    Ic3Share = "ic3-share",
    /// A predicate that held in one state holds in all.
    ReachImplied = "reach-implied",
    /// No assumption was needed for a contradiction.
    WordsNeeded = "words-needed",
    /// A contradiction without one of its conditions.
    PathCore = "path-core",
    /// Any node covers another at its location.
    ReachCover = "reach-cover",
    /// What an engine on words has proved of the last location gets lost.
    ReachFormula = "reach-formula",
    /// Any older node covers another.
    ImpactCover = "impact-cover",
    /// A node of the tree is covered by any that was expanded.
    BlastCover = "blast-cover",
    /// Of a tree that was searched nothing is needed of the node above it.
    TracerNeed = "tracer-need",
    /// A loop closes whatever its head knows.
    TracerClose = "tracer-close",
    /// A cube is blocked with a literal too few.
    Ic3iaLiteral = "ic3ia-literal",
    /// A proof of some goals is taken for one of all.
    RaceGoals = "race-goals",
}

impl Fault {
    /// Whether this fault is the one that is planted.
    #[cfg(feature = "faults")]
    pub fn is_planted(self) -> bool {
        use std::sync::OnceLock;

        static PLANTED: OnceLock<Option<Fault>> = OnceLock::new();
        static TOLD: OnceLock<()> = OnceLock::new();
        let planted = PLANTED.get_or_init(|| {
            let name = std::env::var(VARIABLE).ok()?;
            Self::ALL.iter().copied().find(|fault| fault.name() == name)
        });
        let is_planted = *planted == Some(self);
        if is_planted {
            TOLD.get_or_init(|| {
                if let Some(file) = std::env::var_os(MET) {
                    // A test that finds no file fails; here nothing can be done about it.
                    let _ = std::fs::write(file, self.name());
                }
            });
        }
        is_planted
    }

    /// Whether this fault is the one that is planted: not in this build.
    #[cfg(not(feature = "faults"))]
    #[inline]
    pub const fn is_planted(self) -> bool {
        false
    }
}
