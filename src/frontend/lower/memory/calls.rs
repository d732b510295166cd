//! Calls of the functions that speak of memory ([`sites`]): questions, allocations, and
//! operations that C has functions for.

use crate::frontend::llvm::handles::LLVMValueKind::*;
use crate::frontend::llvm::handles::{Bb, Val};

use super::super::Lowering;
use super::super::unsupported::Unsupported;
use super::super::value::Lowered;
use crate::bv::Op;
use crate::program::runtime::{self, PREFIX};
use crate::program::{
    AllocationSite, AllocationSiteId, Initial, MemoryOp, OUTSIDE, Object, Operand, PARAMETER,
    Storage, most_bytes,
};

impl<'m> Lowering<'m> {
    /// A call of one of these functions, if it is one.
    pub fn memory_call(&mut self, instr: Val<'m>) -> Option<Result<Lowered, Unsupported>> {
        let callee = instr.callee().filter(|callee| callee.kind() == LLVMFunctionValueKind)?;
        let name = callee.name();
        name.starts_with(PREFIX).then(|| self.memory_operation(&name, instr))
    }

    fn memory_operation(&mut self, name: &str, instr: Val<'m>) -> Result<Lowered, Unsupported> {
        let pointer = self.context.pointer_width();
        let arguments = instr.arguments();
        if let Some(result) = self.allocation(name, instr, &arguments) {
            return result.map(Lowered::Int);
        }
        if name == runtime::OBJECT {
            return self.outside_object(instr).map(Lowered::Int);
        }
        let mut operands = Vec::with_capacity(arguments.len());
        for argument in arguments {
            operands.push(self.int(argument)?);
        }
        if let (runtime::WRITTEN, [at, Operand::Const(size)]) = (name, &operands[..]) {
            let op = MemoryOp::Written(size.to_u64().unwrap_or(u64::MAX));
            let bit = self.memory(op, std::slice::from_ref(at), Some(1));
            return Ok(bit.map_or(Lowered::Opaque, Lowered::Int));
        }
        if let (runtime::ALIGNED, [at, Operand::Const(bytes)]) = (name, &operands[..]) {
            let op = MemoryOp::Aligned(bytes.to_u64().unwrap_or(1));
            let bit = self.memory(op, std::slice::from_ref(at), Some(1));
            return Ok(bit.map_or(Lowered::Opaque, Lowered::Int));
        }
        let (op, width) = match name {
            runtime::HAVOC => (MemoryOp::Havoc { direct: false }, None),
            runtime::HAVOC_DIRECT => (MemoryOp::Havoc { direct: true }, None),
            runtime::WRITTEN => (MemoryOp::WrittenBytes, Some(1)),
            runtime::READABLE => (MemoryOp::Valid { write: false }, Some(1)),
            runtime::WRITABLE => (MemoryOp::Valid { write: true }, Some(1)),
            runtime::FREEABLE | runtime::ON_HEAP => (MemoryOp::Freeable, Some(1)),
            runtime::FREE => (MemoryOp::Free, None),
            runtime::OVERLAP => (MemoryOp::Overlap, Some(1)),
            runtime::RELEASE => (MemoryOp::Release, None),
            runtime::ROOM | runtime::TO_END => (MemoryOp::Room, Some(pointer)),
            runtime::OFFSET => (MemoryOp::Offset, Some(pointer)),
            runtime::FIND => (MemoryOp::Find { last: false }, Some(pointer)),
            runtime::FIND_LAST => (MemoryOp::Find { last: true }, Some(pointer)),
            runtime::MISMATCH => (MemoryOp::Mismatch, Some(pointer)),
            _ => return Err(Unsupported(format!("a call of {name}"))),
        };
        Ok(self.memory(op, &operands, width).map_or(Lowered::Opaque, Lowered::Int))
    }

    /// The three calls that make an allocation.
    fn allocation(
        &mut self,
        name: &str,
        instr: Val<'m>,
        arguments: &[Val<'m>],
    ) -> Option<Result<Operand, Unsupported>> {
        let lost = || Unsupported::new("an allocation that the compiler has merged with others");
        Some(match name {
            runtime::ALLOCATION | runtime::STACK_ALLOCATION => {
                let stack = name == runtime::STACK_ALLOCATION;
                let storage = if stack { Storage::Stack } else { Storage::Heap };
                let number = self.objects.sites.len();
                self.int(arguments[0]).map(|size| {
                    let site = self.site(instr, &size, storage);
                    self.objects.sites.insert(instr, site);
                    self.number(32, number as u128)
                })
            }
            runtime::FITS => match self.objects.sites.get(&arguments[0]) {
                None => Err(lost()),
                Some(&site) => self.int(arguments[1]).map(|size| {
                    let first = self.program.memory.sites[site].instances[0];
                    let largest = self.length(self.program.memory.objects[first].size);
                    self.emit(Op::Ule, &[size, largest])
                }),
            },
            runtime::AVAILABLE => match self.objects.sites.get(&arguments[0]) {
                None => Err(lost()),
                Some(&site) => {
                    let bit = self.memory(MemoryOp::Available(site), &[], Some(1));
                    Ok(bit.expect("it has a result"))
                }
            },
            runtime::ALLOCATE | runtime::ALLOCATE_ZEROED => {
                match self.objects.sites.get(&arguments[0]) {
                    None => Err(lost()),
                    Some(&site) => self.int(arguments[1]).map(|size| {
                        let zeroed = name == runtime::ALLOCATE_ZEROED;
                        let op = MemoryOp::Allocate { site, zeroed };
                        let width = self.context.pointer_width();
                        self.memory(op, &[size], Some(width)).expect("it has a result")
                    }),
                }
            }
            _ => return None,
        })
    }

    /// An object from outside: like a local variable that begins to live here, anew each time.
    fn outside_object(&mut self, instr: Val<'m>) -> Result<Operand, Unsupported> {
        let arguments = instr.arguments();
        let (Operand::Const(size), Operand::Const(align)) =
            (self.int(arguments[0])?, self.int(arguments[1])?)
        else {
            return Err(Unsupported::new("an object from outside of unknown size"));
        };
        let size = size.to_u64().unwrap_or(u64::MAX);
        let line = self.at.loc.map(|loc| self.program.sources.describe(Some(loc)));
        let place = line.map(|line| format!(" of {line}")).unwrap_or_default();
        let fields = self.pointed_fields(instr, size);
        let object = self.program.memory.objects.push(Object {
            name: format!("{OUTSIDE}{place}"),
            loc: self.at.loc,
            storage: Storage::Local,
            size,
            align: align.to_u64().unwrap_or(1),
            writable: true,
            initial: Initial::Arbitrary,
            fields,
        });
        self.memory(MemoryOp::Start(object), &[], None);
        Ok(self.address(object))
    }

    /// The objects of an allocation site: one, where it is executed at most once, else as
    /// many as the limits say; of the size asked for, where that is constant, else of the
    /// largest that the limits allow, or that there can be.
    fn site(&mut self, instr: Val<'m>, size: &Operand, storage: Storage) -> AllocationSiteId {
        let limits = self.limits;
        let size = match size {
            Operand::Const(size) => size.to_u64().unwrap_or(u64::MAX),
            Operand::Value(_) if limits.any_size => most_bytes(self.context.pointer_width()),
            Operand::Value(_) => limits.allocation,
        };
        let count = if self.in_cycle(instr.block()) { limits.instances } else { 1 };
        let line = self.at.loc.map(|loc| self.program.sources.describe(Some(loc)));
        let place = line.map(|line| format!(" of {line}")).unwrap_or_default();
        let name = match (instr.name().strip_prefix(runtime::ARRAY), storage) {
            (Some(parameter), Storage::Stack) => format!("{PARAMETER}{parameter}"),
            (_, Storage::Stack) => format!("stack object{place}"),
            _ => format!("heap object{place}"),
        };
        // As malloc must give it: enough for every type (C17 7.22.3p1).
        let align = u64::from(self.context.pointer_width() / 4);
        let fields = self.allocated_fields(instr, size);
        let instances = (0..count).map(|_| {
            self.program.memory.objects.push(Object {
                name: name.clone(),
                loc: self.at.loc,
                storage,
                size,
                align,
                writable: true,
                initial: Initial::Arbitrary,
                fields: fields.clone(),
            })
        });
        let instances = instances.collect();
        self.program.memory.sites.push(AllocationSite { instances })
    }

    /// Whether a block can be executed more than once.
    fn in_cycle(&self, block: Bb<'m>) -> bool {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut open = vec![block];
        while let Some(at) = open.pop() {
            for next in at.terminator().map(Val::successors).unwrap_or_default() {
                if next == block {
                    return true;
                }
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        false
    }
}
