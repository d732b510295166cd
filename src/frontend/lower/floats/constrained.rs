//! Operations that say how they are rounded: LLVM's constrained intrinsics.
//!
//! Source: the LLVM Language Reference, "Constrained Floating-Point Intrinsics". They stand where
//! the program chooses the rounding mode (`passes/rounding`).

use crate::bv::Rounding;
use crate::frontend::llvm::handles::LLVMOpcode::*;
use crate::frontend::llvm::handles::LLVMValueKind::LLVMFunctionValueKind;
use crate::frontend::llvm::handles::Val;

use super::super::Lowering;
use super::super::unsupported::Unsupported;
use super::super::value::Lowered;
use super::format;
use super::functions::Function;

/// The mode of a name; not of one that is only known when the program runs.
fn rounding(name: &str) -> Option<Rounding> {
    Some(match name {
        "round.tonearest" => Rounding::NearestEven,
        "round.tonearestaway" => Rounding::NearestAway,
        "round.upward" => Rounding::Up,
        "round.downward" => Rounding::Down,
        "round.towardzero" => Rounding::Zero,
        _ => return None,
    })
}

impl<'m> Lowering<'m> {
    /// The value of an operation in a mode that it names; `None` if it is none, or not modelled.
    pub fn constrained(&mut self, instr: Val<'m>) -> Option<Result<Lowered, Unsupported>> {
        let callee = instr.callee().filter(|it| it.kind() == LLVMFunctionValueKind)?;
        let name = callee.intrinsic()?;
        let name = name.strip_prefix("llvm.experimental.constrained.")?;
        let arguments = instr.arguments();
        // Behind the operands there are the mode and what is to be with exceptions.
        let [operands @ .., mode, _] = &arguments[..] else { return None };
        let rounding = rounding(&mode.text()?)?;
        let opcode = match name {
            "fadd" => LLVMFAdd,
            "fsub" => LLVMFSub,
            "fmul" => LLVMFMul,
            "fdiv" => LLVMFDiv,
            "fptrunc" => LLVMFPTrunc,
            "sitofp" => LLVMSIToFP,
            "uitofp" => LLVMUIToFP,
            _ => return self.rounded_function(instr, name, operands, rounding),
        };
        Some(self.arithmetic(instr, opcode, operands, rounding))
    }

    fn rounded_function(
        &mut self,
        instr: Val<'m>,
        name: &str,
        operands: &[Val<'m>],
        rounding: Rounding,
    ) -> Option<Result<Lowered, Unsupported>> {
        let number = format(operands.first()?.ty())?;
        let function = match name {
            "sqrt" => Function::Root,
            "fma" => Function::Fused,
            "rint" | "nearbyint" => Function::Integral(rounding),
            "lrint" | "llrint" => Function::ToInteger(rounding),
            _ => return None,
        };
        let fits = self.is_word(instr.ty()) && self.fits(function, number, instr, operands);
        fits.then(|| self.compute(function, number, instr, operands, rounding))
    }
}
