//! One step of the source in terms, beside that of the program that it became: what must hold so
//! that they still belong together behind it.

mod addresses;
mod edges;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Unproved;
use super::facts::Facts;
use super::objects::Objects;
use super::resolved::{Definitions, Elsewhere, Resolved, Shape};
use super::terms::Terms;
use crate::bv::{Op, Term, Value};
use crate::program::{
    AllocationSiteId, BlockId, Bytes, Held, Instr, MemoryInstr, ObjectId, Operand, Possible,
    Program, Progression, Storage, ValueId,
};
use crate::support::graph::Dominators;
use crate::support::limits;
use edges::UNUSED;

/// What is the same for all steps.
pub(super) struct Steps<'a> {
    pub facts: Facts<'a>,
    pub shape: Shape,
    pub dominators: Dominators<BlockId>,
    pub definitions: Definitions<'a>,
    /// The block that defines each value of the source.
    pub homes: FxHashMap<ValueId, BlockId>,
    /// The size of all instances of a site, where it is always the same.
    pub fixed: FxHashMap<AllocationSiteId, u64>,
    pub sites: FxHashMap<ObjectId, AllocationSiteId>,
    /// The sites of which some allocation fills with zeros: instances that were not used yet hold
    /// nothing else.
    pub zeroed: FxHashSet<AllocationSiteId>,
    /// Whether arithmetic on integers may lead far from an object.
    pub far_integers: bool,
}

impl<'a> Steps<'a> {
    /// So many values are expressions of C.
    ///
    /// # Errors
    /// If a claim about what values may be is not confirmed.
    pub fn new(
        source: &'a Program,
        claims: &'a crate::program::Correspondence,
        of_c: usize,
    ) -> Result<Self, Unproved> {
        if source.validate().is_err() {
            return Err(Unproved::refuted("the program is not well-formed"));
        }
        let facts = Facts::new(source, claims, of_c)?;
        let mut homes = FxHashMap::default();
        for (id, block) in source.blocks.iter_enumerated() {
            let phis = block.phis.iter().map(|phi| phi.dest);
            homes
                .extend(phis.chain(block.instrs.iter().filter_map(Instr::dest)).map(|it| (it, id)));
        }
        let (mut sizes, mut zeroed) = (FxHashMap::default(), FxHashSet::default());
        for effect in source.effects() {
            let Some((site, zeros, size)) = effect.allocation() else { continue };
            let constant = match size {
                Operand::Const(size) => size.to_u64(),
                Operand::Value(_) => None,
            };
            let known = sizes.entry(site).or_insert(constant);
            *known = known.filter(|&known| Some(known) == constant);
            if zeros {
                zeroed.insert(site);
            }
        }
        let fixed = sizes.into_iter().filter_map(|(site, size)| Some((site, size?))).collect();
        let mut sites = FxHashMap::default();
        for (id, site) in source.memory.sites.iter_enumerated() {
            sites.extend(site.instances.iter().map(|&object| (object, id)));
        }
        let shape = Shape::new(source, claims)?;
        let dominators = Dominators::new(&shape.successors, source.entry);
        let definitions = Definitions::new(source, claims, &shape, &dominators)?;
        let far_integers = facts.has_far_integers();
        Ok(Self {
            facts,
            shape,
            dominators,
            definitions,
            homes,
            fixed,
            sites,
            zeroed,
            far_integers,
        })
    }

    /// What is known of values of the resolved program.
    fn elsewhere(&self) -> Elsewhere<'_> {
        let Self { definitions, shape, dominators, .. } = self;
        Elsewhere { definitions, shape, dominators }
    }

    /// What stands for a value of the source in the other program, if something does.
    fn stands_for(&self, value: ValueId) -> Result<Option<Operand>, Unproved> {
        let operand = self.facts.claims.values[value].clone();
        let Operand::Value(other) = operand else { return Ok(Some(operand)) };
        let Some(&there) = self.shape.homes.get(&other) else { return Ok(None) };
        // It has not changed since, as long as the value is read.
        let here = self.homes[&value];
        match self.dominators.reachable(here) && self.dominators.dominates(there, here) {
            true => Ok(Some(operand)),
            false => {
                Err(Unproved::refuted("what stands for a value is not known where it is read"))
            }
        }
    }
}

/// What must hold behind a block: the conditions under which it is asked, all of which are as terms.
pub(super) struct Condition {
    pub terms: Terms,
    /// What is assumed.
    pub given: Vec<Term>,
    /// What must not be, each with what it would say.
    pub broken: Vec<(String, Term)>,
}

/// A block of the source while it is walked.
pub(super) struct Step<'s, 'a> {
    pub steps: &'s Steps<'a>,
    pub source: &'a Program,
    pub terms: Terms,
    pub objects: Objects<'s>,
    resolved: Resolved<'s>,
    block: BlockId,
    /// The values that it has defined, and those from elsewhere that only the source has.
    values: FxHashMap<ValueId, Term>,
    /// What the source did until now is defined; else there is nothing to show.
    defined: Term,
    given: Vec<Term>,
    broken: Vec<(String, Term)>,
    /// The values of which it was said what they may be.
    told: FxHashSet<ValueId>,
    /// The inputs that stand for arbitrary contents.
    taken: FxHashSet<ValueId>,
    at: usize,
}

impl<'s, 'a> Step<'s, 'a> {
    /// What must hold behind a block; what other blocks compute is arbitrary, unless it is to be
    /// written in.
    ///
    /// # Errors
    /// If the block does something that has no rule.
    pub fn condition(
        steps: &'s Steps<'a>,
        block: BlockId,
        writes_in: bool,
    ) -> Result<Condition, Unproved> {
        let (source, claims) = (steps.facts.source, steps.facts.claims);
        let mut terms = Terms::default();
        let elsewhere = writes_in.then(|| steps.elsewhere());
        let resolved = Resolved::walk(source, claims, block, elsewhere, &mut terms)?;
        let defined = terms.bool(true);
        let objects = Objects::new(&source.memory, &steps.fixed, &steps.sites);
        let mut step = Step {
            steps,
            source,
            terms,
            objects,
            resolved,
            block,
            values: FxHashMap::default(),
            defined,
            given: vec![],
            broken: vec![],
            told: FxHashSet::default(),
            taken: FxHashSet::default(),
            at: 0,
        };
        if let Some(goes_on) = step.resolved.goes_on.clone() {
            step.given = goes_on;
            step.start()?;
            for (at, instr) in source.blocks[block].instrs.iter().enumerate() {
                step.at = at;
                step.instr(instr)?;
                if step.terms.store.len() > limits::VALIDATED_TERMS {
                    return Err(Unproved::because("a block does too much with memory"));
                }
            }
            step.leave()?;
        }
        let Step { terms, given, broken, .. } = step;
        Ok(Condition { terms, given, broken })
    }

    /// The state at the start of the block.
    fn start(&mut self) -> Result<(), Unproved> {
        let claims = self.steps.facts.claims;
        let is_entry = self.block == self.source.entry;
        if is_entry {
            for id in self.source.memory.objects.indices() {
                self.objects.begin(id);
            }
        }
        for (part, operand) in &claims.held[self.block] {
            if !self.is_there(operand) {
                continue;
            }
            if is_entry {
                self.first(*part, operand)?;
            }
            let word = self.resolved.operand(operand, &mut self.terms);
            self.objects.hold(&mut self.terms, *part, word);
        }
        for unused in self.unused(&claims.held[self.block]) {
            if is_entry {
                self.claim(UNUSED, unused);
            } else {
                self.given.push(unused);
            }
        }
        Ok(())
    }

    fn is_there(&self, operand: &Operand) -> bool {
        self.steps.shape.is_there(operand)
    }

    /// Checks that a part of the state may be this when the program starts.
    fn first(&mut self, part: Held, operand: &Operand) -> Result<(), Unproved> {
        let wrong = || Err(Unproved::refuted("what memory holds at first was not confirmed"));
        let memory = &self.source.memory;
        let constant = match operand {
            Operand::Const(value) => Some(value),
            Operand::Value(_) => None,
        };
        match part {
            // Nothing lives that must be allocated or declared.
            Held::Lives(object) => {
                let allocated = matches!(
                    memory.objects[object].storage,
                    Storage::Local | Storage::Heap | Storage::Stack
                );
                if !allocated || !constant.is_some_and(Value::is_zero) { wrong() } else { Ok(()) }
            }
            Held::Used(_) => {
                if constant.is_some_and(Value::is_zero) {
                    Ok(())
                } else {
                    wrong()
                }
            }
            // The size of nothing.
            Held::Size(_) => Ok(()),
            Held::Bytes(at) => {
                let object = &memory.objects[at.object];
                let lives = matches!(object.storage, Storage::Static | Storage::Register);
                let is_known = object.initial != crate::program::Initial::Arbitrary;
                // An instance of an allocation site holds what it will hold first.
                let site = self.steps.sites.get(&at.object);
                let is_free = !lives && site.is_none_or(|it| self.steps.zeroed.contains(it));
                match constant {
                    Some(_) if is_free => Ok(()),
                    Some(value) if is_known && *value == super::objects::initial(memory, at) => {
                        Ok(())
                    }
                    None if !lives || !is_known => self.take(operand),
                    _ => wrong(),
                }
            }
        }
    }

    /// An input of the other program is what the source finds in memory, and nothing else.
    fn take(&mut self, operand: &Operand) -> Result<(), Unproved> {
        let input = operand.as_value().filter(|input| {
            let is_added = self.source.values.get(*input).is_none();
            is_added && self.resolved.inputs.contains(input)
        });
        match input {
            Some(input) if self.taken.insert(input) => Ok(()),
            _ => Err(Unproved::refuted("what memory holds at first was not confirmed")),
        }
    }

    /// An operand of the source.
    pub fn operand(&mut self, operand: &Operand) -> Result<Term, Unproved> {
        let value = match operand {
            Operand::Const(value) => return Ok(self.terms.constant(value)),
            Operand::Value(value) => *value,
        };
        if let Some(&term) = self.values.get(&value) {
            return Ok(term);
        }
        let term = match self.steps.stands_for(value)? {
            Some(other) => self.resolved.operand(&other, &mut self.terms),
            None => {
                let info = &self.source.values[value];
                self.terms.any(&info.name, info.sort)
            }
        };
        self.values.insert(value, term);
        Ok(term)
    }

    /// An operand of the source, with what it may be.
    pub fn known(&mut self, operand: &Operand) -> Result<(Term, Possible), Unproved> {
        let term = self.operand(operand)?;
        let facts = &self.steps.facts;
        let possible = facts.of(operand);
        if let Some(value) = operand.as_value()
            && facts.keeps(operand)
            && self.told.insert(value)
        {
            let holds = self.may_be(term, &possible);
            self.assume(holds);
        }
        Ok((term, possible))
    }

    /// That a word is what it may be, as far as that is told by bounds and low bits.
    fn may_be(&mut self, term: Term, possible: &Possible) -> Term {
        let width = self.terms.store.width(term);
        let mut some = vec![];
        for &(object, offsets) in &possible.objects {
            let base = self.source.memory.base(object).small().unwrap_or_default();
            some.push(self.on(term, width, base, offsets));
        }
        if let Some(numbers) = possible.number.filter(|_| width <= 64) {
            some.push(self.on(term, width, 0, numbers));
        } else if possible.number.is_some() {
            return self.terms.bool(true);
        }
        self.terms.some(&some)
    }

    fn on(&mut self, term: Term, width: u32, base: u128, set: Progression) -> Term {
        let constant = |n: i128| Value::new(width, base.wrapping_add(n.cast_unsigned()));
        if let Some(only) = set.only() {
            let only = self.terms.constant(&constant(only));
            return self.terms.eq(term, only);
        }
        let mut holds = self.terms.bool(true);
        let distance = set.high.checked_sub(set.low).and_then(|it| u128::try_from(it).ok());
        if let Some(distance) = distance.filter(|&it| width < 128 && it < (1 << width) - 1) {
            let low = self.terms.constant(&constant(set.low));
            let offset = self.terms.app(Op::Sub, &[term, low]);
            let distance = self.terms.constant(&Value::new(width, distance));
            holds = self.terms.app(Op::Ule, &[offset, distance]);
        }
        let grain = (set.step & set.step.wrapping_neg()).trailing_zeros();
        if (1..width).contains(&grain) {
            let low = Op::Extract { high: grain - 1, low: 0 };
            let bits = self.terms.app(low, &[term]);
            let start = Op::Extract { high: grain - 1, low: 0 }.apply(&[&constant(set.start)]);
            let start = self.terms.constant(&start);
            let in_step = self.terms.eq(bits, start);
            holds = self.terms.and(holds, in_step);
        }
        holds
    }

    /// Runs of the source in which this does not hold are not defined.
    pub fn assume(&mut self, holds: Term) {
        self.defined = self.terms.and(self.defined, holds);
    }

    /// Something that must hold.
    pub fn claim(&mut self, what: &str, holds: Term) {
        let fails = self.terms.not(holds);
        let broken = self.terms.and(self.defined, fails);
        if !self.terms.store.as_const(broken).is_some_and(Value::is_zero) {
            self.broken.push((what.to_owned(), broken));
        }
    }

    /// A value of the source is defined.
    pub fn define(&mut self, dest: ValueId, term: Term, by: &str) -> Result<(), Unproved> {
        let mut term = term;
        if let Some(other) = self.steps.stands_for(dest)? {
            let other = self.resolved.operand(&other, &mut self.terms);
            let same = self.terms.eq(term, other);
            self.claim(&format!("what '{by}' gives is the same"), same);
            term = other;
        }
        self.values.insert(dest, term);
        Ok(())
    }

    fn instr(&mut self, instr: &Instr) -> Result<(), Unproved> {
        match instr {
            Instr::Assign { dest, op, args, .. } => {
                // What numbers may be tells where addresses lead that are made of them.
                let is_address = !self.steps.facts.of(&Operand::Value(*dest)).objects.is_empty();
                let mut operands = vec![];
                for arg in args {
                    let known = if is_address { self.known(arg)?.0 } else { self.operand(arg)? };
                    operands.push(known);
                }
                self.agrees_with_codes(*dest, *op, args)?;
                let result = self.terms.app(*op, &operands);
                if self.steps.facts.must_stay(*dest) {
                    self.stays(args, &operands, result);
                } else if matches!(op, Op::Add | Op::Sub) {
                    self.never_leaves(*dest, args, &operands, result);
                }
                self.define(*dest, result, &format!("{op:?}"))
            }
            Instr::Input { dest, .. } => {
                let same = Operand::Value(*dest);
                let is_input = self.resolved.inputs.contains(dest);
                if self.steps.facts.claims.values[*dest] != same || !is_input {
                    return Err(Unproved::refuted("an input is not one any more"));
                }
                let term = self.resolved.operand(&same, &mut self.terms);
                self.values.insert(*dest, term);
                Ok(())
            }
            Instr::Bind { .. } => Ok(()),
            Instr::Memory(instr) => self.memory(instr),
        }
    }

    /// Numbers of an input that stands for arbitrary contents.
    pub fn given(&mut self) -> Result<Vec<(Bytes, Term)>, Unproved> {
        let claims = self.steps.facts.claims;
        let mut all = vec![];
        for (at, input) in claims.given.get(&(self.block, self.at)).into_iter().flatten() {
            let input = Operand::Value(*input);
            if self.is_there(&input) {
                self.take(&input)?;
                let word = self.resolved.operand(&input, &mut self.terms);
                all.push((*at, word));
            }
        }
        Ok(all)
    }

    /// The operation on memory that the walk is at.
    pub fn operands<const N: usize>(instr: &MemoryInstr) -> Result<&[Operand; N], Unproved> {
        let args: Result<&[Operand; N], _> = instr.args[..].try_into();
        args.map_err(|_| Unproved::because("an operation on memory is malformed"))
    }
}
