//! Control flow: terminators, and the front end's goal, end and choice functions.

use crate::frontend::FrontendError;
use crate::frontend::llvm::handles::LLVMOpcode::*;
use crate::frontend::llvm::handles::LLVMValueKind::*;
use crate::frontend::llvm::handles::{Bb, Val};
use crate::frontend::sites::{Site, SiteId};

use super::Lowering;
use super::unsupported::Unsupported;
use super::value::{Lowered, integer};
use crate::bv::Value;
use crate::program::runtime::{
    CHOICE_PREFIX, END, END_ASSUMPTION, END_DIVISION, END_EXIT, END_INVALID, END_NULL, GOAL,
};
use crate::program::{BlockId, EndKind, Operand, Terminator};

impl<'m> Lowering<'m> {
    /// A return, branch or switch.
    pub fn terminator(&mut self, instr: Val<'m>) -> Result<Terminator, Unsupported> {
        match instr.opcode() {
            LLVMBr => match instr.condition() {
                Some(condition) => self.branch(instr, condition),
                None => Ok(Terminator::Goto(self.target(instr.successors()[0]))),
            },
            LLVMSwitch => self.switch(instr),
            _ => Ok(Terminator::End(EndKind::Return)),
        }
    }

    fn target(&self, block: Bb<'m>) -> BlockId {
        self.blocks[&block]
    }

    fn branch(&mut self, instr: Val<'m>, condition: Val<'m>) -> Result<Terminator, Unsupported> {
        let successors = instr.successors();
        let (then, otherwise) = (self.target(successors[0]), self.target(successors[1]));
        if then == otherwise {
            return Ok(Terminator::Goto(then));
        }
        Ok(match self.int(condition)? {
            Operand::Const(truth) => {
                Terminator::Goto(if truth.is_true() { then } else { otherwise })
            }
            cond => Terminator::Branch { cond, then, otherwise },
        })
    }

    fn switch(&mut self, instr: Val<'m>) -> Result<Terminator, Unsupported> {
        let successors = instr.successors();
        let default = self.target(successors[0]);
        let mut cases: Vec<(Value, BlockId)> = Vec::new();
        for (index, &block) in (0..).zip(&successors).skip(1) {
            // A case is always an integer constant.
            if let Some(value) = integer(instr.case(index)) {
                cases.push((value, self.target(block)));
            }
        }
        cases.retain(|case| case.1 != default);
        if cases.is_empty() {
            return Ok(Terminator::Goto(default));
        }
        Ok(match self.int(instr.operands()[0])? {
            Operand::Const(value) => {
                let taken = cases.iter().find(|case| case.0 == value);
                Terminator::Goto(taken.map_or(default, |case| case.1))
            }
            value => Terminator::Switch { value, cases, default },
        })
    }

    /// A call of one of the functions of [`crate::frontend::sites`]: a choice becomes an
    /// input, a goal or an end the block's terminator, which is returned.
    ///
    /// # Errors
    /// If the site does not exist or is of the wrong sort.
    pub fn convention(&mut self, instr: Val<'m>) -> Result<Option<Terminator>, FrontendError> {
        let Some(callee) = instr.callee().filter(|f| f.kind() == LLVMFunctionValueKind) else {
            return Ok(None);
        };
        let name = callee.name();
        let is_choice = name.starts_with(CHOICE_PREFIX);
        if !is_choice && name != GOAL && name != END {
            return Ok(None);
        }
        let wrong = || FrontendError::Internal(format!("a malformed call of {name}"));
        let argument = instr.arguments().first().copied();
        let argument = argument.filter(|arg| arg.kind() == LLVMConstantIntValueKind);
        let number = argument.and_then(|arg| u32::try_from(arg.small_constant()).ok());
        let number = number.ok_or_else(wrong)?;
        if name == END {
            let kind = match number {
                END_EXIT => EndKind::Exit,
                END_ASSUMPTION => EndKind::Assumption,
                END_DIVISION => EndKind::Division,
                END_NULL => EndKind::NullAccess,
                END_INVALID => EndKind::InvalidAccess,
                _ => return Err(wrong()),
            };
            return Ok(Some(Terminator::End(kind)));
        }
        match self.sites.get(SiteId(number)) {
            Some(Site::Choice(kind)) if is_choice => {
                let chosen = self.input(instr.ty().width(), kind.clone());
                self.values.insert(instr, Lowered::Int(chosen));
                Ok(None)
            }
            Some(Site::Goal { kind, loc }) if !is_choice => {
                if self.at.loc.is_none() {
                    let scope = instr.location();
                    let sources = &mut self.program.sources;
                    self.at.loc =
                        loc.as_ref().map(|raw| self.debug.raw_location(sources, raw, scope));
                }
                let loc = self.at.loc;
                Ok(Some(self.goal(Some(number), kind.clone(), loc)))
            }
            _ => Err(wrong()),
        }
    }
}
