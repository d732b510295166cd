//! Memory: objects, addresses, reads and writes.
//!
//! What is left of variables when promotion to registers is done becomes objects of
//! [`crate::program::Memory`]; each access becomes an operation on them. That places are
//! valid was checked before ([`crate::frontend::deref`]); those checks are calls of
//! functions that this file turns into operations too.

use inkwell::llvm_sys::LLVMTypeKind::*;
use inkwell::llvm_sys::LLVMValueKind::*;
use rustc_hash::FxHashMap;

use super::constant::constant_address;
use super::llvm::{Bb, Context, Meta, Ty, Val};
use super::unsupported::Unsupported;
use super::value::{Lowered, Shape, integer};
use super::{Lowering, ctype, debug};
use crate::bv::Op;
use crate::frontend::sites;
use crate::program::{
    Field, Initial, Instr, MemoryInstr, MemoryOp, Object, ObjectId, Operand, Piece, Pool, PoolId,
    Storage, ValueInfo,
};

/// Variables with more bytes of initial values (other than zero) are not modelled: reading
/// them alone would take seconds.
const MAX_INITIALISED: u64 = 1 << 20;

/// The objects of the function under way.
#[derive(Default)]
pub struct Objects<'m> {
    /// The C variables (`DILocalVariable`) of local objects.
    variables: FxHashMap<Val<'m>, Meta<'m>>,
    /// Variables and functions.
    known: FxHashMap<Val<'m>, ObjectId>,
    /// Their addresses, which are computed at the very start.
    addresses: FxHashMap<ObjectId, Operand>,
    prelude: Vec<Instr>,
    /// Allocation sites, by the call that stands for them.
    pools: FxHashMap<Val<'m>, PoolId>,
}

impl<'m> Objects<'m> {
    /// Notes which C variable a local object is.
    pub fn declare(&mut self, storage: Val<'m>, variable: Meta<'m>) {
        self.variables.insert(storage, variable);
    }

    /// The instructions that compute the addresses.
    pub fn take_addresses(&mut self) -> Vec<Instr> {
        std::mem::take(&mut self.prelude)
    }
}

impl<'m> Lowering<'m> {
    /// A constant of the width of a pointer.
    fn length(&self, number: u64) -> Operand {
        self.number(self.context.pointer_width(), number.into())
    }

    /// The address of an object.
    fn address(&mut self, object: ObjectId) -> Operand {
        if let Some(known) = self.objects.addresses.get(&object) {
            return known.clone();
        }
        let name = format!("&{}", self.program.memory.objects[object].name);
        let width = self.context.pointer_width();
        let dest = self.program.values.push(ValueInfo { width, name });
        let op = MemoryOp::Address(object);
        let instr = MemoryInstr { dest: Some(dest), op, args: vec![], loc: None };
        self.objects.prelude.push(Instr::Memory(instr));
        self.objects.addresses.insert(object, Operand::Value(dest));
        Operand::Value(dest)
    }

    /// The address of a global variable or a function; `None` if it is not modelled.
    pub fn global(&mut self, value: Val<'m>) -> Option<Operand> {
        let object = self.global_object(value)?;
        Some(self.address(object))
    }

    fn global_object(&mut self, value: Val<'m>) -> Option<ObjectId> {
        if let Some(&known) = self.objects.known.get(&value) {
            return Some(known);
        }
        // One that need not exist has an address that may be null.
        if value.is_extern_weak() {
            return None;
        }
        let function = value.kind() == LLVMFunctionValueKind;
        let size = if function { 0 } else { self.context.size(value.value_type()) };
        // A declaration without a length says nothing of the size.
        if !function && value.initializer().is_none() && size == 0 {
            return None;
        }
        if value.initializer().is_some_and(|it| it.kind() != LLVMConstantAggregateZeroValueKind)
            && size > MAX_INITIALISED
        {
            return None;
        }
        let variable = if function { None } else { value.global_variable(self.context) };
        let id = self.program.memory.objects.push(Object {
            name: self.global_name(value),
            loc: None,
            storage: if function { Storage::Function } else { Storage::Static },
            size,
            align: if function { 1 } else { self.global_alignment(value) },
            writable: !function && !value.is_constant_global(),
            initial: Initial::Arbitrary,
            fields: self.fields(variable),
        });
        // Known before its initial value is: that may hold its own address.
        self.objects.known.insert(value, id);
        if function {
            self.program.memory.objects[id].initial = Initial::Known(vec![]);
        } else if let Some(initializer) = value.initializer() {
            let mut pieces = Vec::new();
            self.pieces(initializer, 0, &mut pieces)?;
            self.program.memory.objects[id].initial = Initial::Known(pieces);
        }
        Some(id)
    }

    /// What is said of it or, if nothing is, what its type asks for.
    fn global_alignment(&self, value: Val<'m>) -> u64 {
        match value.alignment() {
            0 => self.context.alignment(value.value_type()),
            said => said,
        }
    }

    /// The name of a global, or the text of a string literal.
    fn global_name(&self, value: Val<'m>) -> String {
        let name = value.name();
        match value.text_constant().filter(|_| name.starts_with(".str")) {
            Some(text) => format!("{text:?}"),
            None => name,
        }
    }

    /// The scalars of a C variable.
    fn fields(&self, variable: Option<Meta<'m>>) -> Vec<Field> {
        let ty = variable.and_then(|it| debug::operand(it, debug::VARIABLE_TYPE, self.context));
        ty.and_then(Val::node).map(|ty| ctype::fields(ty, self.context)).unwrap_or_default()
    }

    /// The scalars of an initial value that are not zero.
    fn pieces(&mut self, value: Val<'m>, offset: u64, all: &mut Vec<(u64, Piece)>) -> Option<()> {
        let ty = value.ty();
        match value.kind() {
            LLVMConstantIntValueKind => {
                let number = integer(value)?;
                let width = number.width().next_multiple_of(8);
                let number = Op::ZeroExtend(width).apply(&[&number]);
                if !number.is_zero() {
                    all.push((offset, Piece::Number(number)));
                }
            }
            LLVMConstantFPValueKind
            | LLVMConstantDataVectorValueKind
            | LLVMConstantVectorValueKind => {
                let Some(Lowered::Int(Operand::Const(bits))) = self.constant(value) else {
                    return None;
                };
                let width = bits.width().next_multiple_of(8);
                all.push((offset, Piece::Number(Op::ZeroExtend(width).apply(&[&bits]))));
            }
            LLVMUndefValueValueKind
            | LLVMPoisonValueKind
            | LLVMConstantAggregateZeroValueKind
            | LLVMConstantPointerNullValueKind => {}
            LLVMConstantStructValueKind => {
                for index in 0..u32::try_from(ty.fields().len()).ok()? {
                    let at = offset + self.context.offset(ty, index);
                    self.pieces(value.element(index)?, at, all)?;
                }
            }
            LLVMConstantArrayValueKind | LLVMConstantDataArrayValueKind => {
                let (element, length) = ty.array();
                let size = self.context.size(element);
                for index in 0..u32::try_from(length).ok()? {
                    let at = offset + u64::from(index) * size;
                    self.pieces(value.element(index)?, at, all)?;
                }
            }
            _ => {
                let (base, inside) = constant_address(value, self.context)?;
                let whole =
                    8 * self.context.store_size(ty) == u64::from(self.context.pointer_width());
                let object = self.global_object(base).filter(|_| whole)?;
                all.push((offset, Piece::Address(object, inside)));
            }
        }
        Some(())
    }

    /// A local variable that stays in memory.
    pub fn local(&mut self, instr: Val<'m>) -> Result<Lowered, Unsupported> {
        let count = instr.operands().first().copied().and_then(|count| {
            (count.kind() == LLVMConstantIntValueKind).then(|| count.small_constant())
        });
        let variable = self.objects.variables.get(&instr).copied();
        let known = variable.map(|variable| debug::variable_name(variable, self.context));
        let name = known.unwrap_or_else(|| instr.name());
        let size = count.and_then(|n| n.checked_mul(self.context.size(instr.allocated())));
        let Some(size) = size.filter(|_| self.at.block == self.program.entry) else {
            return Err(Unsupported(format!("an array of variable length ('{name}')")));
        };
        let object = self.program.memory.objects.push(Object {
            name,
            loc: self.at.loc,
            storage: Storage::Local,
            size,
            align: instr.alignment(),
            writable: true,
            initial: Initial::Arbitrary,
            fields: self.fields(variable),
        });
        self.objects.known.insert(instr, object);
        self.memory(MemoryOp::Start(object), &[], None);
        Ok(Lowered::Int(self.address(object)))
    }

    /// `llvm.lifetime.start` or `llvm.lifetime.end` of a local variable.
    pub fn lifetime(&mut self, instr: Val<'m>, make: fn(ObjectId) -> MemoryOp) {
        let place = instr.arguments().last().copied();
        if let Some(&object) = place.and_then(|place| self.objects.known.get(&place)) {
            self.memory(make(object), &[], None);
        }
    }

    /// `getelementptr`, as an instruction or a constant expression.
    pub fn element_address(&mut self, instr: Val<'m>) -> Result<Lowered, Unsupported> {
        let operands = instr.operands();
        let base = self.int(operands[0])?;
        let mut indices = Vec::with_capacity(operands.len() - 1);
        for &index in &operands[1..] {
            indices.push(self.int(index)?);
        }
        let (constant, rest) = steps(instr, indices, self.context)
            .ok_or_else(|| Unsupported::new("an address in a vector"))?;
        let width = self.context.pointer_width();
        let mut address = base;
        for (index, size) in rest {
            let index = match self.program.width(&index) {
                narrow if narrow < width => self.emit(Op::SignExtend(width), &[index]),
                _ => self.extract(&index, width - 1, 0),
            };
            let bytes = match size {
                1 => index,
                _ => {
                    let size = self.length(size);
                    self.emit(Op::Mul, &[index, size])
                }
            };
            address = self.emit(Op::Add, &[address, bytes]);
        }
        if constant != 0 {
            let bytes = self.number(width, constant.cast_unsigned().into());
            address = self.emit(Op::Add, &[address, bytes]);
        }
        Ok(Lowered::Int(address))
    }

    /// A read.
    pub fn load(&mut self, instr: Val<'m>) -> Result<Lowered, Unsupported> {
        let address = self.int(instr.operands()[0])?;
        self.read(instr.ty(), &address)
    }

    fn read(&mut self, ty: Ty<'m>, address: &Operand) -> Result<Lowered, Unsupported> {
        match self.shape(ty) {
            Shape::Int(width) => {
                let args = std::slice::from_ref(address);
                let stored = width.next_multiple_of(8);
                let read = self.memory(MemoryOp::Load, args, Some(stored));
                let read = read.expect("a read has a result");
                Ok(Lowered::Int(self.extract(&read, width - 1, 0)))
            }
            _ => {
                let mut parts = Vec::new();
                for (offset, part) in self.parts(ty)? {
                    let place = self.behind(address, offset);
                    parts.push(self.read(part, &place)?);
                }
                Ok(Lowered::Aggregate(parts))
            }
        }
    }

    /// A write.
    pub fn store(&mut self, instr: Val<'m>) -> Result<Lowered, Unsupported> {
        let operands = instr.operands();
        let address = self.int(operands[1])?;
        let value = self.lowered(operands[0]);
        self.write(operands[0].ty(), value, &address)?;
        Ok(Lowered::Opaque)
    }

    fn write(&mut self, ty: Ty<'m>, value: Lowered, address: &Operand) -> Result<(), Unsupported> {
        match value {
            Lowered::Int(number) => {
                let stored = self.program.width(&number).next_multiple_of(8);
                let number = self.resize(&number, stored);
                self.memory(MemoryOp::Store, &[address.clone(), number], None);
                Ok(())
            }
            Lowered::Undef(width) => {
                let any = Lowered::Int(self.undefined(width));
                self.write(ty, any, address)
            }
            Lowered::Aggregate(elements) => {
                for ((offset, part), element) in self.parts(ty)?.into_iter().zip(elements) {
                    let place = self.behind(address, offset);
                    self.write(part, element, &place)?;
                }
                Ok(())
            }
            Lowered::Opaque => Err(Unsupported::new("a value that is not modelled")),
        }
    }

    fn behind(&mut self, address: &Operand, offset: u64) -> Operand {
        if offset == 0 {
            return address.clone();
        }
        let offset = self.length(offset);
        self.emit(Op::Add, &[address.clone(), offset])
    }

    /// The fields or elements of a type with their offsets in bytes.
    fn parts(&self, ty: Ty<'m>) -> Result<Vec<(u64, Ty<'m>)>, Unsupported> {
        match ty.kind() {
            LLVMStructTypeKind => Ok((0..)
                .zip(ty.fields())
                .map(|(index, field)| (self.context.offset(ty, index), field))
                .collect()),
            LLVMArrayTypeKind => {
                let (element, length) = ty.array();
                let size = self.context.size(element);
                Ok((0..length).map(|index| (index * size, element)).collect())
            }
            _ => Err(Unsupported::new("a value that is not modelled")),
        }
    }

    /// `llvm.memcpy`, `llvm.memmove` and `llvm.memset`.
    pub fn block_operation(&mut self, name: &str, instr: Val<'m>) -> Result<Lowered, Unsupported> {
        let arguments = instr.arguments();
        let (to, what) = (self.int(arguments[0])?, self.int(arguments[1])?);
        let length = self.int(arguments[2])?;
        let length = self.resize(&length, self.context.pointer_width());
        let fill = name.starts_with("memset");
        match length {
            Operand::Const(length) => {
                let length = length.to_u64().unwrap_or(u64::MAX);
                let op = if fill { MemoryOp::Fill(length) } else { MemoryOp::Copy(length) };
                if length > 0 {
                    self.memory(op, &[to, what], None);
                }
            }
            Operand::Value(_) => {
                let op = if fill { MemoryOp::FillBytes } else { MemoryOp::CopyBytes };
                self.memory(op, &[to, what, length], None);
            }
        }
        Ok(Lowered::Opaque)
    }

    /// A call of one of the functions that speak of memory ([`sites`]), if it is one.
    pub fn memory_call(&mut self, instr: Val<'m>) -> Option<Result<Lowered, Unsupported>> {
        let callee = instr.callee().filter(|callee| callee.kind() == LLVMFunctionValueKind)?;
        let name = callee.name();
        name.starts_with(crate::frontend::instrument::PREFIX)
            .then(|| self.memory_operation(&name, instr))
    }

    fn memory_operation(&mut self, name: &str, instr: Val<'m>) -> Result<Lowered, Unsupported> {
        let pointer = self.context.pointer_width();
        let arguments = instr.arguments();
        if let Some(result) = self.allocation(name, instr, &arguments) {
            return result.map(Lowered::Int);
        }
        let mut operands = Vec::with_capacity(arguments.len());
        for argument in arguments {
            operands.push(self.int(argument)?);
        }
        if let (sites::WRITTEN, [at, Operand::Const(size)]) = (name, &operands[..]) {
            let op = MemoryOp::Written(size.to_u64().unwrap_or(u64::MAX));
            let bit = self.memory(op, std::slice::from_ref(at), Some(1));
            return Ok(bit.map_or(Lowered::Opaque, Lowered::Int));
        }
        if let (sites::ALIGNED, [at, Operand::Const(bytes)]) = (name, &operands[..]) {
            let op = MemoryOp::Aligned(bytes.to_u64().unwrap_or(1));
            let bit = self.memory(op, std::slice::from_ref(at), Some(1));
            return Ok(bit.map_or(Lowered::Opaque, Lowered::Int));
        }
        let (op, width) = match name {
            sites::HAVOC => (MemoryOp::Havoc, None),
            sites::WRITTEN => (MemoryOp::WrittenBytes, Some(1)),
            sites::READABLE => (MemoryOp::Valid { write: false }, Some(1)),
            sites::WRITABLE => (MemoryOp::Valid { write: true }, Some(1)),
            sites::FREEABLE => (MemoryOp::Freeable, Some(1)),
            sites::FREE => (MemoryOp::Free, None),
            sites::OVERLAP => (MemoryOp::Overlap, Some(1)),
            sites::RELEASE => (MemoryOp::Release, None),
            sites::ROOM => (MemoryOp::Room, Some(pointer)),
            sites::FIND => (MemoryOp::Find { last: false }, Some(pointer)),
            sites::FIND_LAST => (MemoryOp::Find { last: true }, Some(pointer)),
            sites::MISMATCH => (MemoryOp::Mismatch, Some(pointer)),
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
            sites::ALLOCATION | sites::STACK_ALLOCATION => {
                let stack = name == sites::STACK_ALLOCATION;
                let storage = if stack { Storage::Stack } else { Storage::Heap };
                let number = self.objects.pools.len();
                self.int(arguments[0]).map(|size| {
                    let pool = self.pool(instr, &size, storage);
                    self.objects.pools.insert(instr, pool);
                    self.number(32, number as u128)
                })
            }
            sites::FITS => match self.objects.pools.get(&arguments[0]) {
                None => Err(lost()),
                Some(&pool) => self.int(arguments[1]).map(|size| {
                    let first = self.program.memory.pools[pool].instances[0];
                    let largest = self.length(self.program.memory.objects[first].size);
                    self.emit(Op::Ule, &[size, largest])
                }),
            },
            sites::AVAILABLE => match self.objects.pools.get(&arguments[0]) {
                None => Err(lost()),
                Some(&pool) => {
                    let bit = self.memory(MemoryOp::Available(pool), &[], Some(1));
                    Ok(bit.expect("it has a result"))
                }
            },
            sites::ALLOCATE | sites::ALLOCATE_ZEROED => match self.objects.pools.get(&arguments[0])
            {
                None => Err(lost()),
                Some(&pool) => self.int(arguments[1]).map(|size| {
                    let zeroed = name == sites::ALLOCATE_ZEROED;
                    let op = MemoryOp::Allocate { pool, zeroed };
                    let width = self.context.pointer_width();
                    self.memory(op, &[size], Some(width)).expect("it has a result")
                }),
            },
            _ => return None,
        })
    }

    /// The objects of an allocation site: one, where it is executed at most once, else as
    /// many as the limits say; of the size asked for, where that is constant, else of the
    /// largest that the limits allow.
    fn pool(&mut self, instr: Val<'m>, size: &Operand, storage: Storage) -> PoolId {
        let limits = self.limits;
        let size = match size {
            Operand::Const(size) => size.to_u64().unwrap_or(u64::MAX),
            Operand::Value(_) => limits.allocation,
        };
        let count = if self.in_cycle(instr.block()) { limits.instances } else { 1 };
        let line = self.at.loc.map(|loc| self.program.sources.describe(Some(loc)));
        let place = line.map(|line| format!(" of {line}")).unwrap_or_default();
        let kind = if storage == Storage::Stack { "stack" } else { "heap" };
        // As malloc must give it: enough for every type (C17 7.22.3p1).
        let align = u64::from(self.context.pointer_width() / 4);
        let instances = (1..=count).map(|number| {
            let name = match count {
                1 => format!("{kind} object{place}"),
                _ => format!("{kind} object {number}{place}"),
            };
            self.program.memory.objects.push(Object {
                name,
                loc: self.at.loc,
                storage,
                size,
                align,
                writable: true,
                initial: Initial::Arbitrary,
                fields: vec![],
            })
        });
        let instances = instances.collect();
        self.program.memory.pools.push(Pool { instances })
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

/// What the indices of a `getelementptr` add to its base: a constant number of bytes, and
/// indices (signed, of any width) with the number of bytes that each counts. `None` for
/// vectors.
pub fn steps<'m>(
    instr: Val<'m>,
    indices: Vec<Operand>,
    context: Context<'m>,
) -> Option<(i64, Vec<(Operand, u64)>)> {
    let mut ty = instr.stepped_over();
    let mut constant = 0i64;
    let mut rest = Vec::new();
    for (number, index) in indices.into_iter().enumerate() {
        let size = match (number, ty.kind()) {
            (0, _) => context.size(ty),
            (_, LLVMStructTypeKind) => {
                let Operand::Const(field) = &index else { return None };
                let field = u32::try_from(field.to_u64()?).ok()?;
                constant = constant.wrapping_add_unsigned(context.offset(ty, field));
                ty = *ty.fields().get(field as usize)?;
                continue;
            }
            (_, LLVMArrayTypeKind) => {
                ty = ty.array().0;
                context.size(ty)
            }
            _ => return None,
        };
        match index {
            Operand::Const(index) => {
                let wide = Op::SignExtend(index.width().max(64)).apply(&[&index]);
                let low = Op::Extract { high: 63, low: 0 }.apply(&[&wide]);
                let index = low.to_u64()?.cast_signed();
                constant = constant.wrapping_add(index.wrapping_mul(size.cast_signed()));
            }
            value => rest.push((value, size)),
        }
    }
    Some((constant, rest))
}
