//! The tools of instrumentation: everything that is inserted is a call.
//!
//! No pass here edits the control flow by hand. A check, an end or a division that must
//! not be undefined becomes a call of a small function of ours; inlining, which comes
//! anyway, turns it into branches, and gives its instructions the debug location and
//! the inlining chain of the call (our functions have no debug information of their
//! own). The functions, all internal:
//!
//! * `void @__llumc_fail(i32 site)`: the goal is reached;
//! * `void @__llumc_check(i1 bad, i32 site)`: the goal is reached if `bad`;
//! * `void @__llumc_stop(i32 kind)`: the path ends;
//! * `void @__llumc_stop_if(i1 condition, i32 kind)`: the path ends if `condition`;
//! * `void @__llumc_keep(ptr object)`: the object stays in memory;
//! * total shifts and divisions, see [`super::checks_ir`].
//!
//! Only [`super::sites::GOAL`], [`super::sites::END`], the choice functions and (until
//! promotion is done) [`KEEP`] stay undefined. None of them promises anything: no pass may move, merge or drop a call.

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::builder::Builder;
use inkwell::context::Context;
use inkwell::module::{Linkage, Module};
use inkwell::targets::TargetData;
use inkwell::types::{BasicMetadataTypeEnum, BasicType, BasicTypeEnum, FunctionType};
use inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, CallSiteValue, FunctionValue, InstructionValue,
    IntValue,
};
use inkwell::{AddressSpace, IntPredicate};

use super::sites::{self, RawLoc, Site, SiteId, Sites};
use super::{FrontendError, Options, raw};
use crate::program::{Check, GoalKind, InputKind, Property};

const FAIL: &str = "__llumc_fail";
const CHECK: &str = "__llumc_check";
/// Ends the path.
pub const STOP: &str = "__llumc_stop";
const STOP_IF: &str = "__llumc_stop_if";

/// Prefix of the names of all functions of ours.
pub const PREFIX: &str = "__llumc_";

/// Prefix of the names of functions that stand for calls through pointers, see
/// [`super::indirect`].
pub const DISPATCHER: &str = "__llumc_dispatch_";

/// Gets the address of an object that must not be promoted; does nothing.
pub const KEEP: &str = "__llumc_keep";

/// Largest number of pieces that an object is initialised with one by one.
const MAX_PIECES: usize = 256;

/// The type of an argument.
fn parameter<'ctx>(argument: &BasicMetadataValueEnum<'ctx>) -> BasicMetadataTypeEnum<'ctx> {
    match argument {
        BasicMetadataValueEnum::PointerValue(value) => value.get_type().into(),
        BasicMetadataValueEnum::IntValue(value) => value.get_type().into(),
        other => unreachable!("memory is asked with addresses and numbers, not {other:?}"),
    }
}

/// A shortcut in meaning, before positions have numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RawApproximation {
    /// Short stable identifier.
    pub kind: &'static str,
    /// For people.
    pub what: String,
    /// Where.
    pub loc: Option<RawLoc>,
}

/// A module under instrumentation.
pub struct Instrument<'ctx, 'a> {
    /// The context of all its types.
    pub context: &'ctx Context,
    /// The module.
    pub module: Module<'ctx>,
    /// What was asked for.
    pub options: &'a Options,
    /// Inserts; positioned by [`Instrument::before`].
    pub builder: Builder<'ctx>,
    /// Sizes and offsets of types.
    pub layout: TargetData,
    /// The sites so far.
    pub sites: Sites,
    /// The shortcuts so far.
    pub approximations: Vec<RawApproximation>,
}

/// Nothing, or why the front end gives up.
pub type Outcome = Result<(), FrontendError>;

impl<'ctx, 'a> Instrument<'ctx, 'a> {
    /// Starts with a module as clang left it.
    pub fn new(context: &'ctx Context, module: Module<'ctx>, options: &'a Options) -> Self {
        let layout =
            TargetData::create(module.get_data_layout().as_str().to_str().unwrap_or_default());
        Self {
            context,
            builder: context.create_builder(),
            layout,
            module,
            options,
            sites: Sites::default(),
            approximations: Vec::new(),
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
        let all = raw::defined(&self.module).into_iter();
        all.filter(|&function| !ours(&raw::name(function))).collect()
    }

    /// Makes the builder insert before `inst`, with its debug location.
    pub fn before(&self, inst: InstructionValue<'ctx>) {
        self.builder.position_before(&inst);
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

    /// Inserts: an arbitrary value of this width.
    pub fn choice(&mut self, width: u32, kind: InputKind) -> Result<IntValue<'ctx>, FrontendError> {
        let site = self.sites.add(Site::Choice(kind));
        self.choice_at(&self.builder, width, self.site(site))
    }

    /// Inserts: an arbitrary value of this width, whose site is known at run time only
    /// (a parameter of a function of ours).
    pub fn choice_at(
        &self,
        builder: &Builder<'ctx>,
        width: u32,
        site: IntValue<'ctx>,
    ) -> Result<IntValue<'ctx>, FrontendError> {
        let call = builder.build_call(self.choice_function(width), &[site.into()], "any")?;
        Ok(call.try_as_basic_value().expect_basic("a choice has a value").into_int_value())
    }

    /// Inserts: an arbitrary value of this type; `None` for types without values that
    /// can be chosen (vectors, types without size).
    pub fn any(
        &mut self,
        ty: BasicTypeEnum<'ctx>,
        kind: &InputKind,
    ) -> Result<Option<BasicValueEnum<'ctx>>, FrontendError> {
        Ok(Some(match ty {
            BasicTypeEnum::IntType(ty) => self.choice(ty.get_bit_width(), kind.clone())?.into(),
            BasicTypeEnum::FloatType(float) => {
                let width = self.layout.get_bit_size(&float) as u32;
                let bits = self.choice(width, kind.clone())?;
                self.builder.build_bit_cast(bits, float, "any.float")?
            }
            BasicTypeEnum::PointerType(pointer) => {
                let width = 8 * self.layout.get_pointer_byte_size(None);
                let bits = self.choice(width, kind.clone())?;
                self.builder.build_int_to_ptr(bits, pointer, "any.pointer")?.into()
            }
            BasicTypeEnum::StructType(ty) => {
                let mut whole = ty.const_zero();
                for (index, field) in ty.get_field_types().into_iter().enumerate() {
                    let Some(value) = self.any(field, kind)? else { return Ok(None) };
                    whole = self
                        .builder
                        .build_insert_value(whole, value, index as u32, "any.part")?
                        .into_struct_value();
                }
                whole.into()
            }
            BasicTypeEnum::ArrayType(ty) => {
                if ty.len() as usize > MAX_PIECES {
                    return Ok(None);
                }
                let mut whole = ty.const_zero();
                for index in 0..ty.len() {
                    let Some(value) = self.any(ty.get_element_type(), kind)? else {
                        return Ok(None);
                    };
                    whole = self
                        .builder
                        .build_insert_value(whole, value, index, "any.part")?
                        .into_array_value();
                }
                whole.into()
            }
            BasicTypeEnum::VectorType(_) | BasicTypeEnum::ScalableVectorType(_) => return Ok(None),
        }))
    }

    /// Inserts: the object of this type at `pointer` becomes arbitrary, piece by piece,
    /// its padding too, so that promotion to registers finds every byte written. For large
    /// objects a call gets their address: they stay in memory, where no read is modelled.
    pub fn scramble(
        &mut self,
        pointer: inkwell::values::PointerValue<'ctx>,
        ty: BasicTypeEnum<'ctx>,
        kind: &InputKind,
    ) -> Outcome {
        let size = self.layout.get_abi_size(&ty);
        let mut pieces = Vec::new();
        if !self.pieces(ty, 0, &mut pieces) {
            self.builder.build_call(self.keep_function(), &[pointer.into()], "")?;
            return Ok(());
        }
        let mut end = 0;
        let mut all = Vec::new();
        for (offset, piece) in pieces {
            self.gap(end, offset, &mut all);
            end = offset + self.layout.get_store_size(&piece);
            all.push((offset, piece));
        }
        self.gap(end, size, &mut all);
        for (offset, piece) in all {
            let Some(value) = self.any(piece, kind)? else { continue };
            let place = if offset == 0 {
                pointer
            } else {
                let index = self.context.i64_type().const_int(offset, false);
                // SAFETY: the offset lies in the object.
                unsafe {
                    self.builder.build_gep(self.context.i8_type(), pointer, &[index], "piece")?
                }
            };
            let store = self.builder.build_store(place, value)?;
            store.set_alignment(1).map_err(|error| FrontendError::Internal(error.to_string()))?;
        }
        Ok(())
    }

    /// Whether [`Instrument::scramble`] writes objects of this type piece by piece.
    pub fn is_splittable(&self, ty: BasicTypeEnum<'ctx>) -> bool {
        self.pieces(ty, 0, &mut Vec::new())
    }

    /// Bytes `from..to`, one by one.
    fn gap(&self, from: u64, to: u64, all: &mut Vec<(u64, BasicTypeEnum<'ctx>)>) {
        for offset in from..to {
            all.push((offset, self.context.i8_type().into()));
        }
    }

    /// The scalars that an object of this type is made of, with their offsets in bytes,
    /// ascending; `false` if they are too many or not known.
    fn pieces(
        &self,
        ty: BasicTypeEnum<'ctx>,
        offset: u64,
        all: &mut Vec<(u64, BasicTypeEnum<'ctx>)>,
    ) -> bool {
        match ty {
            BasicTypeEnum::StructType(ty) if !ty.is_opaque() => {
                (0..ty.count_fields()).all(|index| {
                    let at = self.layout.offset_of_element(&ty, index);
                    let field = ty.get_field_type_at_index(index);
                    at.zip(field).is_some_and(|(at, field)| self.pieces(field, offset + at, all))
                })
            }
            BasicTypeEnum::ArrayType(ty) => {
                let element = ty.get_element_type();
                let size = self.layout.get_abi_size(&element);
                ty.len() as usize <= MAX_PIECES
                    && (0..u64::from(ty.len()))
                        .all(|i| self.pieces(element, offset + i * size, all))
            }
            BasicTypeEnum::IntType(_)
            | BasicTypeEnum::FloatType(_)
            | BasicTypeEnum::PointerType(_) => {
                all.push((offset, ty));
                all.len() <= MAX_PIECES
            }
            _ => false,
        }
    }

    /// Inserts a call of a function of ours that speaks of memory ([`sites`]).
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

    fn keep_apart(&self, call: CallSiteValue<'ctx>) {
        let nomerge = Attribute::get_named_enum_kind_id("nomerge");
        let nomerge = self.context.create_enum_attribute(nomerge, 0);
        call.add_attribute(AttributeLoc::Function, nomerge);
    }

    /// The integer type of the width of a pointer.
    pub fn pointer_sized(&self) -> inkwell::types::IntType<'ctx> {
        self.context.ptr_sized_int_type(&self.layout, None)
    }

    /// Records a shortcut in meaning, once, with the first place where it is taken.
    pub fn approximate(&mut self, kind: &'static str, what: String, loc: Option<RawLoc>) {
        if !self.approximations.iter().any(|known| known.kind == kind && known.what == what) {
            self.approximations.push(RawApproximation { kind, what, loc });
        }
    }

    fn site(&self, site: SiteId) -> IntValue<'ctx> {
        self.context.i32_type().const_int(site.0.into(), false)
    }
}

/// The functions that calls are made of.
impl<'ctx> Instrument<'ctx, '_> {
    fn declare(&self, name: &str, ty: FunctionType<'ctx>) -> FunctionValue<'ctx> {
        self.module.get_function(name).unwrap_or_else(|| self.module.add_function(name, ty, None))
    }

    fn choice_function(&self, width: u32) -> FunctionValue<'ctx> {
        let ty = self.int(width).fn_type(&[self.context.i32_type().into()], false);
        self.declare(&format!("{}{width}", sites::CHOICE_PREFIX), ty)
    }

    /// Inserts: what can be reached from these addresses may change.
    pub fn havoc(&self, from: &[BasicMetadataValueEnum<'ctx>]) -> Outcome {
        let ty = self.context.void_type().fn_type(&[], true);
        self.builder.build_call(self.declare(sites::HAVOC, ty), from, "")?;
        Ok(())
    }

    /// Gets the address of what is not to be promoted ([`KEEP`]).
    pub fn keep_function(&self) -> FunctionValue<'ctx> {
        let pointer = self.context.ptr_type(AddressSpace::default()).into();
        self.declare(KEEP, self.context.void_type().fn_type(&[pointer], false))
    }

    /// The integer type of this width.
    pub fn int(&self, width: u32) -> inkwell::types::IntType<'ctx> {
        let width = std::num::NonZeroU32::new(width).expect("integers have at least one bit");
        self.context.custom_width_int_type(width).expect("the width comes from LLVM's own types")
    }

    fn fail_function(&self) -> Result<FunctionValue<'ctx>, FrontendError> {
        self.terminal(FAIL, sites::GOAL)
    }

    fn stop_function(&self) -> Result<FunctionValue<'ctx>, FrontendError> {
        self.terminal(STOP, sites::END)
    }

    /// `void name(i32 x) { outer(x); unreachable }`
    fn terminal(&self, name: &str, outer: &str) -> Result<FunctionValue<'ctx>, FrontendError> {
        let number = self.context.i32_type().into();
        let ty = self.context.void_type().fn_type(&[number], false);
        self.define(name, ty, |function, builder| {
            let argument = function.get_nth_param(0).expect("it has one parameter");
            let outer = self.declare(outer, ty);
            let call = builder.build_call(outer, &[argument.into()], "")?;
            // Two goals in one block could not be told apart.
            self.keep_apart(call);
            builder.build_unreachable()?;
            Ok(())
        })
    }

    /// `void name(i1 c, i32 x) { if (c) then(x); }`
    fn conditional(
        &self,
        name: &str,
        then: FunctionValue<'ctx>,
    ) -> Result<FunctionValue<'ctx>, FrontendError> {
        let parameters = [self.context.bool_type().into(), self.context.i32_type().into()];
        let ty = self.context.void_type().fn_type(&parameters, false);
        self.define(name, ty, |function, builder| {
            let bad = self.context.append_basic_block(function, "bad");
            let good = self.context.append_basic_block(function, "good");
            let [condition, argument] = function.get_params()[..] else {
                unreachable!("it has two parameters")
            };
            builder.build_conditional_branch(condition.into_int_value(), bad, good)?;
            builder.position_at_end(bad);
            builder.build_call(then, &[argument.into()], "")?;
            builder.build_unreachable()?;
            builder.position_at_end(good);
            builder.build_return(None)?;
            Ok(())
        })
    }

    /// The internal function of this name, built by `body` on first use. The builder
    /// that `body` gets stands in the entry block.
    pub fn define(
        &self,
        name: &str,
        ty: FunctionType<'ctx>,
        body: impl FnOnce(FunctionValue<'ctx>, &Builder<'ctx>) -> Outcome,
    ) -> Result<FunctionValue<'ctx>, FrontendError> {
        if let Some(function) = self.module.get_function(name) {
            return Ok(function);
        }
        let function = self.module.add_function(name, ty, Some(Linkage::Internal));
        let builder = self.context.create_builder();
        builder.position_at_end(self.context.append_basic_block(function, "entry"));
        body(function, &builder)?;
        Ok(function)
    }

    /// Whether an instruction is a call after which nothing of its block is executed.
    pub fn ends_path(inst: InstructionValue<'ctx>) -> bool {
        let callee = raw::call(inst).and_then(raw::callee).map(raw::name);
        callee.is_some_and(|name| name == FAIL || name == STOP)
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
    pub fn min_signed(ty: inkwell::types::IntType<'ctx>) -> IntValue<'ctx> {
        let width = ty.get_bit_width() as usize;
        let mut words = vec![0u64; width.div_ceil(64)];
        words[(width - 1) / 64] = 1 << ((width - 1) % 64);
        ty.const_int_arbitrary_precision(&words)
    }
}
