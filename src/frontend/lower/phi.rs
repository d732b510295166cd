//! Phis: declared before any block is lowered, since operands may be defined later;
//! filled in when all edges are known.

use crate::frontend::llvm::handles::LLVMOpcode::*;
use crate::frontend::llvm::handles::Val;
use rustc_hash::FxHashMap;

use super::Lowering;
use super::emit::Cursor;
use super::unsupported::{self, Unsupported};
use super::value::Lowered;
use crate::program::{Block, BlockId, Operand, Phi, Terminator};

impl<'m> Lowering<'m> {
    /// Makes the targets of a phi, one for each integer in its type, if `instr` is one.
    pub fn declare_phi(&mut self, block: BlockId, instr: Val<'m>) {
        if instr.opcode() != LLVMPHI {
            return;
        }
        let name = self.names.get(&instr).cloned().unwrap_or_default();
        self.at = Cursor { block, loc: None, name, parts: 0 };
        let lowered = self.shape(instr.ty()).fill(&mut |width| {
            let dest = self.fresh(width);
            self.program.blocks[block].phis.push(Phi { dest, incoming: Vec::new() });
            Lowered::Int(Operand::Value(dest))
        });
        self.values.insert(instr, lowered);
        self.phis.push((block, instr));
    }

    /// Fills in the operands of all phis.
    pub fn connect_phis(&mut self) {
        let predecessors = self.program.predecessors();
        for (block, phi) in std::mem::take(&mut self.phis) {
            // A switch leads to several equal entries for one predecessor.
            let mut sources: FxHashMap<BlockId, Val<'m>> = FxHashMap::default();
            for (from, value) in phi.incoming() {
                if let Some(&from) = self.blocks.get(&from) {
                    sources.entry(from).or_insert(value);
                }
            }
            for &from in &predecessors[block] {
                if let Some(&value) = sources.get(&from) {
                    self.connect(block, phi, from, value);
                }
            }
        }
    }

    /// Gives the phis that `phi` has become their operands for the edge from `from`.
    fn connect(&mut self, block: BlockId, phi: Val<'m>, from: BlockId, value: Val<'m>) {
        let name = self.names.get(&phi).cloned().unwrap_or_default();
        let loc = self.program.blocks[from].loc;
        self.at = Cursor { block: from, loc, name: format!("{name}.undefined"), parts: 0 };
        let mut pairs = Vec::new();
        let source = self.lowered(value);
        self.values[&phi].clone().zip(&source, &mut pairs);
        for (dest, source) in pairs {
            let operand = match source {
                Lowered::Int(operand) => operand,
                Lowered::Undef(width) => self.undefined(width),
                Lowered::Aggregate(_) | Lowered::Opaque => {
                    let what = unsupported::operand(value);
                    self.end_edge(from, block, what);
                    return;
                }
            };
            let phis = &mut self.program.blocks[block].phis;
            if let Some(phi) = phis.iter_mut().find(|phi| phi.dest == dest) {
                phi.incoming.push((from, operand));
            }
        }
    }

    /// Lets the edge end in an unsupported goal: the value that its phis need can't be
    /// represented.
    fn end_edge(&mut self, from: BlockId, to: BlockId, Unsupported(what): Unsupported) {
        let goal = self.unsupported(what);
        let name = format!("{}.unsupported", self.program.blocks[to].name);
        let loc = self.at.loc;
        let stop = self.program.blocks.push(Block {
            name,
            phis: Vec::new(),
            instrs: Vec::new(),
            terminator: goal,
            loc,
        });
        let redirect = |target: &mut BlockId| {
            if *target == to {
                *target = stop;
            }
        };
        match &mut self.program.blocks[from].terminator {
            Terminator::Goto(target) => redirect(target),
            Terminator::Branch { then, otherwise, .. } => {
                redirect(then);
                redirect(otherwise);
            }
            Terminator::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|case| redirect(&mut case.1));
                redirect(default);
            }
            Terminator::Goal(_) | Terminator::End(_) => {}
        }
    }
}
