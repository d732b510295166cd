//! One step of the source in terms, beside that of the program that it became: what must hold so
//! that they still belong together behind it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Unproved;
use super::facts::Facts;
use super::objects::Objects;
use super::resolved::{Resolved, Shape};
use super::terms::Terms;
use crate::bv::{Op, Term, Value};
use crate::program::{
    BlockId, Bytes, Effect, Held, Instr, MemoryInstr, ObjectId, Operand, PoolId, Possible, Program,
    Progression, Storage, Terminator, ValueId,
};
use crate::support::graph::Dominators;

/// What is the same for all steps.
pub(super) struct Steps<'a> {
    pub facts: Facts<'a>,
    pub shape: Shape,
    pub dominators: Dominators<BlockId>,
    /// The block that defines each value of the source.
    pub homes: FxHashMap<ValueId, BlockId>,
    /// The size of all instances of a site, where it is always the same.
    pub fixed: FxHashMap<PoolId, u64>,
    pub pools: FxHashMap<ObjectId, PoolId>,
    /// The sites of which some allocation fills with zeros: instances that were not used yet hold
    /// nothing else.
    pub zeroed: FxHashSet<PoolId>,
}

impl<'a> Steps<'a> {
    /// # Errors
    /// If a claim about what values may be is not confirmed.
    pub fn new(
        source: &'a Program,
        claims: &'a crate::program::Correspondence,
    ) -> Result<Self, Unproved> {
        let facts = Facts::new(source, claims)?;
        let mut homes = FxHashMap::default();
        for (id, block) in source.blocks.iter_enumerated() {
            let phis = block.phis.iter().map(|phi| phi.dest);
            homes.extend(phis.chain(block.instrs.iter().filter_map(Instr::dest)).map(|it| (it, id)));
        }
        let (mut sizes, mut zeroed) = (FxHashMap::default(), FxHashSet::default());
        for effect in source.effects() {
            let Effect::Allocate { pool, zeroed: zeros, size } = effect else { continue };
            let constant = match size {
                Operand::Const(size) => size.to_u64(),
                Operand::Value(_) => None,
            };
            let known = sizes.entry(pool).or_insert(constant);
            *known = known.filter(|&known| Some(known) == constant);
            if zeros {
                zeroed.insert(pool);
            }
        }
        let fixed = sizes.into_iter().filter_map(|(pool, size)| Some((pool, size?))).collect();
        let mut pools = FxHashMap::default();
        for (id, pool) in source.memory.pools.iter_enumerated() {
            pools.extend(pool.instances.iter().map(|&object| (object, id)));
        }
        let shape = Shape::new(source, claims)?;
        let dominators = Dominators::new(&shape.successors, source.entry);
        Ok(Self { facts, shape, dominators, homes, fixed, pools, zeroed })
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
            false => Err(Unproved::refuted("what stands for a value is not known where it is read")),
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
    resolved: Resolved<'a>,
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
    /// What must hold behind a block.
    ///
    /// # Errors
    /// If the block does something that has no rule.
    pub fn condition(steps: &'s Steps<'a>, block: BlockId) -> Result<Condition, Unproved> {
        let (source, claims) = (steps.facts.source, steps.facts.claims);
        let mut terms = Terms::default();
        let resolved = Resolved::walk(source, claims, block, &mut terms)?;
        let defined = terms.bool(true);
        let objects = Objects::new(&source.memory, &steps.fixed, &steps.pools);
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
        let unused = self.unused(&claims.held[self.block]);
        self.given.extend(unused);
        Ok(())
    }

    fn is_there(&self, operand: &Operand) -> bool {
        operand.as_value().is_none_or(|value| self.steps.shape.homes.contains_key(&value))
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
            Held::Used(_) => if constant.is_some_and(Value::is_zero) { Ok(()) } else { wrong() },
            // The size of nothing.
            Held::Size(_) => Ok(()),
            Held::Bytes(at) => {
                let object = &memory.objects[at.object];
                let lives = matches!(object.storage, Storage::Static | Storage::Register);
                let is_known = object.initial != crate::program::Initial::Arbitrary;
                match constant {
                    Some(_) if !lives => Ok(()),
                    Some(value) if is_known && *value == super::objects::initial(memory, at) => Ok(()),
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

    /// That instances that were not used hold zeros, of sites whose use is known in a state: of the
    /// one now, or as it is behind an edge.
    fn unused(&mut self, held: &[(Held, Operand)]) -> Vec<Term> {
        let mut all = vec![];
        let known: FxHashSet<PoolId> = held
            .iter()
            .filter_map(|(part, operand)| match part {
                Held::Used(pool) if self.is_there(operand) => Some(*pool),
                _ => None,
            })
            .collect();
        for (part, operand) in held {
            let Held::Bytes(at) = *part else { continue };
            let Some(&pool) = self.steps.pools.get(&at.object) else { continue };
            if !known.contains(&pool) || !self.steps.zeroed.contains(&pool) || !self.is_there(operand) {
                continue;
            }
            let instances = &self.source.memory.pools[pool].instances;
            let index = instances.iter().position(|&object| object == at.object).unwrap_or(0);
            let used = self.objects.used(&mut self.terms, pool);
            let width = self.terms.store.width(used);
            let index = self.terms.number(width, index as u64);
            let was_used = self.terms.app(Op::Ult, &[index, used]);
            let word = self.objects.read(&mut self.terms, at);
            let zero = self.terms.constant(&Value::zero(super::objects::bits(at.count)));
            let holds = self.terms.eq(word, zero);
            all.push(self.terms.or(was_used, holds));
        }
        all
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
                let mut operands = vec![];
                for arg in args {
                    operands.push(self.operand(arg)?);
                }
                self.agrees_with_codes(*op, args)?;
                let result = self.terms.app(*op, &operands);
                if self.steps.facts.must_stay(*dest) {
                    self.stays(args, &operands, result);
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

    /// A sum stays in the object whose address was added to.
    fn stays(&mut self, args: &[Operand], terms: &[Term], result: Term) {
        let after = self.object_number(result);
        for (arg, &term) in args.iter().zip(terms) {
            for (object, _) in self.steps.facts.of(arg).objects {
                let before = self.object_number(term);
                let own = self.number_of(object, before);
                let was = self.terms.eq(before, own);
                let is = self.terms.eq(after, own);
                let not = self.terms.not(was);
                let stays = self.terms.or(not, is);
                self.claim("an address stays in its object", stays);
            }
        }
    }

    /// The bits of an address that tell its object.
    pub fn object_number(&mut self, address: Term) -> Term {
        let (high, low) = (self.objects.width() - 1, self.source.memory.offset_bits());
        self.terms.app(Op::Extract { high, low }, &[address])
    }

    /// These bits of addresses into an object.
    pub fn number_of(&mut self, object: ObjectId, bits: Term) -> Term {
        let width = self.terms.store.width(bits);
        self.terms.number(width, u64::from(object.0) + 1)
    }

    /// Numbers of an input that stands for arbitrary contents.
    pub fn given(&mut self) -> Result<Vec<(Bytes, Term)>, Unproved> {
        let claims = self.steps.facts.claims;
        let mut all = vec![];
        for (at, input) in claims.given.get(&(self.block, self.at)).into_iter().flatten() {
            let input = Operand::Value(*input);
            if self.is_there(&input) {
                self.take(&input)?;
                all.push((*at, self.resolved.operand(&input, &mut self.terms)));
            }
        }
        Ok(all)
    }

    /// Both programs go on to the same block, and belong together there.
    fn leave(&mut self) -> Result<(), Unproved> {
        let claims = self.steps.facts.claims;
        let odd = || Unproved::refuted("the program without memory is not made as it was expected");
        let here = &self.source.blocks[self.block].terminator;
        let there = &claims.resolved.blocks[self.resolved.tail].terminator;
        match (here, there) {
            (Terminator::End(_), _) => return Ok(()),
            (Terminator::Goal(goal), Terminator::Goal(other)) if goal == other => return Ok(()),
            (Terminator::Goal(_), _) | (_, Terminator::Goal(_) | Terminator::End(_)) => {
                return Err(odd());
            }
            _ => {}
        }
        let (defined, told) = (self.defined, self.told.clone());
        for to in here.successors() {
            let read = here.operand().map(|read| self.operand(read)).transpose()?;
            let taken = self.taken_to(here, read, to);
            let other = there.operand().map(|read| self.resolved.operand(read, &mut self.terms));
            let goes = self.taken_to(there, other, to);
            self.defined = self.terms.and(defined, taken);
            self.claim("both go on to the same block", goes);
            if !self.terms.store.as_const(goes).is_some_and(Value::is_zero) {
                self.arrive(to)?;
            }
            self.defined = defined;
            self.told.clone_from(&told);
        }
        Ok(())
    }

    /// Whether control goes on to a block.
    fn taken_to(&mut self, terminator: &Terminator, read: Option<Term>, to: BlockId) -> Term {
        let terms = &mut self.terms;
        match (terminator, read) {
            (Terminator::Goto(target), _) => terms.bool(*target == to),
            (Terminator::Branch { then, otherwise, .. }, Some(cond)) => {
                if *then == to {
                    cond
                } else if *otherwise == to {
                    terms.not(cond)
                } else {
                    terms.bool(false)
                }
            }
            (Terminator::Switch { cases, default, .. }, Some(value)) => {
                let (mut some, mut none) = (terms.bool(false), terms.bool(true));
                for (case, target) in cases {
                    let case = terms.constant(case);
                    let here = terms.eq(value, case);
                    if *target == to {
                        some = terms.or(some, here);
                    }
                    let not = terms.not(here);
                    none = terms.and(none, not);
                }
                if *default == to { terms.or(some, none) } else { some }
            }
            _ => terms.bool(false),
        }
    }

    /// What must be the same behind the phis of the block that control goes on to.
    fn arrive(&mut self, to: BlockId) -> Result<(), Unproved> {
        let claims = self.steps.facts.claims;
        for phi in &self.source.blocks[to].phis {
            let incoming = phi.incoming.iter().find(|(from, _)| *from == self.block);
            let (Some((_, operand)), Some(other)) = (incoming, self.steps.stands_for(phi.dest)?)
            else {
                continue;
            };
            let here = self.known(operand)?.0;
            if let Some(there) = self.resolved.behind(&other, to, &mut self.terms) {
                let same = self.terms.eq(here, there);
                self.claim("a value is the same behind a join", same);
            }
        }
        for (part, operand) in &claims.held[to] {
            if !self.is_there(operand) {
                continue;
            }
            let Some(there) = self.resolved.behind(operand, to, &mut self.terms) else { continue };
            let here = self.objects.held(&mut self.terms, *part);
            let same = self.terms.eq(here, there);
            self.claim("memory holds the same", same);
        }
        for unused in self.unused(&claims.held[to]) {
            if !self.given.contains(&unused) {
                self.claim("what was not allocated yet is zero", unused);
            }
        }
        Ok(())
    }

    /// Checks that an operator of addresses asks for nothing that their codes do not tell
    /// (`docs/MEMORY.md`, Codes and numbers).
    fn agrees_with_codes(&mut self, op: Op, args: &[Operand]) -> Result<(), Unproved> {
        let compares = matches!(op, Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle);
        let [a, b] = args else { return Ok(()) };
        if !compares {
            return Ok(());
        }
        let sets = [self.steps.facts.of(a), self.steps.facts.of(b)];
        let computed = || Unproved::because("it asks for the numbers of addresses");
        // Null and its like are below all addresses, also as numbers.
        let is_small = |set: &Possible| set.number.is_none_or(|it| it.within(-MARGIN, MARGIN));
        match (sets[0].objects.is_empty(), sets[1].objects.is_empty()) {
            (true, true) => return Ok(()),
            (true, false) | (false, true) => {
                let number = if sets[0].objects.is_empty() { &sets[0] } else { &sets[1] };
                let constant = number.number.is_some_and(|it| it.only().is_some());
                let plain = matches!(op, Op::Eq | Op::Ult | Op::Ule);
                return if constant && plain && is_small(number) { Ok(()) } else { Err(computed()) };
            }
            (false, false) => {}
        }
        let (one, other) = (&sets[0].objects, &sets[1].objects);
        let single = one.len() == 1 && other.len() == 1 && one[0].0 == other[0].0;
        if single && sets.iter().all(is_small) {
            return Ok(());
        }
        if op != Op::Eq || !sets.iter().all(is_small) {
            return Err(computed());
        }
        // Of different objects only what both lie inside is surely different (C17 6.5.9p6).
        let memory = &self.source.memory;
        let is_literal = |it: &(ObjectId, Progression)| {
            let object = &memory.objects[it.0];
            object.storage == Storage::Static && !object.writable && object.name.starts_with('"')
        };
        if one.iter().any(is_literal) && other.iter().any(is_literal) {
            return Err(computed());
        }
        let mut inside = vec![];
        for (arg, set) in args.iter().zip(&sets) {
            let (term, _) = self.known(arg)?;
            inside.push(self.lies_inside(term, set));
        }
        let (x, y) = (self.known(a)?.0, self.known(b)?.0);
        let (x, y) = (self.object_number(x), self.object_number(y));
        let same = self.terms.eq(x, y);
        let both = self.terms.all(&inside);
        let told = self.terms.or(same, both);
        self.claim("codes tell whether addresses are equal", told);
        Ok(())
    }

    /// Whether a word is a small number, or an address inside of an object or at its start.
    fn lies_inside(&mut self, term: Term, set: &Possible) -> Term {
        let width = self.objects.width();
        let mut some = vec![];
        if set.number.is_some() {
            let margin = self.terms.number(width, MARGIN as u64);
            let above = self.terms.app(Op::Add, &[term, margin]);
            let ends = self.terms.number(width, 2 * MARGIN as u64);
            some.push(self.terms.app(Op::Ule, &[above, ends]));
        }
        for &(object, _) in &set.objects {
            let base = self.terms.constant(&self.source.memory.base(object));
            let size = self.objects.size(&mut self.terms, object);
            let offset = self.terms.app(Op::Sub, &[term, base]);
            some.push(self.terms.eq(term, base));
            some.push(self.terms.app(Op::Ult, &[offset, size]));
        }
        self.terms.some(&some)
    }

    /// The operation on memory that the walk is at.
    pub fn operands<const N: usize>(instr: &MemoryInstr) -> Result<&[Operand; N], Unproved> {
        let args: Result<&[Operand; N], _> = instr.args[..].try_into();
        args.map_err(|_| Unproved::because("an operation on memory is malformed"))
    }
}

/// No object lies so near to address 0, in bytes, nor so near to the highest one.
const MARGIN: i128 = 4095;
