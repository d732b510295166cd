//! Loops in which the program starts threads are entered by way of the scheduler.
//!
//! Every cycle that leads through the scheduler has its head there then, and none in the loop, so
//! that there is one state to reason about. Nothing is chosen on that way.

use inkwell::basic_block::BasicBlock;
use inkwell::values::FunctionValue;
use rustc_hash::FxHashSet;

use super::{Scheduler, Thread, reached};
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm;

/// Redirects what enters such loops in the program's own part.
///
/// # Errors
/// If LLVM refuses.
pub fn run<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    main: FunctionValue<'ctx>,
    thread: &mut Thread<'ctx>,
    scheduler: &Scheduler<'ctx>,
) -> Outcome {
    let others = [scheduler.block];
    let landings = thread.stops.iter().filter_map(|stop| stop.1);
    let behind: FxHashSet<_> = reached(landings, &others).into_iter().collect();
    let mut entered: Vec<BasicBlock<'ctx>> = Vec::new();
    for &block in thread.blocks.iter().filter(|block| !behind.contains(block)) {
        let next = llvm::successors(block).into_iter();
        entered.extend(next.filter(|it| behind.contains(it) && is_on_cycle(thread, *it, &others)));
    }
    entered.sort_unstable_by_key(|block| thread.blocks.iter().position(|it| it == block));
    entered.dedup();
    for target in entered {
        let way = instrument.context.append_basic_block(main, "way");
        for &block in thread.blocks.iter().filter(|block| !behind.contains(block)) {
            llvm::redirect_edges(block, target, way);
        }
        thread.blocks.push(way);
        thread.stops.push((way, Some(target)));
        instrument.builder.position_at_end(way);
        instrument.builder.unset_current_debug_location();
        let place = thread.places.const_int(thread.stops.len() as u64, false);
        instrument.builder.build_store(thread.stands, place)?;
        let yes = instrument.context.bool_type().const_all_ones();
        instrument.builder.build_store(scheduler.passes, yes)?;
        instrument.builder.build_unconditional_branch(scheduler.block)?;
    }
    Ok(())
}

/// Whether a cycle leads from a block over a place where the thread stops back to it.
fn is_on_cycle<'ctx>(
    thread: &Thread<'ctx>,
    block: BasicBlock<'ctx>,
    others: &[BasicBlock<'ctx>],
) -> bool {
    let from: FxHashSet<_> = reached([block], others).into_iter().collect();
    let stops = thread.stops.iter().filter(|(stop, _)| from.contains(stop));
    reached(stops.filter_map(|stop| stop.1), others).contains(&block)
}
