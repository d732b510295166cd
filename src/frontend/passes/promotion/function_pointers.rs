//! Pointers to functions become numbers.
//!
//! After promotion a function pointer is a register: a phi or select of addresses of
//! functions and of null, compared with such addresses where it is called. The program
//! has no pointers, so each comparison is rebuilt over numbers: null is 0, each function
//! has its own. A pointer that may be anything else stays one (and its comparison
//! becomes an unsupported point).

use inkwell::IntPredicate;
use inkwell::module::Linkage;
use inkwell::types::IntType;
use inkwell::values::{
    BasicValue, BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, IntValue,
    PhiValue, PointerValue,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::frontend::FrontendError;
use crate::frontend::instrument::Instrument;
use crate::frontend::llvm::{self, Identified, Identity};

/// Rebuilds all comparisons that can be; tells whether there was one.
pub fn run<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    main: FunctionValue<'ctx>,
) -> Result<bool, FrontendError> {
    // One number more than functions, for null.
    let functions = instrument.module.get_functions().count() as u64 + 1;
    let width = u64::BITS - functions.leading_zeros();
    let mut numbering = Numbering {
        instrument,
        ty: instrument.int(width),
        functions: FxHashMap::default(),
        numbers: FxHashMap::default(),
    };
    let mut changed = false;
    for inst in llvm::instructions(main) {
        let predicate = match inst.get_icmp_predicate() {
            Some(predicate @ (IntPredicate::EQ | IntPredicate::NE)) => predicate,
            _ => continue,
        };
        let (Some(BasicValueEnum::PointerValue(left)), Some(BasicValueEnum::PointerValue(right))) =
            (llvm::operand(inst, 0), llvm::operand(inst, 1))
        else {
            continue;
        };
        if !is_numberable(left) || !is_numberable(right) {
            continue;
        }
        let (left, right) = (numbering.number(left)?, numbering.number(right)?);
        instrument.before(inst);
        let new = instrument.builder.build_int_compare(predicate, left, right, "is")?;
        llvm::replace(inst, new);
        inst.erase_from_basic_block();
        changed = true;
    }
    Ok(changed)
}

/// What a pointer is made of.
enum Shape<'ctx> {
    Null,
    Function,
    Phi(PhiValue<'ctx>),
    Select(InstructionValue<'ctx>, IntValue<'ctx>, [PointerValue<'ctx>; 2]),
}

fn shape<'ctx>(pointer: PointerValue<'ctx>) -> Option<Shape<'ctx>> {
    if pointer.is_null() {
        return Some(Shape::Null);
    }
    if let Some(function) = llvm::as_function(pointer.into()) {
        // A weak function that nobody defines is null.
        let weak = function.get_linkage() == Linkage::ExternalWeak;
        return (!weak).then_some(Shape::Function);
    }
    let inst = pointer.as_instruction_value()?;
    match inst.get_opcode() {
        InstructionOpcode::Phi => PhiValue::try_from(inst).ok().map(Shape::Phi),
        InstructionOpcode::Select => {
            match [llvm::operand(inst, 0)?, llvm::operand(inst, 1)?, llvm::operand(inst, 2)?] {
                [
                    BasicValueEnum::IntValue(condition),
                    BasicValueEnum::PointerValue(yes),
                    BasicValueEnum::PointerValue(no),
                ] => Some(Shape::Select(inst, condition, [yes, no])),
                _ => None,
            }
        }
        _ => None,
    }
}

fn incomings<'ctx>(
    phi: PhiValue<'ctx>,
) -> Vec<(PointerValue<'ctx>, inkwell::basic_block::BasicBlock<'ctx>)> {
    let all = phi.get_incomings();
    all.map(|(value, block)| (value.into_pointer_value(), block)).collect()
}

/// Whether a pointer is a function or null whatever happens.
fn is_numberable(pointer: PointerValue<'_>) -> bool {
    let mut seen: FxHashSet<Identity> = FxHashSet::default();
    let mut open = vec![pointer];
    while let Some(pointer) = open.pop() {
        if !seen.insert(pointer.identity()) {
            continue;
        }
        match shape(pointer) {
            None => return false,
            Some(Shape::Null | Shape::Function) => {}
            Some(Shape::Phi(phi)) => open.extend(incomings(phi).into_iter().map(|(p, _)| p)),
            Some(Shape::Select(_, _, both)) => open.extend(both),
        }
    }
    true
}

struct Numbering<'i, 'ctx, 'a> {
    instrument: &'i Instrument<'ctx, 'a>,
    ty: IntType<'ctx>,
    functions: FxHashMap<Identity, u64>,
    /// Pointers that have been rebuilt.
    numbers: FxHashMap<Identity, IntValue<'ctx>>,
}

impl<'ctx> Numbering<'_, 'ctx, '_> {
    /// The number of a pointer for which [`is_numberable`] holds.
    fn number(&mut self, pointer: PointerValue<'ctx>) -> Result<IntValue<'ctx>, FrontendError> {
        let key = pointer.identity();
        if let Some(&known) = self.numbers.get(&key) {
            return Ok(known);
        }
        let builder = &self.instrument.builder;
        let Some(shape) = shape(pointer) else {
            return Err(FrontendError::Internal("a pointer to no function".to_owned()));
        };
        let number = match shape {
            Shape::Null => self.ty.const_zero(),
            Shape::Function => {
                let next = self.functions.len() as u64 + 1;
                self.ty.const_int(*self.functions.entry(key).or_insert(next), false)
            }
            Shape::Select(inst, condition, [yes, no]) => {
                let (yes, no) = (self.number(yes)?, self.number(no)?);
                let builder = &self.instrument.builder;
                self.instrument.before(inst);
                builder.build_select(condition, yes, no, "function")?.into_int_value()
            }
            Shape::Phi(phi) => {
                self.instrument.before(phi.as_instruction());
                let new = builder.build_phi(self.ty, "function")?;
                let number = new.as_basic_value().into_int_value();
                // Known before its operands are: a loop may lead back here.
                self.numbers.insert(key, number);
                for (value, block) in incomings(phi) {
                    let value = self.number(value)?;
                    new.add_incoming(&[(&value, block)]);
                }
                number
            }
        };
        self.numbers.insert(key, number);
        Ok(number)
    }
}
