//! The tools of instrumentation: everything that is inserted is a call.
//!
//! No pass here edits the control flow by hand. A check, an end or a division that must
//! not be undefined becomes a call of a small function of ours; inlining, which comes
//! anyway, turns it into branches, and gives its instructions the debug location and
//! the inlining chain of the call (our functions have no debug information of their
//! own). All functions are declared in one table, [`crate::program::runtime`]; those that the
//! module itself defines are made here when they are needed first, total shifts and divisions
//! in [`crate::frontend::passes::checks::arithmetic`]. None of the others promises anything: no
//! pass may move, merge or drop a call.

mod arbitrary;
mod floats;
mod functions;

use std::collections::BTreeMap;

use inkwell::IntPredicate;
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::builder::Builder;
use inkwell::context::Context;
use inkwell::intrinsics::Intrinsic;
use inkwell::module::Module;
use inkwell::targets::TargetData;
use inkwell::types::{BasicMetadataTypeEnum, BasicType, BasicTypeEnum, IntType};
use inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, CallSiteValue, FunctionValue, GlobalValue,
    InstructionValue, IntValue, PointerValue,
};

use crate::frontend::clang::Clang;
use crate::frontend::sites::{RawLoc, Site, SiteId, Sites};
use crate::frontend::{FrontendError, Options, llvm};
use crate::program::runtime::{
    CHECK, DISPATCHER, END_INVALID, FAIL, OVERLAP, PREFIX, STOP, STOP_IF,
};
use crate::program::{AssumptionKind, Bound, Check, Cover, GoalKind, InputKind, Property};

/// The type of an argument.
fn parameter<'ctx>(argument: &BasicMetadataValueEnum<'ctx>) -> BasicMetadataTypeEnum<'ctx> {
    match argument {
        BasicMetadataValueEnum::PointerValue(value) => value.get_type().into(),
        BasicMetadataValueEnum::IntValue(value) => value.get_type().into(),
        other => unreachable!("memory is asked with addresses and numbers, not {other:?}"),
    }
}

/// An assumption, before positions have numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RawAssumption {
    /// Which.
    pub kind: AssumptionKind,
    /// For people.
    pub what: String,
    /// Where.
    pub loc: Option<RawLoc>,
}

/// The part of an object that exists and is not modelled.
#[derive(Clone, Debug)]
pub struct Edge<'ctx> {
    /// The object.
    pub object: GlobalValue<'ctx>,
    /// Offset of its first byte.
    pub from: u64,
    /// The variable that holds how many bytes it has.
    pub bytes: GlobalValue<'ctx>,
    /// What an access to it is.
    pub bound: Bound,
}

/// A module under instrumentation.
pub struct Instrument<'ctx, 'a> {
    /// The context of all its types.
    pub context: &'ctx Context,
    /// The module.
    pub module: Module<'ctx>,
    /// What was asked for.
    pub options: &'a Options,
    /// What compiles models.
    pub clang: &'a Clang,
    /// Inserts; positioned by [`Instrument::before`].
    pub builder: Builder<'ctx>,
    /// Sizes and offsets of types.
    pub layout: TargetData,
    /// The sites so far.
    pub sites: Sites,
    /// The shortcuts so far.
    pub assumptions: Vec<RawAssumption>,
    /// The parts of objects that exist and are not modelled.
    pub edges: Vec<Edge<'ctx>>,
    /// Where in what pointers lead to the program reads further pointers, if that was asked for:
    /// first bytes, and how many; ascending.
    pub pointers_read: Option<Vec<(u64, u64)>>,
    /// The places of which is asked whether runs pass them.
    pub covers: Vec<Cover>,
    /// Whether operations are rounded in a mode that somebody may have changed.
    pub rounds_dynamically: bool,
    /// Variables of ours that hold any number of one bit when the program begins, and what that is.
    pub at_start: Vec<(GlobalValue<'ctx>, InputKind)>,
    /// The names of variables of the program that hold anything when the entry function is called.
    pub arbitrary_globals: Vec<String>,
    /// The functions that are called and not defined, each with whether its results are all that it
    /// gives the program.
    pub undefined: BTreeMap<String, bool>,
}

/// Nothing, or why the front end gives up.
pub type Outcome = Result<(), FrontendError>;

impl<'ctx, 'a> Instrument<'ctx, 'a> {
    /// Starts with a module as clang left it.
    pub fn new(
        context: &'ctx Context,
        module: Module<'ctx>,
        options: &'a Options,
        clang: &'a Clang,
    ) -> Self {
        let layout =
            TargetData::create(module.get_data_layout().as_str().to_str().unwrap_or_default());
        Self {
            context,
            builder: context.create_builder(),
            layout,
            module,
            options,
            clang,
            sites: Sites::default(),
            assumptions: Vec::new(),
            edges: Vec::new(),
            pointers_read: None,
            covers: Vec::new(),
            rounds_dynamically: false,
            at_start: Vec::new(),
            arbitrary_globals: Vec::new(),
            undefined: BTreeMap::new(),
        }
    }

    /// Whether the property is to be checked.
    pub fn requested(&self, property: Property) -> bool {
        self.options.properties.contains(&property)
    }

    /// The functions of the program that have a body, and what calls through pointers
    /// have become: the functions that these name need the same treatment.
    pub fn functions(&self) -> Vec<FunctionValue<'ctx>> {
        let ours = |name: &str| name.starts_with(PREFIX) && !name.starts_with(DISPATCHER);
        let all = llvm::defined(&self.module).into_iter();
        all.filter(|&function| !ours(&llvm::name(function))).collect()
    }

    /// Makes the builder insert before `inst`, with its debug location.
    pub fn before(&self, inst: InstructionValue<'ctx>) {
        self.builder.position_before(&inst);
        self.locate(inst);
    }

    /// Makes the builder insert behind `inst`, which ends no block, with its debug location.
    pub fn behind(&self, inst: InstructionValue<'ctx>) {
        self.builder.position_before(&inst.get_next_instruction().unwrap_or(inst));
        self.locate(inst);
    }

    fn locate(&self, inst: InstructionValue<'ctx>) {
        match inst.get_debug_location() {
            Some(location) => self.builder.set_current_debug_location(location),
            None => self.builder.unset_current_debug_location(),
        }
    }

    /// The goal of a property that fails.
    pub fn check_kind(property: Property, what: impl Into<String>) -> GoalKind {
        GoalKind::Check(Check { property, what: what.into() })
    }

    fn goal(&mut self, kind: GoalKind, loc: Option<RawLoc>) -> SiteId {
        self.sites.add(Site::Goal { kind, loc })
    }

    fn site(&self, site: SiteId) -> IntValue<'ctx> {
        self.context.i32_type().const_int(site.0.into(), false)
    }

    /// Inserts: the goal is reached.
    pub fn fail(&mut self, kind: GoalKind, loc: Option<RawLoc>) -> Outcome {
        let site = self.goal(kind, loc);
        let function = self.fail_function()?;
        self.builder.build_call(function, &[self.site(site).into()], "")?;
        Ok(())
    }

    /// Inserts: the goal is reached if `bad`. A check that can't fail leaves no trace.
    pub fn check(&mut self, bad: IntValue<'ctx>, kind: GoalKind, loc: Option<RawLoc>) -> Outcome {
        if bad.get_zero_extended_constant() == Some(0) {
            return Ok(());
        }
        let site = self.goal(kind, loc);
        let fail = self.fail_function()?;
        let function = self.conditional(CHECK, fail)?;
        self.builder.build_call(function, &[bad.into(), self.site(site).into()], "")?;
        Ok(())
    }

    /// Ends the path if an access or a call of `free` is invalid of which no property asks, if that is
    /// assumed not to happen; whether it is.
    ///
    /// # Errors
    /// If LLVM refuses to build it.
    pub fn ends_undefined(
        &mut self,
        kind: &GoalKind,
        invalid: IntValue<'ctx>,
    ) -> Result<bool, FrontendError> {
        let is_assumed = self.options.accesses_valid && matches!(kind, GoalKind::Unsupported(_));
        if is_assumed {
            let what = "accesses that are not checked are valid (option --accept)";
            self.assume(AssumptionKind::AccessesValid, what.to_owned(), None);
            self.stop_if(invalid, END_INVALID)?;
        }
        Ok(is_assumed)
    }

    /// Puts an unsupported point in the place of a call. Where its value is used, control does
    /// not get there, so any will do.
    pub fn unsupported(&mut self, call: InstructionValue<'ctx>, what: String) -> Outcome {
        self.before(call);
        self.fail(GoalKind::Unsupported(what), None)?;
        Self::finish(call)
    }

    /// Removes a call whose effect was inserted before it. Where its value is used, it is one
    /// that control does not reach, so any will do.
    pub fn finish(call: InstructionValue<'ctx>) -> Outcome {
        if llvm::is_used(call) {
            llvm::replace_by_zero(call);
        }
        call.erase_from_basic_block();
        Ok(())
    }

    /// What a call is whose types are not those of the function that it names.
    pub fn with_other_types(name: &str) -> String {
        format!("a call of {name} with other types than it is defined with")
    }

    /// A number in the width that a function of the library takes. Programs may declare a parameter
    /// of another one: what the callee then gets is known only of small numbers.
    ///
    /// # Errors
    /// If LLVM refuses to build an instruction.
    pub fn as_wide(
        &mut self,
        number: IntValue<'ctx>,
        ty: IntType<'ctx>,
        name: &str,
    ) -> Result<IntValue<'ctx>, FrontendError> {
        let (given, wanted) = (number.get_type().get_bit_width(), ty.get_bit_width());
        if given == wanted {
            return Ok(number);
        }
        let builder = &self.builder;
        let (same, other) = if given < wanted {
            let zero = number.get_type().const_zero();
            let negative =
                builder.build_int_compare(IntPredicate::SLT, number, zero, "negative")?;
            // A truth value has no sign.
            let negative = if given == 1 { zero } else { negative };
            (builder.build_int_z_extend(number, ty, "wide")?, negative)
        } else {
            let low = builder.build_int_truncate(number, ty, "low")?;
            let back = builder.build_int_z_extend(low, number.get_type(), "back")?;
            (low, builder.build_int_compare(IntPredicate::NE, back, number, "lost")?)
        };
        self.check(other, GoalKind::Unsupported(Self::with_other_types(name)), None)?;
        Ok(same)
    }

    /// Inserts a check that two places `(to, size, from, size)` have nothing in common.
    pub fn check_apart(&mut self, places: &[BasicMetadataValueEnum<'ctx>], name: &str) -> Outcome {
        let overlap = self.ask(OVERLAP, places)?;
        let what = format!("{name} between objects that overlap");
        self.check(overlap, Self::check_kind(Property::Overlap, what), None)
    }

    /// Inserts: the path ends without a violation.
    pub fn stop(&self, kind: u32) -> Outcome {
        let kind = self.context.i32_type().const_int(kind.into(), false);
        self.builder.build_call(self.stop_function()?, &[kind.into()], "")?;
        Ok(())
    }

    /// Inserts: the path ends without a violation if `condition`.
    pub fn stop_if(&self, condition: IntValue<'ctx>, kind: u32) -> Outcome {
        if condition.get_zero_extended_constant() == Some(0) {
            return Ok(());
        }
        let kind = self.context.i32_type().const_int(kind.into(), false);
        let function = self.conditional(STOP_IF, self.stop_function()?)?;
        self.builder.build_call(function, &[condition.into(), kind.into()], "")?;
        Ok(())
    }

    /// Whether an instruction is a call after which nothing of its block is executed.
    pub fn ends_path(inst: InstructionValue<'ctx>) -> bool {
        let callee = llvm::call(inst).and_then(llvm::callee).map(llvm::name);
        callee.is_some_and(|name| name == FAIL || name == STOP)
    }

    /// Inserts a call of a function of ours that speaks of memory
    /// ([`crate::program::runtime`]).
    pub fn ask_for(
        &self,
        result: BasicTypeEnum<'ctx>,
        name: &str,
        arguments: &[BasicMetadataValueEnum<'ctx>],
    ) -> Result<BasicValueEnum<'ctx>, FrontendError> {
        let parameters: Vec<_> = arguments.iter().map(parameter).collect();
        let function = self.declare(name, result.fn_type(&parameters, false));
        let call = self.builder.build_call(function, arguments, "memory")?;
        // Two allocation sites in one could not be told apart.
        self.keep_apart(call);
        Ok(call.try_as_basic_value().expect_basic("it has a value"))
    }

    /// As [`Self::ask_for`], for a question of one bit.
    pub fn ask(
        &self,
        name: &str,
        arguments: &[BasicMetadataValueEnum<'ctx>],
    ) -> Result<IntValue<'ctx>, FrontendError> {
        let bit = self.context.bool_type();
        Ok(self.ask_for(bit.into(), name, arguments)?.into_int_value())
    }

    /// As [`Self::ask_for`], without a result.
    pub fn tell(&self, name: &str, arguments: &[BasicMetadataValueEnum<'ctx>]) -> Outcome {
        let parameters: Vec<_> = arguments.iter().map(parameter).collect();
        let function = self.declare(name, self.context.void_type().fn_type(&parameters, false));
        self.builder.build_call(function, arguments, "")?;
        Ok(())
    }

    /// Keeps LLVM from making one of this call and others.
    fn keep_apart(&self, call: CallSiteValue<'ctx>) {
        let nomerge = Attribute::get_named_enum_kind_id("nomerge");
        let nomerge = self.context.create_enum_attribute(nomerge, 0);
        call.add_attribute(AttributeLoc::Function, nomerge);
    }

    /// Inserts a local variable where the function of an instruction begins; the builder stands
    /// before the instruction then.
    pub fn local_variable(
        &self,
        inst: InstructionValue<'ctx>,
        ty: impl BasicType<'ctx>,
        name: &str,
    ) -> Result<PointerValue<'ctx>, FrontendError> {
        let function = inst.get_parent().and_then(|block| block.get_parent());
        let first = function.and_then(|it| it.get_first_basic_block()?.get_first_instruction());
        let nowhere = || FrontendError::Internal("an instruction in no function".to_owned());
        self.builder.position_before(&first.ok_or_else(nowhere)?);
        self.builder.unset_current_debug_location();
        let variable = self.builder.build_alloca(ty, name)?;
        self.before(inst);
        Ok(variable)
    }

    /// Inserts: a local variable begins to live anew, or ends.
    pub fn mark_lifetime(&self, variable: PointerValue<'ctx>, lives: bool) -> Outcome {
        let name = if lives { "llvm.lifetime.start" } else { "llvm.lifetime.end" };
        let marker = Intrinsic::find(name)
            .and_then(|found| found.get_declaration(&self.module, &[variable.get_type().into()]));
        let missing = || FrontendError::Internal("LLVM does not know lifetimes".to_owned());
        self.builder.build_call(marker.ok_or_else(missing)?, &[variable.into()], "")?;
        Ok(())
    }

    /// Records an assumption, once, with the first place where it is made.
    pub fn assume(&mut self, kind: AssumptionKind, what: String, loc: Option<RawLoc>) {
        if !self.assumptions.iter().any(|known| known.kind == kind && known.what == what) {
            self.assumptions.push(RawAssumption { kind, what, loc });
        }
    }

    /// The integer type of the width of a pointer.
    pub fn pointer_sized(&self) -> IntType<'ctx> {
        self.context.ptr_sized_int_type(&self.layout, None)
    }

    /// The integer type of this width.
    pub fn int(&self, width: u32) -> IntType<'ctx> {
        let width = std::num::NonZeroU32::new(width).expect("integers have at least one bit");
        self.context.custom_width_int_type(width).expect("the width comes from LLVM's own types")
    }

    /// `value == number`, sign extended to the width of `value`.
    pub fn equals(
        &self,
        value: IntValue<'ctx>,
        number: IntValue<'ctx>,
    ) -> Result<IntValue<'ctx>, FrontendError> {
        Ok(self.builder.build_int_compare(IntPredicate::EQ, value, number, "is")?)
    }

    /// The least signed number of a type.
    pub fn min_signed(ty: IntType<'ctx>) -> IntValue<'ctx> {
        let width = ty.get_bit_width() as usize;
        let mut words = vec![0u64; width.div_ceil(64)];
        words[(width - 1) / 64] = 1 << ((width - 1) % 64);
        ty.const_int_arbitrary_precision(&words)
    }
}
