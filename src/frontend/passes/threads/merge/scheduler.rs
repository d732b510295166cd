//! The scheduler: any thread that runs goes on.

use inkwell::IntPredicate;
use inkwell::basic_block::BasicBlock;
use inkwell::values::{FunctionValue, GlobalValue};

use super::{Scheduler, Thread};
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::passes::threads::start;
use crate::program::runtime::{END, END_ASSUMPTION, THREAD_STATES};

/// `switch (started ? * : 0) { case k: if (state[k] & 1) goto *stands[k]; }`; another choice ends the run.
pub fn build<'ctx>(
    instrument: &mut Instrument<'ctx, '_>,
    main: FunctionValue<'ctx>,
    scheduler: &Scheduler<'ctx>,
    threads: &[Thread<'ctx>],
) -> Outcome {
    let states = instrument.module.get_global(THREAD_STATES);
    let states = states.ok_or_else(|| super::odd("the states of threads are gone"))?;
    let context = instrument.context;
    let dead = context.append_basic_block(main, "nobody");
    instrument.builder.position_at_end(dead);
    instrument.builder.unset_current_debug_location();
    let kind = context.i32_type().const_int(END_ASSUMPTION.into(), false);
    instrument.tell(END, &[kind.into()])?;
    instrument.builder.build_unreachable()?;
    instrument.builder.position_at_end(scheduler.block);
    let most = threads.len() as u64 - 1;
    let bits = (u64::BITS - most.leading_zeros()).max(1);
    // Before any was started only the program itself runs, and there is no choice.
    let [choose, choice] = ["choose", "choice"].map(|name| context.append_basic_block(main, name));
    let started =
        instrument.builder.build_load(context.bool_type(), scheduler.started, "started")?;
    let passes = instrument.builder.build_load(context.bool_type(), scheduler.passes, "passes")?;
    instrument.builder.build_store(scheduler.passes, context.bool_type().const_zero())?;
    let stays = instrument.builder.build_not(passes.into_int_value(), "stays")?;
    let started = instrument.builder.build_and(started.into_int_value(), stays, "started")?;
    instrument.builder.build_conditional_branch(started, choose, choice)?;
    instrument.builder.position_at_end(choose);
    let any = instrument.choice_at(&instrument.builder, bits, scheduler.site)?;
    instrument.builder.build_unconditional_branch(choice)?;
    instrument.builder.position_at_end(choice);
    let which = instrument.builder.build_phi(any.get_type(), "which")?;
    which.add_incoming(&[(&any, choose), (&any.get_type().const_zero(), scheduler.block)]);
    let which = which.as_basic_value().into_int_value();
    let blocks: Vec<_> =
        threads.iter().map(|_| context.append_basic_block(main, "chosen")).collect();
    let number = which.get_type();
    let cases: Vec<_> = threads
        .iter()
        .zip(&blocks)
        .map(|(thread, &block)| (number.const_int(thread.number, false), block))
        .collect();
    instrument.builder.build_switch(which, dead, &cases)?;
    for (thread, block) in threads.iter().zip(blocks) {
        instrument.builder.position_at_end(block);
        goes_on(instrument, main, thread, states, dead)?;
    }
    Ok(())
}

/// `if (state & 1) goto *stands`.
fn goes_on<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    main: FunctionValue<'ctx>,
    thread: &Thread<'ctx>,
    states: GlobalValue<'ctx>,
    dead: BasicBlock<'ctx>,
) -> Outcome {
    let (byte, number) = (instrument.context.i8_type(), thread.places);
    let builder = &instrument.builder;
    let state = start::place(instrument, builder, states, thread.number)?;
    let state = builder.build_load(byte, state, "state")?.into_int_value();
    let low = builder.build_and(state, byte.const_int(1, false), "low")?;
    let runs = builder.build_int_compare(IntPredicate::NE, low, byte.const_zero(), "runs")?;
    let on = instrument.context.append_basic_block(main, "on");
    builder.build_conditional_branch(runs, on, dead)?;
    builder.position_at_end(on);
    let stands = builder.build_load(number, thread.stands, "stands")?.into_int_value();
    // The program itself has begun.
    let begin = (thread.number > 0).then_some((0, thread.begin));
    let places = (1..).zip(&thread.stops);
    let places = places.filter_map(|(at, (_, landing))| Some((at, (*landing)?)));
    let cases: Vec<_> =
        begin.into_iter().chain(places).map(|(at, to)| (number.const_int(at, false), to)).collect();
    builder.build_switch(stands, dead, &cases)?;
    Ok(())
}
