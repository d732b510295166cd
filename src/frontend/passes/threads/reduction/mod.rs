//! Which places are needed: an access needs none that others can't make at the same time, as they
//! would need a lock that is held meanwhile, or as there are no others (Lipton: Reduction, CACM
//! 18(12), 1975: what moves across all that others do may as well be done with what comes before).
//!
//! That the program itself is alone behind `pthread_join` is not known: it is checked there, and
//! where it is not so the next model has all places. That stands on the same argument: if a thread
//! runs there in some run, then in one of those that are left, too.

mod alone;
mod guards;
mod held;
mod origin;

pub use alone::Beside;

use inkwell::targets::TargetData;
use inkwell::values::{FunctionValue, InstructionValue};
use rustc_hash::FxHashSet;

use alone::Alone;
use guards::guards;
use held::Held;

use super::runs::Runs;
use crate::frontend::instrument::Instrument;
use crate::frontend::llvm;
use crate::frontend::names::threads::CREATE;
use crate::frontend::passes::calls::jumps;
use crate::frontend::passes::environment::kept::is_of_locks;
use crate::frontend::passes::environment::shared::{Access, Protection, endings};

/// Those that make a lock free, whoever holds it.
const FREEING: [&str; 3] = ["pthread_mutex_init", "pthread_rwlock_init", "pthread_spin_init"];

/// See the module.
pub struct Reduction<'ctx, 'i> {
    layout: &'i TargetData,
    held: Held,
    alone: Alone,
    /// Functions that only the program itself runs.
    own: FxHashSet<FunctionValue<'ctx>>,
    /// Functions in which it is not asked whether it is alone.
    unasked: FxHashSet<FunctionValue<'ctx>>,
    is_reduced: bool,
}

impl<'ctx, 'i> Reduction<'ctx, 'i> {
    /// Looks at the functions of threads and of the program; in those `unasked` nothing is inserted.
    pub fn find(
        instrument: &'i Instrument<'ctx, '_>,
        entry: FunctionValue<'ctx>,
        runs: &[Runs<'ctx>],
        unasked: FxHashSet<FunctionValue<'ctx>>,
    ) -> Self {
        let (own, of_threads): (Vec<_>, Vec<_>) = runs.iter().partition(|it| !it.is_thread);
        let is_own =
            |it: &FunctionValue<'ctx>| of_threads.iter().all(|of| !of.functions.contains(it));
        let all = own.into_iter().flat_map(|it| it.functions.iter().copied());
        let own: FxHashSet<_> = all.filter(is_own).collect();
        // A jump leads to where less was done.
        let has_jumps = jumps::are_made(instrument);
        let is_reduced = instrument.options.limits.fewer_switches && !has_jumps;
        let alone = match has_jumps {
            true => Alone::nowhere(),
            false => Alone::find(instrument, entry, &own),
        };
        let mut found = Self {
            layout: &instrument.layout,
            held: Held::none(),
            alone,
            own,
            unasked,
            is_reduced,
        };
        if is_reduced && found.keeps_locks(instrument) {
            found.held = Held::find(instrument, entry);
        }
        found
    }

    /// Whether others run beside an instruction.
    pub fn beside(&self, inst: InstructionValue<'ctx>) -> Beside {
        let function = inst.get_parent().and_then(|block| block.get_parent());
        let Some(function) = function.filter(|it| self.own.contains(it)) else {
            return Beside::Others;
        };
        // Where its number is written a thread may run already.
        if llvm::is_call_of(inst, CREATE) {
            return Beside::Others;
        }
        match self.alone.beside(inst) {
            Beside::SeeminglyNobody if !self.is_reduced || self.unasked.contains(&function) => {
                Beside::Others
            }
            beside => beside,
        }
    }

    /// What keeps others from an access; nothing, if there are none.
    pub fn protection(
        &self,
        inst: InstructionValue<'ctx>,
        access: Access<'ctx>,
    ) -> Option<Protection<'ctx>> {
        let function = inst.get_parent()?.get_parent()?;
        match self.beside(inst) {
            Beside::Nobody | Beside::SeeminglyNobody => None,
            Beside::Others if self.is_reduced && is_of_locks(function) => Some(Protection::OwnLock),
            Beside::Others => {
                let held = self.held.at(inst);
                Some(Protection::Guards(guards(self.layout, inst, access, held)))
            }
        }
    }

    /// Whether an instruction does what nobody else may see happen, beside its accesses: it ends
    /// local variables, or makes a lock free.
    pub fn matters(inst: InstructionValue<'_>) -> bool {
        is_freeing(inst) || !endings(inst).is_empty()
    }

    /// Whether a lock is held until who acquired it releases it: if none is made anew beside
    /// others.
    fn keeps_locks(&self, instrument: &Instrument<'ctx, '_>) -> bool {
        let all = instrument.functions().into_iter().flat_map(llvm::instructions);
        all.filter(|inst| is_freeing(*inst)).all(|inst| self.beside(inst) != Beside::Others)
    }
}

/// Whether an instruction makes a lock free, whoever holds it.
pub fn is_freeing(inst: InstructionValue<'_>) -> bool {
    FREEING.into_iter().any(|name| llvm::is_call_of(inst, name))
}
