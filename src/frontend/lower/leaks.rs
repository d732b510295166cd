//! The questions of [`crate::frontend::passes::checks::leaks`]: each becomes a chain of
//! branches, one for each allocation site, to a goal that stands where the allocation does.
//!
//! Which allocation sites there are is known when everything is lowered; only then are the
//! blocks split.

use crate::frontend::FrontendError;
use crate::frontend::llvm::handles::LLVMValueKind::*;
use crate::frontend::llvm::handles::Val;
use crate::frontend::sites::{Site, SiteId};

use super::Lowering;
use super::unsupported::Unsupported;
use crate::bv::{Op, Sort};
use crate::program::runtime::{ALL_FREED, ALL_TRACKED};
use crate::program::{
    AllocationSite, Block, BlockId, EndKind, GoalKind, Instr, LocId, MemoryOp, Operand, Storage,
    Terminator, ValueId, ValueInfo,
};

/// A question in a block.
pub struct Question {
    block: BlockId,
    /// Position of the operation that answers it.
    at: usize,
    answer: ValueId,
    site: u32,
    kind: GoalKind,
    loc: Option<LocId>,
}

impl<'m> Lowering<'m> {
    /// Notes a question, if the call is one; tells whether it is.
    ///
    /// # Errors
    /// The outer error is a bug of ours, the inner one ends the path.
    pub fn question(&mut self, instr: Val<'m>) -> Result<Result<bool, Unsupported>, FrontendError> {
        let callee = instr.callee().filter(|callee| callee.kind() == LLVMFunctionValueKind);
        let op = match callee.map(Val::name).as_deref() {
            Some(ALL_FREED) => MemoryOp::Leaked,
            Some(ALL_TRACKED) => MemoryOp::Lost,
            _ => return Ok(Ok(false)),
        };
        let wrong = || FrontendError::Internal("a malformed question for leaks".to_owned());
        let arguments = instr.arguments();
        let (&site, held) = arguments.split_first().ok_or_else(wrong)?;
        let site = u32::try_from(site.small_constant()).map_err(|_| wrong())?;
        let Some(Site::Goal { kind, .. }) = self.sites.get(SiteId(site)) else {
            return Err(wrong());
        };
        let mut operands = Vec::with_capacity(held.len());
        for &value in held {
            match self.int(value) {
                Ok(operand) => operands.push(operand),
                Err(unsupported) => return Ok(Err(unsupported)),
            }
        }
        operands.sort_unstable_by_key(|operand| format!("{operand:?}"));
        operands.dedup();
        // Its width is known at the end.
        let answer = self.memory(op, &operands, Some(1));
        let Some(Operand::Value(answer)) = answer else { return Err(wrong()) };
        let (block, loc) = (self.at.block, self.at.loc);
        let at = self.program.blocks[block].instrs.len() - 1;
        self.questions.push(Question { block, at, answer, site, kind: kind.clone(), loc });
        Ok(Ok(true))
    }

    /// Splits the blocks with questions, the last question of a block first.
    pub fn answer_questions(&mut self) {
        let mut questions = std::mem::take(&mut self.questions);
        questions.reverse();
        for question in questions {
            self.answer(question);
        }
    }

    fn answer(&mut self, question: Question) {
        let Question { block, at, answer, site, kind, loc } = question;
        let memory = &self.program.memory;
        let heap = |allocation: &AllocationSite| {
            let first = allocation.instances.first().map(|&object| &memory.objects[object]);
            first.filter(|object| object.storage == Storage::Heap).map(|object| object.loc)
        };
        // Where each site that allocates on the heap stands.
        let made: Vec<(usize, Option<LocId>)> = (0..)
            .zip(memory.sites.iter())
            .filter_map(|(index, allocation)| Some((index, heap(allocation)?)))
            .collect();
        if made.is_empty() {
            self.program.blocks[block].instrs.remove(at);
            return;
        }
        self.program.values[answer].sort = Sort::Word(memory.sites.len() as u32);
        let whole = &mut self.program.blocks[block];
        let rest = Block {
            name: whole.name.clone(),
            phis: vec![],
            instrs: whole.instrs.split_off(at + 1),
            terminator: std::mem::replace(&mut whole.terminator, Terminator::End(EndKind::Exit)),
            loc: std::mem::replace(&mut whole.loc, loc),
        };
        let after = rest.terminator.successors();
        let rest = self.program.blocks.push(rest);
        for next in after {
            for phi in &mut self.program.blocks[next].phis {
                phi.incoming.iter_mut().filter(|it| it.0 == block).for_each(|it| it.0 = rest);
            }
        }
        let empty = |terminator, loc| Block {
            name: String::new(),
            phis: vec![],
            instrs: vec![],
            terminator,
            loc,
        };
        let mut here = block;
        let last = made.last().map(|last| last.0);
        for (index, made) in made {
            let goal = self.goal(Some(site), kind.clone(), made);
            let then = self.program.blocks.push(empty(goal, loc));
            let otherwise = match Some(index) == last {
                true => rest,
                false => self.program.blocks.push(empty(Terminator::Goto(rest), loc)),
            };
            let name = format!("of {index}");
            let cond = self.program.values.push(ValueInfo { sort: Sort::Word(1), name });
            let bit = Op::Extract { high: index as u32, low: index as u32 };
            let args = vec![Operand::Value(answer)];
            let block = &mut self.program.blocks[here];
            block.instrs.push(Instr::Assign { dest: cond, op: bit, args, loc });
            block.terminator = Terminator::Branch { cond: Operand::Value(cond), then, otherwise };
            here = otherwise;
        }
    }
}
