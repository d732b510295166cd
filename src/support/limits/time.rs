//! Limits of time: how long something may take, which part of the time it gets, how often is
//! looked at what may end it.

use std::time::Duration;

use super::{Limit, Share};

limits! {
    TIME:

    "analysis" {
        /// Sample runs may take this part of the time for generating invariants.
        INVARIANTS_RUNS_SHARE: Share = 3;
        /// Of their time, sample runs of the program as it is may take this part; the rest is
        /// for copies with smaller limits.
        INVARIANTS_FIRST_RUNS_SHARE: Share = 2;
        /// Goals that generated invariants exclude are looked for in this part of the time: what is
        /// found is worth nothing without the time to collect what it takes.
        INVARIANTS_GOALS_SHARE: Share = 2;
    }

    "certify" {
        /// A native replay that may go elsewhere though its trace is right is ended after this
        /// time.
        NATIVE_EXCUSED: Duration = Duration::from_secs(2);
        /// Limits of native runs are on processor time; by the clock they may take so much
        /// longer.
        NATIVE_BUSY: Duration = Duration::from_secs(5);
        /// Pause between two looks whether a native run has ended.
        NATIVE_POLL: Duration = Duration::from_millis(1);
        /// It may take so long to validate that memory was resolved rightly; then that is trusted.
        VALIDATION_TIME: Duration = Duration::from_secs(10);
        /// And no more than this part of the time that is left.
        VALIDATION_SHARE: Share = 2;
        /// Identities may take this time for each condition, many times what they take where they
        /// are of use; the rest is left to the checking solvers.
        IDENTITIES_TIME: Duration = Duration::from_secs(1);
        /// Identities get no more than this part of the time that is left, for each condition.
        IDENTITIES_SHARE: Share = 12, by "--timeout";
        /// The second checking solver has this time to agree that a condition holds, or more by the next
        /// factor; then the first one's word is enough.
        SECOND_SOLVER_TIME: Duration = Duration::from_secs(10);
        /// The second checking solver may take this many times what the first took, if that is more.
        SECOND_SOLVER_FACTOR: u32 = 4, "times";
        /// The second checking solver gets no more than this part of the time that is left: the answer must
        /// be heard before the time is over.
        SECOND_SOLVER_PERCENT: u32 = 75, "percent", by "--timeout";
        /// An attempt to check a condition that another one follows gets this part of the time
        /// that is left.
        SOLVER_SHARE: Share = 2, by "--timeout";
        /// A trace with a long loop whose closed form is not proved in this time is not confirmed.
        CLOSED_FORM_TIME: Duration = Duration::from_secs(20);
    }

    "verify" {
        /// How long a proof is attacked by random native runs.
        ATTACK_TIME: Duration = Duration::from_millis(500);
        /// Evidence whose conditions take longer to be refuted once more is not written.
        EVIDENCE_TIME: Duration = Duration::from_secs(600);
        /// Where the conditions of a proof take longer for evidence, polynomial identities are
        /// left out of them.
        EVIDENCE_PLAIN_TIME: Duration = Duration::from_secs(30);
        /// A native replay that takes longer is ended, and the violation has none.
        REPLAY_TIME: Duration = Duration::from_secs(20);
        /// How long equal state bits are looked for in a model file, and then relations between
        /// words and signals that are equal.
        SEARCH_TIME: Duration = Duration::from_secs(4);
        /// They are looked for no longer than this part of the time that is left.
        SEARCH_SHARE: Share = 10, by "--timeout";
        /// Where undefined functions may change memory runs in which they don't have this part of
        /// the time that is left, before all runs are looked at.
        UNCHANGED_SHARE: Share = 2, by "--timeout";
        /// The same, if there is no time limit.
        UNCHANGED_TIME: Duration = Duration::from_secs(60), by "--timeout";
        /// How long limits of the model are raised further and further, if there is no time limit.
        DEEPENING_TIME: Duration = Duration::from_secs(30), by "--timeout";
        /// The same, if a violation is known, and other checks are known only within these limits.
        DEEPENING_AFTER_VIOLATION: Duration = Duration::from_secs(10);
        /// The engines have this time alone on a model file: most that they decide they decide in
        /// it.
        SOLVE_HEAD_START: Duration = Duration::from_millis(300);
        /// The check of relations and signals that were found is given up after this time.
        SEARCH_CHECK_TIME: Duration = Duration::from_secs(20);
        /// How long goals are looked for that need no engine.
        DIRECT_TIME: Duration = Duration::from_secs(2);
        /// How long goals that need no engine are looked for in a program without loops, and no
        /// longer than this part of the time that is left: engines can do no better there, but for
        /// violations.
        LOOP_FREE_TIME: Duration = Duration::from_secs(20);
        /// The part.
        LOOP_FREE_SHARE: Share = 2;
        /// How long equal state bits of a program are looked for.
        SWEEP_TIME: Duration = Duration::from_secs(2);
        /// Equal state bits of a program are looked for no longer than this part of the time that
        /// is left.
        SWEEP_SHARE: Share = 20, by "--timeout";
        /// The check of what intervals exclude is given up after this time.
        RANGES_CHECK_TIME: Duration = Duration::from_secs(20);
        /// The check of what intervals exclude gets no more than this part of the time that is
        /// left.
        RANGES_CHECK_SHARE: Share = 3, by "--timeout";
        /// The part of the time that is left, once the program is read, that coverage has for itself.
        COVERAGE_SHARE: Share = 4, by "--timeout";
        /// How long assumptions are looked for that no run gets past.
        VACUITY_TIME: Duration = Duration::from_secs(1);
        /// How long goals are looked for that one step excludes, given intervals.
        STEP_TIME: Duration = Duration::from_secs(5);
        /// Goals that one step excludes are looked for no longer than this part of the time that
        /// is left.
        STEP_SHARE: Share = 8, by "--timeout";
        /// Without a time limit a second check of an answer may take this many times what the first
        /// took.
        AGAIN_FACTOR: u32 = 8, "times";
        /// With less time than this left nothing is checked again.
        LEAST_AGAIN: Duration = Duration::from_secs(1);
        /// With a time limit second checks of answers share this part of the time that is left.
        AGAIN_PERCENT: u32 = 75, "percent", by "--timeout";
        /// A second check for several goals gets this part of what a second check has left: if
        /// that is too little, half of the goals are tried.
        AGAIN_SHARE: Share = 2, by "--timeout";
        /// How long invariants are generated.
        INVARIANTS_TIME: Duration = Duration::from_secs(10);
        /// Invariants are generated no longer than this part of the time that is left.
        INVARIANTS_SHARE: Share = 6, by "--timeout";
        /// An unrolling may be checked for this time, and more by the next factor: other engines
        /// wait for their own claims to be heard.
        UNROLLED_TIME: Duration = Duration::from_secs(10);
        /// So many times the time that passed until an unrolling was claimed are added to the
        /// time of its check.
        UNROLLED_FACTOR: u32 = 4, "times";
        /// If goals remain without it, an unrolling may be checked for this part of the time that
        /// is left.
        PARTIAL_SHARE: Share = 6, by "--timeout";
        /// An invariant for several goals, or without which goals remain, may be checked for this
        /// part of the time that is left.
        INVARIANT_SHARE: Share = 2, by "--timeout";
        /// An invariant may be checked for this time, and the time that passed until it was
        /// claimed, without the facts that its engine knew.
        WITHOUT_FACTS_TIME: Duration = Duration::from_secs(1);
        /// How long intervals and known bits are computed.
        RANGES_TIME: Duration = Duration::from_secs(5);
        /// How long they are computed for each value of control words.
        PARTS_TIME: Duration = Duration::from_secs(3);
        /// The check of what filters keep is given up after this time.
        FILTERS_CHECK_TIME: Duration = Duration::from_secs(5);
        /// How long single elements are tried, if all can be told apart instead.
        FOLLOWED_TIME: Duration = Duration::from_secs(20);
        /// With a time limit single elements are tried for this part of it at most.
        FOLLOWED_SHARE: Share = 3, by "--timeout";
        /// How long a model is tried first in which objects whose size is not constant are small.
        SMALL_TIME: Duration = Duration::from_secs(2);
        /// With a time limit it is tried for this part of it at most.
        SMALL_SHARE: Share = 5, by "--timeout";
        /// Engines run for this time at most before invariants are generated. Then three of them on one
        /// core decide what the best one decides in two thirds of the time spent before, within
        /// 1.8 times its time (docs/ENGINES.md).
        CHECK_HEAD_START: Duration = Duration::from_millis(600);
        /// Before invariants are generated engines run for this many times what was spent before.
        CHECK_HEAD_START_FACTOR: u32 = 2, "times";
        /// Before invariants are generated engines run no longer than this part of the time that is
        /// left.
        CHECK_HEAD_START_SHARE: Share = 4, by "--timeout";
        /// Phases that can't be interrupted may take this part of the time limit beyond it,
        /// within the next two bounds; then the process ends with the phase as reason.
        GRACE_SHARE: Share = 12, by "--timeout";
        /// They may take at least so long beyond the time limit.
        LEAST_GRACE: Duration = Duration::from_secs(1), by "--timeout";
        /// They may take at most so long beyond the time limit.
        MOST_GRACE: Duration = Duration::from_secs(5), by "--timeout";
        /// A longer time limit is none for phases that can't be interrupted: the clock can't
        /// count so far.
        LONGEST_TIMEOUT: Duration = Duration::from_secs(1 << 32), by "--timeout";
        /// The progress line is redrawn at most this often.
        REDRAW_INTERVAL: Duration = Duration::from_millis(100);
    }

    "cli::project" {
        /// A task of a project that takes longer is ended, and says what is known until then.
        PROJECT_TIMEOUT: Duration = Duration::from_secs(60), by "timeout in llumc.toml";
        /// Results of a project that were not asked for so long are forgotten.
        PROJECT_KEPT: Duration = Duration::from_secs(30 * 24 * 3600);
    }
    "cli::compare" {
        /// A run of an engine that takes longer is ended.
        COMPARE_TIMEOUT: Duration = Duration::from_secs(60), by "--timeout";
        /// How much longer than it takes to stop itself at its limit our own program may take to
        /// say so before it is ended.
        COMPARE_GRACE: Duration = Duration::from_secs(1);
        /// An external solver that takes longer to print its version has none.
        VERSION_TIME: Duration = Duration::from_secs(5);
    }

    "engine" {
        /// How often the budget is looked at while engines race.
        RACE_POLL: Duration = Duration::from_millis(10);
        /// How often the memory in use is looked at while engines race.
        RACE_MEMORY_LOOK: Duration = Duration::from_millis(50);
        /// An engine that was asked to stop and has not after this time is killed.
        RACE_GRACE: Duration = Duration::from_millis(100);
        /// A process that has closed its output and has not ended after this time is taken to have
        /// broken the protocol: the system has to take its memory back.
        WORKER_END: Duration = Duration::from_secs(10);
        /// Pause between two looks whether an engine's process has ended.
        WORKER_POLL: Duration = Duration::from_millis(1);
        /// An engine that unrolls says how far it is at most this often.
        UNROLL_REPORT: Duration = Duration::from_millis(100);
    }

    "engine::reach" {
        /// How long IC3 over predicates runs as one of the engines of `auto`, which it joins when
        /// invariants were generated.
        WORDS_TIME: Duration = Duration::from_secs(10);
        /// The engines on words tell how far they are this often.
        REACH_PROGRESS: Duration = Duration::from_millis(100);
    }

    "engine::ic3" {
        /// Time kept for a last look for goals that are excluded already.
        IC3_RESERVE: Duration = Duration::from_secs(1), by "--timeout";
        /// No more than this part of the time is kept for that look.
        IC3_RESERVE_SHARE: Share = 10, by "--timeout";
    }

    "sat::ipasir" {
        /// A library that takes longer to load is refused.
        IPASIR_LOADING: Duration = Duration::from_secs(20);
        /// A library that was asked to stop and has not after this time is killed.
        IPASIR_STOPPING: Duration = Duration::from_secs(1);
        /// How often the budget is looked at while a library works.
        IPASIR_LOOK: Duration = Duration::from_millis(20);
    }

    "support" {
        /// How often the memory in use and the size of the output of a limited process are looked
        /// at.
        LIMITED_LOOK: Duration = Duration::from_millis(50);
        /// The first pause between two looks whether a limited process has ended; it doubles each
        /// time.
        LIMITED_FIRST_PAUSE: Duration = Duration::from_micros(200);
        /// The longest pause between two looks whether a limited process has ended.
        LIMITED_LAST_PAUSE: Duration = Duration::from_millis(10);
        /// Pause between two attempts to kill all processes of a tree.
        KILL_PAUSE: Duration = Duration::from_millis(1);
    }
}
