//! Questions about results of floating-point operations.

use inkwell::FloatPredicate::{OEQ, OGT, OLT, ORD, UEQ, UNO};
use inkwell::values::{FloatValue, IntValue};

use super::Instrument;
use crate::frontend::FrontendError;

impl<'ctx> Instrument<'ctx, '_> {
    /// Inserts: whether a result is infinite and no operand is, nor a NaN.
    ///
    /// # Errors
    /// If LLVM refuses to build it.
    pub fn overflows(
        &self,
        result: FloatValue<'ctx>,
        operands: &[FloatValue<'ctx>],
    ) -> Result<IntValue<'ctx>, FrontendError> {
        let builder = &self.builder;
        let infinities = |number: FloatValue<'ctx>| {
            let ty = number.get_type();
            [f64::NEG_INFINITY, f64::INFINITY].map(|infinity| ty.const_float(infinity))
        };
        let [low, high] = infinities(result);
        let is_low = builder.build_float_compare(OEQ, result, low, "low")?;
        let is_high = builder.build_float_compare(OEQ, result, high, "high")?;
        let mut all = builder.build_or(is_low, is_high, "infinite")?;
        for &operand in operands {
            let [low, high] = infinities(operand);
            for (predicate, bound) in [(OGT, low), (OLT, high)] {
                let is_within = builder.build_float_compare(predicate, operand, bound, "within")?;
                all = builder.build_and(all, is_within, "overflow")?;
            }
        }
        Ok(all)
    }

    /// Inserts: whether a result is a NaN and no operand is.
    ///
    /// # Errors
    /// If LLVM refuses to build it.
    pub fn makes_nan(
        &self,
        result: FloatValue<'ctx>,
        operands: &[FloatValue<'ctx>],
    ) -> Result<IntValue<'ctx>, FrontendError> {
        let builder = &self.builder;
        let mut all = builder.build_float_compare(UNO, result, result, "nan")?;
        for &operand in operands {
            let is_number = builder.build_float_compare(ORD, operand, operand, "number")?;
            all = builder.build_and(all, is_number, "invalid")?;
        }
        Ok(all)
    }

    /// Inserts: whether a result is zero or subnormal, and another number than the operand. Of a
    /// `long double` also results that are merely as small as subnormal ones of `double`.
    ///
    /// # Errors
    /// If LLVM refuses to build it.
    pub fn may_underflow(
        &self,
        result: FloatValue<'ctx>,
        operand: FloatValue<'ctx>,
    ) -> Result<IntValue<'ctx>, FrontendError> {
        let (builder, ty) = (&self.builder, result.get_type());
        let least = match self.layout.get_bit_size(&ty) {
            16 => 2f64.powi(-14),
            32 => f32::MIN_POSITIVE.into(),
            _ => f64::MIN_POSITIVE,
        };
        let [low, high] = [-least, least].map(|bound| ty.const_float(bound));
        let above = builder.build_float_compare(OGT, result, low, "above")?;
        let below = builder.build_float_compare(OLT, result, high, "below")?;
        let small = builder.build_and(above, below, "small")?;
        let same = builder.build_float_compare(UEQ, result, operand, "same")?;
        let other = builder.build_not(same, "other")?;
        Ok(builder.build_and(small, other, "underflow")?)
    }
}
