//! Which functions of the program undefined ones may get the address of, and where.
//!
//! Addresses are followed forward from each function, blind to the order: through local variables
//! and static ones, through parameters and results of the program's own functions, and through
//! what such variables hold. What is kept in variables that other files see, or in numbers, is taken
//! to get away at any time. Of what is stored through a pointer (into heap memory, into the
//! caller's object) it is not known: if a function's address goes no other way, it is assumed that
//! it stays within (`no-callbacks`). An address that is only compared, or called, does.

use std::collections::BTreeSet;

use inkwell::types::BasicTypeEnum;
use inkwell::values::{
    BasicValueEnum, CallSiteValue, FunctionValue, InstructionOpcode, InstructionValue,
};
use rustc_hash::FxHashSet;

use super::reach::{is_undefined, is_visible};
use crate::frontend::instrument::Instrument;
use crate::frontend::llvm::{self, Identified, Identity};
use crate::program::runtime::PREFIX;

/// How many steps of memory are told apart between an address and the function that it leads to.
const STEPS: u8 = 3;

/// A function whose address undefined functions may get.
#[derive(Clone, Debug)]
pub struct Escaping<'ctx> {
    /// It.
    pub function: FunctionValue<'ctx>,
    /// The calls of undefined functions that are given its address, or what leads to it.
    pub gifts: Vec<Gift<'ctx>>,
    /// Whether it may get away in other ways than by these.
    pub otherwise: bool,
    /// Whether it is stored through a pointer of which it is not known where it leads, or passed to
    /// a function that a pointer tells: objects and functions of the program that nobody else may
    /// know of, or others.
    pub is_lost: bool,
}

/// A call of an undefined function that is given the address of one of the program's.
#[derive(Clone, Debug)]
pub struct Gift<'ctx> {
    /// The call.
    pub call: InstructionValue<'ctx>,
    /// The arguments that may be the address itself.
    pub direct: BTreeSet<u32>,
    /// Whether an argument may lead to it in memory.
    pub indirect: bool,
}

/// All of them, in the order of the module.
pub fn find<'ctx>(instrument: &Instrument<'ctx, '_>) -> Vec<Escaping<'ctx>> {
    let functions = llvm::defined(&instrument.module).into_iter();
    let taken = functions.filter(|&function| {
        !llvm::name(function).starts_with(PREFIX) && llvm::is_address_taken(function)
    });
    let bits = instrument.pointer_sized().get_bit_width();
    let found = taken.map(|function| Trace::new(function, bits).run());
    found.filter(|it| it.otherwise || it.is_lost || !it.gifts.is_empty()).collect()
}

/// Whether a value may get away that is this, or leads to it.
struct Trace<'ctx> {
    found: Escaping<'ctx>,
    /// Values that lead to the function in so many steps of memory; none: they are its address.
    open: Vec<(Identity, u8)>,
    seen: FxHashSet<(Identity, u8)>,
    /// Width of an address.
    bits: u32,
}

impl<'ctx> Trace<'ctx> {
    fn new(function: FunctionValue<'ctx>, bits: u32) -> Self {
        let found = Escaping { function, gifts: vec![], otherwise: false, is_lost: false };
        let mut new = Self { found, open: vec![], seen: FxHashSet::default(), bits };
        new.add(function.identity(), 0);
        new
    }

    fn run(mut self) -> Escaping<'ctx> {
        while let Some((value, steps)) = self.open.pop() {
            // Twice, if it is used twice: it doesn't matter.
            for user in llvm::users_of_known(value) {
                self.used(value, steps, user);
            }
        }
        self.found
    }

    fn add(&mut self, value: Identity, steps: u8) {
        let steps = steps.min(STEPS);
        if self.seen.insert((value, steps)) {
            self.open.push((value, steps));
        }
    }

    fn used(&mut self, value: Identity, steps: u8, user: Identity) {
        if let Some(inst) = llvm::as_instruction(user) {
            return self.used_by(value, steps, inst);
        }
        if let Some(variable) = llvm::as_variable(user) {
            // Its first contents.
            return self.kept(variable.as_pointer_value().into(), steps);
        }
        match llvm::is_plain_constant(user) {
            true => self.add(user, steps),
            false => self.found.otherwise = true,
        }
    }

    /// What leads to the function in so many steps is in memory from this address on.
    fn kept(&mut self, place: BasicValueEnum<'ctx>, steps: u8) {
        let Some(root) = llvm::storage(place) else {
            self.found.is_lost = true;
            return;
        };
        if let Some(variable) = llvm::global_of(root) {
            if llvm::text(variable.get_name()).starts_with("llvm.") {
                return;
            }
            self.found.otherwise |= is_visible(variable.get_linkage());
        }
        self.add(root.identity(), steps + 1);
    }

    fn used_by(&mut self, value: Identity, steps: u8, inst: InstructionValue<'ctx>) {
        use InstructionOpcode::*;
        let is = |index| {
            let operand = llvm::operand(inst, index);
            operand.is_some_and(|operand| operand.identity() == value)
        };
        match inst.get_opcode() {
            ICmp => {}
            Phi | Select | GetElementPtr | BitCast | AddrSpaceCast | Freeze | ExtractValue
            | InsertValue => self.add(inst.identity(), steps),
            Load if steps == 0 => {}
            Load if steps == 1 && self.is_number(inst) => {}
            Load => {
                self.add(inst.identity(), steps - 1);
                if steps == STEPS {
                    self.add(inst.identity(), steps);
                }
            }
            Store => {
                if is(0)
                    && let Some(place) = llvm::operand(inst, 1)
                {
                    self.kept(place, steps);
                }
            }
            Call => match llvm::call(inst) {
                Some(call) => self.passed(value, steps, inst, call),
                None => self.found.otherwise = true,
            },
            Return => match inst.get_parent().and_then(|block| block.get_parent()) {
                Some(function) => self.returned(function, steps),
                None => self.found.otherwise = true,
            },
            _ if llvm::operand(inst, 0).is_some_and(|it| self.is_narrow(it)) => {
                self.found.is_lost = true;
            }
            _ => self.found.otherwise = true,
        }
    }

    /// Whether a value is a number that no address fits: at most a part of one.
    fn is_narrow(&self, value: BasicValueEnum<'ctx>) -> bool {
        matches!(value, BasicValueEnum::IntValue(it) if it.get_type().get_bit_width() < self.bits)
    }

    /// Whether what is loaded is a number of more than a byte that no address fits: another field of
    /// an object that leads to the function.
    fn is_number(&self, inst: InstructionValue<'ctx>) -> bool {
        match BasicTypeEnum::try_from(inst.get_type()) {
            Ok(BasicTypeEnum::IntType(ty)) => (9..self.bits).contains(&ty.get_bit_width()),
            Ok(BasicTypeEnum::FloatType(_)) => true,
            _ => false,
        }
    }

    /// A function of the program returns such a value.
    fn returned(&mut self, function: FunctionValue<'ctx>, steps: u8) {
        for user in llvm::users(function) {
            let inst = llvm::as_instruction(user);
            match inst.and_then(|inst| Some((inst, llvm::callee(llvm::call(inst)?)?))) {
                Some((inst, callee)) if callee == function => self.add(inst.identity(), steps),
                // It may be called back.
                _ => self.found.otherwise = true,
            }
        }
    }

    /// A call has such a value.
    fn passed(
        &mut self,
        value: Identity,
        steps: u8,
        inst: InstructionValue<'ctx>,
        call: CallSiteValue<'ctx>,
    ) {
        let Some(arguments) = llvm::arguments(call) else {
            self.found.otherwise = true;
            return;
        };
        let places = (0..).zip(&arguments).filter(|(_, it)| it.identity() == value);
        let places: Vec<u32> = places.map(|(index, _)| index).collect();
        if places.is_empty() {
            // It is what is called, and nothing more.
            return;
        }
        if places.iter().all(|&place| self.is_narrow(arguments[place as usize])) {
            self.found.is_lost = true;
            return;
        }
        let Some(callee) = llvm::callee(call) else {
            self.found.is_lost = true;
            return;
        };
        let name = llvm::name(callee);
        if callee.count_basic_blocks() > 0 {
            for index in places {
                match callee.get_nth_param(index) {
                    Some(parameter) => self.add(parameter.identity(), steps),
                    None => self.found.otherwise = true,
                }
            }
        } else if is_undefined(callee) {
            self.given(inst, &places, steps);
        } else if name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memmove.") {
            // What it leads to is copied.
            if places.contains(&1) && steps > 0 {
                self.kept(arguments[0], steps - 1);
                if steps == STEPS {
                    self.kept(arguments[0], steps);
                }
            }
        } else {
            let harmless = ["llvm.lifetime.", "llvm.dbg.", "llvm.memset.", "llvm.invariant."];
            self.found.otherwise |= !harmless.iter().any(|prefix| name.starts_with(prefix));
        }
    }

    fn given(&mut self, call: InstructionValue<'ctx>, places: &[u32], steps: u8) {
        let known = self.found.gifts.iter_mut().position(|gift| gift.call == call);
        let index = known.unwrap_or_else(|| {
            let gift = Gift { call, direct: BTreeSet::new(), indirect: false };
            self.found.gifts.push(gift);
            self.found.gifts.len() - 1
        });
        let gift = &mut self.found.gifts[index];
        match steps {
            0 => gift.direct.extend(places),
            _ => gift.indirect = true,
        }
    }
}
