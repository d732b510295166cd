//! Threads become one run that takes turns, in the one function that is left.
//!
//! Where a thread may stop it keeps the number of the place and goes to the scheduler, which
//! chooses a thread that runs and goes on at the place that this one has kept. Any place may so
//! follow any other: values that live across blocks go to memory before (LLVM's `reg2mem`), from
//! where promotion takes them back. Addresses that are a constant away from others are computed anew.
//!
//! A thread does not stop in atomic sections, and nothing is chosen before one was started. Native
//! runs take turns at the same places (`certify/native/threads.c`).

mod addresses;
mod entries;
mod liveness;
mod locals;
mod memory;
mod scheduler;
mod sections;

use inkwell::basic_block::BasicBlock;
use inkwell::types::IntType;
use inkwell::values::{BasicValueEnum, FunctionValue, InstructionValue, IntValue, PointerValue};
use rustc_hash::FxHashSet;

use crate::frontend::FrontendError;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::llvm;
use crate::program::runtime::{ARRIVES, BEGINS, LEFT, RESUMED, RESUMES, SELF, SPAWNED, YIELDS};

/// A thread in the one function.
struct Thread<'ctx> {
    /// 0 is the program itself.
    number: u64,
    /// Where it begins.
    begin: BasicBlock<'ctx>,
    /// Its blocks.
    blocks: Vec<BasicBlock<'ctx>>,
    /// The variable that holds where it stands; 0 is its beginning.
    stands: PointerValue<'ctx>,
    /// Its type.
    places: IntType<'ctx>,
    /// The blocks that end where it stops, with that where it goes on, if it does. The numbers of
    /// places count those from 1 on.
    stops: Vec<(BasicBlock<'ctx>, Option<BasicBlock<'ctx>>)>,
}

/// What lets threads take turns.
struct Scheduler<'ctx> {
    /// Where it begins.
    block: BasicBlock<'ctx>,
    /// The variable that holds whether any thread was started.
    started: PointerValue<'ctx>,
    /// The variable that holds whether the program itself goes on in any case ([`entries`]).
    passes: PointerValue<'ctx>,
    /// The site of the choice.
    site: IntValue<'ctx>,
}

/// Makes one run of all threads.
///
/// # Errors
/// If LLVM refuses.
pub fn run<'ctx>(instrument: &mut Instrument<'ctx, '_>, main: FunctionValue<'ctx>) -> Outcome {
    let all = main.get_basic_blocks();
    let mut stops = calls(&all, YIELDS).into_iter().chain(calls(&all, LEFT));
    let Some(stop) = stops.next() else { return Ok(()) };
    let Some(BasicValueEnum::IntValue(site)) = llvm::operand(stop, 0) else {
        return Err(odd("threads take turns without a choice"));
    };
    let slots = memory::run(instrument, main)?;
    let scheduler = Scheduler {
        block: instrument.context.append_basic_block(main, "scheduler"),
        started: variable(instrument, main, instrument.context.bool_type(), "started")?,
        passes: variable(instrument, main, instrument.context.bool_type(), "passes")?,
        site,
    };
    let mut threads = threads(instrument, main)?;
    for thread in &mut threads {
        sections::run(instrument, thread)?;
        stops_at(instrument, thread, &scheduler)?;
        says(instrument, main, thread, &scheduler)?;
        if thread.number == 0 {
            entries::run(instrument, main, thread, &scheduler)?;
        }
        liveness::run(instrument, thread, &slots)?;
    }
    scheduler::build(instrument, main, &scheduler, &threads)
}

/// A new variable of the whole run, which is zero at first.
fn variable<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    main: FunctionValue<'ctx>,
    ty: IntType<'ctx>,
    name: &str,
) -> Result<PointerValue<'ctx>, FrontendError> {
    let entry = main.get_first_basic_block();
    let first = entry.and_then(|entry| entry.get_first_instruction());
    instrument.before(first.ok_or_else(|| odd("an empty function"))?);
    instrument.builder.unset_current_debug_location();
    let variable = instrument.builder.build_alloca(ty, name)?;
    instrument.builder.build_store(variable, ty.const_zero())?;
    Ok(variable)
}

fn odd(what: &str) -> FrontendError {
    FrontendError::Internal(what.to_owned())
}

/// The calls of a function of this name in these blocks.
fn calls<'ctx>(blocks: &[BasicBlock<'ctx>], name: &str) -> Vec<InstructionValue<'ctx>> {
    let all = blocks.iter().flat_map(|block| block.get_instructions());
    all.filter(|inst| llvm::is_call_of(*inst, name)).collect()
}

/// The blocks that can be reached from some, without those of `but`.
fn reached<'ctx>(
    from: impl IntoIterator<Item = BasicBlock<'ctx>>,
    but: &[BasicBlock<'ctx>],
) -> Vec<BasicBlock<'ctx>> {
    let mut found: Vec<BasicBlock<'ctx>> = Vec::new();
    let mut seen: FxHashSet<BasicBlock<'ctx>> = but.iter().copied().collect();
    let mut open: Vec<BasicBlock<'ctx>> = from.into_iter().collect();
    while let Some(block) = open.pop() {
        if seen.insert(block) {
            found.push(block);
            open.extend(llvm::successors(block));
        }
    }
    found
}

/// The threads, each with its blocks. None of them arrives but by the scheduler.
fn threads<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    main: FunctionValue<'ctx>,
) -> Result<Vec<Thread<'ctx>>, FrontendError> {
    let all = main.get_basic_blocks();
    let entry = *all.first().ok_or_else(|| odd("an empty function"))?;
    let mut begins = vec![(0, entry)];
    for mark in calls(&all, BEGINS) {
        let number = match llvm::operand(mark, 0) {
            Some(BasicValueEnum::IntValue(number)) => number.get_zero_extended_constant(),
            _ => None,
        };
        let (Some(number), Some(block)) = (number, mark.get_parent()) else {
            return Err(odd("a thread begins nowhere"));
        };
        begins.push((number, block));
        mark.erase_from_basic_block();
    }
    for arrives in calls(&all, ARRIVES) {
        llvm::replace_by_zero(arrives);
        arrives.erase_from_basic_block();
    }
    let others: Vec<_> = begins.iter().skip(1).map(|it| it.1).collect();
    let mut threads = Vec::new();
    for (number, begin) in begins {
        let but = if number == 0 { &others[..] } else { &[] };
        let blocks = reached([begin], but);
        // Loops have places of their own.
        let more = if number == 0 { blocks.len() } else { 0 };
        let most = (calls(&blocks, YIELDS).len() + more) as u64;
        let places = instrument.int((u64::BITS - most.leading_zeros()).max(1));
        let stands = variable(instrument, main, places, "stands")?;
        threads.push(Thread { number, begin, blocks, stands, places, stops: Vec::new() });
    }
    Ok(threads)
}

/// Lets a thread stop at its places.
fn stops_at<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    thread: &mut Thread<'ctx>,
    scheduler: &Scheduler<'ctx>,
) -> Outcome {
    let starts = calls(&thread.blocks, SPAWNED);
    // Before, the program itself is alone.
    let behind: FxHashSet<_> =
        reached(starts.iter().filter_map(|inst| inst.get_parent()), &[]).into_iter().collect();
    for inst in starts {
        instrument.before(inst);
        let yes = instrument.context.bool_type().const_all_ones();
        instrument.builder.build_store(scheduler.started, yes)?;
        inst.erase_from_basic_block();
    }
    for stop in calls(&thread.blocks, YIELDS) {
        let here = stop.get_parent().ok_or_else(|| odd("a place outside of a block"))?;
        if thread.number == 0 && !behind.contains(&here) {
            go_on(stop)?;
            continue;
        }
        let Parts { resumes, landing } = parts(stop)?;
        let end = here.get_terminator().ok_or_else(|| odd("an open block"))?;
        instrument.before(end);
        thread.stops.push((here, Some(landing)));
        let place = thread.places.const_int(thread.stops.len() as u64, false);
        instrument.builder.build_store(thread.stands, place)?;
        instrument.builder.build_unconditional_branch(scheduler.block)?;
        end.erase_from_basic_block();
        resumes.erase_from_basic_block();
        stop.erase_from_basic_block();
    }
    for mark in calls(&thread.blocks, RESUMED) {
        mark.erase_from_basic_block();
    }
    Ok(())
}

/// The parts of a place where a thread may stop, behind the first.
struct Parts<'ctx> {
    /// The question whether it goes on.
    resumes: InstructionValue<'ctx>,
    /// Where it does.
    landing: BasicBlock<'ctx>,
}

fn parts<'ctx>(stop: InstructionValue<'ctx>) -> Result<Parts<'ctx>, FrontendError> {
    let lost = || odd("a place where others may run lost its parts");
    let mut behind =
        std::iter::successors(stop.get_next_instruction(), |it| it.get_next_instruction());
    let resumes = behind.find(|it| llvm::is_call_of(*it, RESUMES)).ok_or_else(lost)?;
    let here = stop.get_parent().ok_or_else(lost)?;
    let landing = *llvm::successors(here).first().ok_or_else(lost)?;
    if !landing.get_instructions().any(|it| llvm::is_call_of(it, RESUMED)) {
        return Err(lost());
    }
    Ok(Parts { resumes, landing })
}

/// Lets a thread go on at a place where it might stop.
fn go_on(stop: InstructionValue<'_>) -> Outcome {
    let Parts { resumes, .. } = parts(stop)?;
    llvm::replace_by_zero(resumes);
    resumes.erase_from_basic_block();
    stop.erase_from_basic_block();
    Ok(())
}

/// Answers what a thread asks about itself, and lets it end.
fn says<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    main: FunctionValue<'ctx>,
    thread: &mut Thread<'ctx>,
    scheduler: &Scheduler<'ctx>,
) -> Outcome {
    let number = instrument.context.i32_type().const_int(thread.number, false);
    for ask in calls(&thread.blocks, SELF) {
        if llvm::is_used(ask) {
            llvm::replace(ask, number);
        }
        ask.erase_from_basic_block();
    }
    let ending = locals::run(instrument, main, thread)?;
    for leave in calls(&thread.blocks, LEFT) {
        let leave_block = leave.get_parent();
        instrument.before(leave);
        for &own in &ending {
            instrument.mark_lifetime(own, false)?;
        }
        end(instrument, thread, leave, scheduler)?;
        thread.stops.extend(leave_block.map(|block| (block, None)));
    }
    Ok(())
}

/// The thread has ended; the next time it begins anew.
fn end<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    thread: &Thread<'ctx>,
    leave: InstructionValue<'ctx>,
    scheduler: &Scheduler<'ctx>,
) -> Outcome {
    let here = leave.get_parent().ok_or_else(|| odd("a thread ends nowhere"))?;
    let rest = std::iter::successors(Some(leave), |it| it.get_next_instruction());
    for dead in rest.collect::<Vec<_>>().into_iter().rev() {
        if llvm::is_used(dead) {
            llvm::replace_by_zero(dead);
        }
        dead.erase_from_basic_block();
    }
    instrument.builder.position_at_end(here);
    instrument.builder.unset_current_debug_location();
    instrument.builder.build_store(thread.stands, thread.places.const_zero())?;
    instrument.builder.build_unconditional_branch(scheduler.block)?;
    Ok(())
}
