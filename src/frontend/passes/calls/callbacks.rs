//! Callbacks: undefined functions call functions of the program whose address they may have.
//!
//! At each call of an undefined function that may change memory, behind the change, the program
//! calls a function of ours that says `while (*) f(…);`, of several functions any whose address
//! was given away by then ([`escaping`]). Undefined functions may change memory again behind each
//! callback, and get what it returns.
//!
//! Integers and floating-point numbers among the arguments are arbitrary. A pointer is one that was
//! given away together with the function ([`user_data`]); where there is none of its type, null or
//! the address of an object from outside. Other pointers are left out, which is listed.
//!
//! A callback that calls undefined functions itself is a recursion, of which
//! [`super::recursion`] makes copies, and a bound behind the last one.

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::basic_block::BasicBlock;
use inkwell::module::Linkage;
use inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, FunctionValue, GlobalValue, InstructionOpcode,
    InstructionValue, IntValue,
};

use super::escaping::{self, Escaping};
use super::jumps;
use super::reach::Reach;
use super::user_data::{self, Candidates, UserData};
use super::variadic;
use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::passes::environment::objects;
use crate::frontend::passes::libc::errno;
use crate::frontend::{self, FrontendError, Undefined, llvm};
use crate::program::runtime::{CALLBACK_RUNS, CALLBACKS, GIVEN};
use crate::program::{AssumptionKind, GoalKind, InputKind, Property};

/// A function that may be called back.
#[derive(Debug)]
struct Callback<'ctx> {
    escaping: Escaping<'ctx>,
    /// Holds whether undefined functions may have its address; none: they may from the start.
    given: Option<GlobalValue<'ctx>>,
    /// What its parameters may get that are pointers, others aside.
    candidates: Vec<Candidates>,
}

/// See the module.
#[derive(Debug, Default)]
pub struct Callbacks<'ctx> {
    all: Vec<Callback<'ctx>>,
    data: UserData<'ctx>,
    /// Calls them.
    run: Option<FunctionValue<'ctx>>,
    /// Whether it calls none while one runs.
    flat: bool,
    /// Functions whose address undefined ones may have, though they call none of them.
    ignored: Vec<FunctionValue<'ctx>>,
}

impl<'ctx> Callbacks<'ctx> {
    /// Those of the program. Marks in it where addresses get away.
    ///
    /// # Errors
    /// If LLVM refuses to build something.
    pub fn new(instrument: &mut Instrument<'ctx, '_>) -> Result<Self, FrontendError> {
        let mut new = Self::default();
        if instrument.options.undefined != Undefined::Changes {
            return Ok(new);
        }
        let mut found = escaping::find(instrument);
        if instrument.options.callbacks == frontend::Callbacks::None {
            new.ignored = found.into_iter().map(|it| it.function).collect();
            return Ok(new);
        }
        // Kept where nobody knows who looks, and nothing more: that would be a guess.
        let guessed = found.extract_if(.., |it| it.is_lost && !it.otherwise && it.gifts.is_empty());
        new.ignored = guessed.map(|it| it.function).collect();
        for escaping in &mut found {
            escaping.otherwise |= escaping.is_lost;
        }
        for (number, escaping) in found.into_iter().enumerate() {
            let parameters = escaping.function.get_params().into_iter();
            let pointers = parameters.filter(|parameter| parameter.is_pointer_value());
            let candidates = pointers.map(|parameter| {
                new.data.candidates(instrument, &escaping, parameter.into_pointer_value())
            });
            let candidates = candidates.collect::<Result<Vec<_>, _>>()?;
            let given = mark(instrument, &escaping, number)?;
            new.all.push(Callback { escaping, given, candidates });
        }
        Ok(new)
    }

    /// The functions that are called back.
    pub fn functions(&self) -> Vec<FunctionValue<'ctx>> {
        self.all.iter().map(|callback| callback.escaping.function).collect()
    }

    /// Makes the function that calls them; `reach` says what undefined functions may change.
    ///
    /// # Errors
    /// If LLVM refuses to build it.
    pub fn build(&mut self, instrument: &mut Instrument<'ctx, '_>, reach: &Reach<'ctx>) -> Outcome {
        if self.all.is_empty() || !reach.anything {
            return Ok(());
        }
        let context = instrument.context;
        let ty = context.void_type().fn_type(&[], false);
        let run = instrument.module.add_function(CALLBACKS, ty, Some(Linkage::Internal));
        let [entry, head, asks, ends] =
            ["entry", "head", "asks", "ends"].map(|name| context.append_basic_block(run, name));
        let saved = std::mem::replace(&mut instrument.builder, context.create_builder());
        instrument.builder.position_at_end(entry);
        // A jump out of a callback leaves the mark that one runs.
        self.flat = instrument.options.callbacks == frontend::Callbacks::Flat
            && !jumps::are_made(instrument);
        let runs = self.flat.then(|| variable(instrument, CALLBACK_RUNS));
        match runs {
            Some(runs) => {
                let runs = is_set(instrument, runs)?;
                instrument.builder.build_conditional_branch(runs, ends, head)?;
            }
            None => {
                instrument.builder.build_unconditional_branch(head)?;
            }
        }
        instrument.builder.position_at_end(head);
        let kind = InputKind::External("whether an undefined function calls back".to_owned());
        let comes = instrument.choice(1, kind)?;
        instrument.builder.build_conditional_branch(comes, asks, ends)?;
        instrument.builder.position_at_end(asks);
        for (index, callback) in self.all.iter().enumerate() {
            let function = callback.escaping.function;
            let name = llvm::name(function);
            let mut is = match callback.given {
                Some(given) => is_set(instrument, given)?,
                None => context.bool_type().const_int(1, false),
            };
            if index + 1 < self.all.len() {
                let kind = InputKind::External(format!("whether it calls {name}"));
                let chosen = instrument.choice(1, kind)?;
                is = instrument.builder.build_and(is, chosen, "is")?;
            }
            let this = context.append_basic_block(run, "this");
            let other = context.append_basic_block(run, "other");
            instrument.builder.build_conditional_branch(is, this, other)?;
            instrument.builder.position_at_end(this);
            if let Some(runs) = runs {
                set(instrument, runs, true)?;
            }
            self.call(instrument, callback, reach)?;
            if let Some(runs) = runs {
                set(instrument, runs, false)?;
            }
            self.back(instrument, head)?;
            instrument.builder.position_at_end(other);
        }
        instrument.builder.build_unconditional_branch(ends)?;
        instrument.builder.position_at_end(ends);
        instrument.builder.build_return(None)?;
        instrument.builder = saved;
        self.run = Some(run);
        Ok(())
    }

    fn back(&self, instrument: &Instrument<'ctx, '_>, head: BasicBlock<'ctx>) -> Outcome {
        instrument.builder.build_unconditional_branch(head)?;
        Ok(())
    }

    /// Inserts a callback, and what undefined functions do behind it.
    fn call(
        &self,
        instrument: &mut Instrument<'ctx, '_>,
        callback: &Callback<'ctx>,
        reach: &Reach<'ctx>,
    ) -> Outcome {
        let function = callback.escaping.function;
        let Some(arguments) = self.arguments(instrument, callback)? else {
            let what = format!(
                "a callback of {}, whose parameters or result are not modelled",
                llvm::name(function)
            );
            return instrument.fail(GoalKind::Unsupported(what), None);
        };
        let result = instrument.builder.build_call(function, &arguments, "")?;
        let mut from = reach.addresses();
        match result.try_as_basic_value().basic() {
            Some(BasicValueEnum::PointerValue(result)) => from.push(result.into()),
            Some(BasicValueEnum::IntValue(result)) => {
                let address = instrument.pointer_sized();
                if result.get_type().get_bit_width() >= address.get_bit_width() {
                    let builder = &instrument.builder;
                    from.push(builder.build_int_cast(result, address, "result")?.into());
                }
            }
            _ => {}
        }
        instrument.havoc(&from)?;
        errno::any(instrument)?;
        Ok(())
    }

    /// Arguments for a callback; none if some can't be made.
    fn arguments(
        &self,
        instrument: &mut Instrument<'ctx, '_>,
        callback: &Callback<'ctx>,
    ) -> Result<Option<Vec<BasicMetadataValueEnum<'ctx>>>, FrontendError> {
        let function = callback.escaping.function;
        if !is_plain(function) {
            return Ok(None);
        }
        let mut arguments = Vec::new();
        let mut pointers = callback.candidates.iter();
        for (index, parameter) in function.get_params().into_iter().enumerate() {
            let name = match llvm::text(parameter.get_name()) {
                name if name.is_empty() => format!("parameter {index}"),
                name => name,
            };
            let name = format!("{name} of {}, which is called back", llvm::name(function));
            let value = match parameter {
                BasicValueEnum::PointerValue(pointer) => {
                    let Some(candidates) = pointers.next() else { return Ok(None) };
                    let otherwise = if candidates.always {
                        pointer.get_type().const_null()
                    } else {
                        let pointee = objects::pointee(instrument, function, pointer);
                        objects::given(instrument, &name, &pointee, false)?.into_pointer_value()
                    };
                    let otherwise = (otherwise, name.as_str());
                    let data = self.data.choose(instrument, function, candidates, otherwise)?;
                    BasicValueEnum::from(data)
                }
                other => match instrument.any(other.get_type(), &InputKind::External(name))? {
                    Some(value) => value,
                    None => return Ok(None),
                },
            };
            arguments.push(value.into());
        }
        Ok(Some(arguments))
    }

    /// Inserts, before a call of an undefined function: what it is given may be used by callbacks.
    ///
    /// # Errors
    /// If LLVM refuses to build it.
    pub fn give(&self, instrument: &Instrument<'ctx, '_>, call: InstructionValue<'ctx>) -> Outcome {
        if self.run.is_none() {
            return Ok(());
        }
        self.data.remember(instrument, call)?;
        for Callback { escaping, given, .. } in &self.all {
            let Some(given) = *given else { continue };
            for gift in escaping.gifts.iter().filter(|gift| gift.call == call) {
                if gift.indirect {
                    set(instrument, given, true)?;
                    continue;
                }
                let arguments = llvm::call(call).and_then(llvm::arguments).unwrap_or_default();
                let address = escaping.function.as_global_value().as_pointer_value();
                for &index in &gift.direct {
                    let Some(BasicValueEnum::PointerValue(value)) = arguments.get(index as usize)
                    else {
                        set(instrument, given, true)?;
                        continue;
                    };
                    let builder = &instrument.builder;
                    let is = inkwell::IntPredicate::EQ;
                    let is = builder.build_int_compare(is, *value, address, "is")?;
                    let before = is_set(instrument, given)?;
                    let is = builder.build_or(before, is, "given")?;
                    builder.build_store(given.as_pointer_value(), is)?;
                }
            }
        }
        Ok(())
    }

    /// Inserts, behind what a call of an undefined function changes: it calls back.
    ///
    /// # Errors
    /// If LLVM refuses to build it.
    pub fn run(&self, instrument: &Instrument<'ctx, '_>) -> Outcome {
        if let Some(run) = self.run {
            instrument.builder.build_call(run, &[], "")?;
        }
        Ok(())
    }

    /// Lists what is assumed of callbacks in such a call.
    pub fn list(
        &self,
        instrument: &mut Instrument<'ctx, '_>,
        call: InstructionValue<'ctx>,
        name: &str,
    ) {
        if !self.ignored.is_empty() {
            let names: Vec<String> = self.ignored.iter().copied().map(llvm::name).collect();
            let what = format!("undefined functions don't call back: {}", names.join(", "));
            instrument.assume(AssumptionKind::NoCallbacks, what, llvm::location(call));
        }
        if self.run.is_none() {
            return;
        }
        let names: Vec<String> = self.functions().into_iter().map(llvm::name).collect();
        let names = names.join(", ");
        let mut assume = |kind, what| instrument.assume(kind, what, llvm::location(call));
        assume(
            AssumptionKind::CallbackArguments,
            format!("{name}, which is not defined, may call back with any arguments: {names}"),
        );
        assume(
            AssumptionKind::CallbacksSynchronous,
            format!("called back only while an undefined function is called: {names}"),
        );
        if self.all.iter().any(|callback| !callback.candidates.is_empty()) {
            let kept = match instrument.requested(Property::ValidMemtrack) {
                true => "is",
                false => {
                    "was given together with its address or, where none was that is known to be of \
                     its type and no constant, is"
                }
            };
            let what = format!(
                "a pointer that a callback gets {kept} null or leads to an object of its own, of a \
                 fixed size: {names}"
            );
            instrument.assume(AssumptionKind::CallbackPointers, what, llvm::location(call));
        }
        if self.flat {
            let what = "what a callback calls does not call back (--callbacks flat)".to_owned();
            instrument.assume(AssumptionKind::NoNestedCallbacks, what, llvm::location(call));
        }
    }
}

/// Whether a function takes its parameters, and gives its result, in values of their own.
fn is_plain(function: FunctionValue<'_>) -> bool {
    use inkwell::types::BasicTypeEnum;
    let result = function.get_type().get_return_type();
    // Structures in registers, and numbers of two words, may have addresses in them.
    let is_scalar = result.is_none_or(|result| match result {
        BasicTypeEnum::IntType(number) => number.get_bit_width() <= 64,
        BasicTypeEnum::PointerType(_) | BasicTypeEnum::FloatType(_) => true,
        _ => false,
    });
    let has = |name, index| {
        let kind = Attribute::get_named_enum_kind_id(name);
        function.get_enum_attribute(AttributeLoc::Param(index), kind).is_some()
    };
    let rewritten = function.get_string_attribute(AttributeLoc::Function, variadic::REWRITTEN);
    is_scalar
        && !function.get_type().is_var_arg()
        && rewritten.is_none()
        && !(0..function.count_params()).any(|index| has("byval", index) || has("sret", index))
}

/// Makes the variable that holds whether undefined functions may have an address, and sets it
/// where the program says the address, if it may get away by ways that are not followed; none if
/// they may have it from the start.
fn mark<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    escaping: &Escaping<'ctx>,
    number: usize,
) -> Result<Option<GlobalValue<'ctx>>, FrontendError> {
    let users = llvm::users(escaping.function);
    let moments: Vec<_> = users.iter().map(|user| llvm::as_instruction(*user)).collect();
    if escaping.otherwise && moments.iter().any(Option::is_none) {
        return Ok(None);
    }
    let given = variable(instrument, &format!("{GIVEN}function_{number}"));
    if !escaping.otherwise {
        return Ok(Some(given));
    }
    for inst in moments.into_iter().flatten() {
        let is_call = llvm::call(inst).and_then(llvm::callee) == Some(escaping.function);
        match inst.get_opcode() {
            InstructionOpcode::ICmp => continue,
            InstructionOpcode::Phi => {
                let block = inst.get_parent();
                let mut all = block.into_iter().flat_map(BasicBlock::get_instructions);
                let first = all.find(|inst| inst.get_opcode() != InstructionOpcode::Phi);
                instrument.before(first.unwrap_or(inst));
            }
            // Also where it is an argument of its own call.
            _ if is_call && !is_argument(inst, escaping.function) => continue,
            _ => instrument.before(inst),
        }
        set(instrument, given, true)?;
    }
    Ok(Some(given))
}

/// Whether a function is an argument of a call.
fn is_argument<'ctx>(inst: InstructionValue<'ctx>, function: FunctionValue<'ctx>) -> bool {
    let address = BasicValueEnum::from(function.as_global_value().as_pointer_value());
    let arguments = llvm::call(inst).and_then(llvm::arguments);
    arguments.is_none_or(|all| all.contains(&address))
}

/// A variable of one bit, which is not set at first.
fn variable<'ctx>(instrument: &Instrument<'ctx, '_>, name: &str) -> GlobalValue<'ctx> {
    user_data::variable(instrument, instrument.context.bool_type().into(), name)
}

fn is_set<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    variable: GlobalValue<'ctx>,
) -> Result<IntValue<'ctx>, FrontendError> {
    let (ty, place) = (instrument.context.bool_type(), variable.as_pointer_value());
    Ok(instrument.builder.build_load(ty, place, "is")?.into_int_value())
}

fn set(instrument: &Instrument<'_, '_>, variable: GlobalValue<'_>, value: bool) -> Outcome {
    let value = instrument.context.bool_type().const_int(value.into(), false);
    instrument.builder.build_store(variable.as_pointer_value(), value)?;
    Ok(())
}
