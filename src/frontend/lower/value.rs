//! What an LLVM value becomes: a tree whose leaves are operands of our program.

use crate::frontend::llvm::handles::LLVMTypeKind::*;
use crate::frontend::llvm::handles::{Ty, Val};
use crate::support::limits;

use crate::bv::Value;
use crate::program::{Operand, ValueId};

/// A lowered LLVM value.
#[derive(Clone, Debug, PartialEq)]
pub enum Lowered {
    /// An integer, an address, or the bits of a floating-point number.
    Int(Operand),
    /// `undef` or `poison` of this width: arbitrary, and anew at each use.
    Undef(u32),
    /// A structure, array or vector, element by element.
    Aggregate(Vec<Lowered>),
    /// A value that the program can't hold. It may exist; an instruction that depends on it
    /// is unsupported.
    Opaque,
}

/// An LLVM type as far as lowering sees it.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Something of so many bits: an integer, an address, a floating-point number.
    Int(u32),
    /// A structure, array or vector.
    Aggregate(Vec<Shape>),
    /// Everything else.
    Opaque,
}

impl Shape {
    /// The shape of a type, where pointers have `pointer` bits.
    pub fn of(ty: Ty<'_>, pointer: u32) -> Shape {
        let mut budget = limits::AGGREGATE_LEAVES;
        Self::within(ty, pointer, &mut budget).unwrap_or(Shape::Opaque)
    }

    /// The shape, unless it has more leaves than `budget`, which it uses up.
    fn within(ty: Ty<'_>, pointer: u32, budget: &mut u64) -> Option<Shape> {
        *budget = budget.checked_sub(1)?;
        Some(match ty.kind() {
            LLVMIntegerTypeKind => Shape::Int(ty.width()),
            LLVMPointerTypeKind => Shape::Int(pointer),
            LLVMHalfTypeKind | LLVMBFloatTypeKind => Shape::Int(16),
            LLVMFloatTypeKind => Shape::Int(32),
            LLVMDoubleTypeKind => Shape::Int(64),
            LLVMX86_FP80TypeKind => Shape::Int(80),
            LLVMFP128TypeKind | LLVMPPC_FP128TypeKind => Shape::Int(128),
            LLVMVectorTypeKind => {
                let (element, length) = ty.vector();
                let elements = (0..length).map(|_| Self::within(element, pointer, budget));
                Shape::Aggregate(elements.collect::<Option<_>>()?)
            }
            LLVMStructTypeKind => {
                let fields = ty.fields().into_iter();
                let fields = fields.map(|field| Self::within(field, pointer, budget));
                Shape::Aggregate(fields.collect::<Option<_>>()?)
            }
            LLVMArrayTypeKind => {
                let (element, length) = ty.array();
                let elements = (0..length).map(|_| Self::within(element, pointer, budget));
                Shape::Aggregate(elements.collect::<Option<_>>()?)
            }
            _ => Shape::Opaque,
        })
    }

    /// A value of this shape whose integers `leaf` makes from their widths.
    pub fn fill(&self, leaf: &mut impl FnMut(u32) -> Lowered) -> Lowered {
        match self {
            Shape::Int(width) => leaf(*width),
            Shape::Aggregate(elements) => {
                Lowered::Aggregate(elements.iter().map(|element| element.fill(leaf)).collect())
            }
            Shape::Opaque => Lowered::Opaque,
        }
    }
}

impl Lowered {
    /// A constant as a value.
    pub fn constant(value: Value) -> Self {
        Lowered::Int(Operand::Const(value))
    }

    /// The leaves of a value that are SSA values, each with the leaf of `source`, a value
    /// of the same type, that stands in the same place.
    pub fn zip(&self, source: &Lowered, pairs: &mut Vec<(ValueId, Lowered)>) {
        match (self, source) {
            (Lowered::Int(Operand::Value(dest)), leaf) => pairs.push((*dest, leaf.clone())),
            (Lowered::Aggregate(to), Lowered::Aggregate(from)) => {
                for (to, from) in to.iter().zip(from) {
                    to.zip(from, pairs);
                }
            }
            (Lowered::Aggregate(to), from) => to.iter().for_each(|to| to.zip(from, pairs)),
            _ => {}
        }
    }
}

/// The value of an integer constant.
pub fn integer(constant: Val<'_>) -> Option<Value> {
    let width = constant.ty().width();
    if width <= 64 {
        return Some(Value::new(width, constant.small_constant().into()));
    }
    // The C API stops at 64 bits: print (`i128 -1`) and parse.
    Value::parse_decimal(width, constant.print().rsplit(' ').next()?)
}
