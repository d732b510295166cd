//! The functions that calls are made of, each made when it is needed first.

use inkwell::AddressSpace;
use inkwell::builder::Builder;
use inkwell::module::Linkage;
use inkwell::types::FunctionType;
use inkwell::values::{BasicValue, FunctionValue};

use super::{Instrument, Outcome};
use crate::frontend::{FrontendError, llvm};
use crate::program::GoalKind;
use crate::program::runtime::{END, FAIL, GOAL, KEEP, STOP, THREADS, YIELD};

impl<'ctx> Instrument<'ctx, '_> {
    /// The function of ours of this name.
    pub fn declare(&self, name: &str, ty: FunctionType<'ctx>) -> FunctionValue<'ctx> {
        self.module.get_function(name).unwrap_or_else(|| self.module.add_function(name, ty, None))
    }

    /// Gets the address of what is not to be promoted ([`KEEP`]).
    pub fn keep_function(&self) -> FunctionValue<'ctx> {
        let pointer = self.context.ptr_type(AddressSpace::default()).into();
        self.declare(KEEP, self.context.void_type().fn_type(&[pointer], false))
    }

    pub(super) fn fail_function(&self) -> Result<FunctionValue<'ctx>, FrontendError> {
        self.terminal(FAIL, GOAL)
    }

    pub(super) fn stop_function(&self) -> Result<FunctionValue<'ctx>, FrontendError> {
        self.terminal(STOP, END)
    }

    /// `void name(i32 x) { outer(x); unreachable }`
    fn terminal(&self, name: &str, outer: &str) -> Result<FunctionValue<'ctx>, FrontendError> {
        let number = self.context.i32_type().into();
        let ty = self.context.void_type().fn_type(&[number], false);
        self.define(name, ty, |function, builder| {
            let argument = function.get_nth_param(0).expect("it has one parameter");
            // Others may run before all ends.
            if name == STOP && self.module.get_function(THREADS).is_some() {
                let ty = self.context.void_type().fn_type(&[], false);
                builder.build_call(self.declare(YIELD, ty), &[], "")?;
            }
            let outer = self.declare(outer, ty);
            let call = builder.build_call(outer, &[argument.into()], "")?;
            // Two goals in one block could not be told apart.
            self.keep_apart(call);
            builder.build_unreachable()?;
            Ok(())
        })
    }

    /// `void name(i1 c, i32 x) { if (c) then(x); }`
    pub(super) fn conditional(
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

    /// Makes an unsupported point of a function that has no body: it is not modelled `where_it_is`.
    ///
    /// # Errors
    /// If LLVM refuses.
    pub fn refuse(&mut self, function: FunctionValue<'ctx>, where_it_is: &str) -> Outcome {
        self.builder.position_at_end(self.context.append_basic_block(function, "entry"));
        self.builder.unset_current_debug_location();
        let name = llvm::name(function);
        let what = format!("a call of {name}, which is not modelled {where_it_is}");
        self.fail(GoalKind::Unsupported(what), None)?;
        let zero = function.get_type().get_return_type().map(|ty| ty.const_zero());
        self.builder.build_return(zero.as_ref().map(|it| it as &dyn BasicValue<'_>))?;
        Ok(())
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
}
