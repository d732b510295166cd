//! Conjuncts of invariants as C expressions without side effects and undefined behaviour, over
//! variables that are in scope where the loop stands.
//!
//! Numbers of all widths up to 64 are computed in `unsigned long long` and masked: what wraps
//! around there does so in C, too. A conjunct of which a part can't be said is left out, which is
//! no more than a weaker invariant.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Where;
use super::copies::{Scans, copies};
use super::scan::At;
use crate::bv::{Node, Op, Sort, Term, TermStore, Value};
use crate::program::{BlockId, CStyle, Instr, LocId, Operand, Program, ValueId, VarId};
use crate::support::limits;
use crate::system::LocationInvariant;

/// A loop of the source, whose head a block is.
pub struct Loop {
    /// Where what holds at the head can be said.
    pub at: At,
    /// What stands there.
    pub kind: Where,
    /// Which copy of its function it is in, from 0.
    pub copy: usize,
    /// How many copies of its function there are: as it is called from several places, say.
    pub copies: usize,
    /// The variables that hold values at the head.
    names: FxHashMap<ValueId, VarId>,
}

impl Loop {
    /// The loop of a block, whose first place is given; none, if that says of no loop where it is
    /// (that of a jump, say). `is_head`: whether the block begins a loop.
    pub fn of(
        program: &Program,
        scans: &mut Scans,
        (head, is_head): (BlockId, bool),
        loc: LocId,
    ) -> Option<Self> {
        let sources = &program.sources;
        let place = sources.loc(loc);
        let chain = sources.chain(loc);
        let copies = copies(program, scans, (place.file, &place.function))?;
        let copy = copies.iter().position(|it| *it == chain)?;
        let scan = scans.of(program, place.file)?;
        let at = (place.line, place.column);
        let (at, kind) = match scan.loop_around(at) {
            Some(at) => (at, Where::Loop),
            None => (scan.begin_of_do(at).filter(|_| is_head)?, Where::Statement),
        };
        // Variables of the function, of which a name that is there twice says nothing.
        let here = program
            .variables
            .iter_enumerated()
            .filter(|(_, variable)| variable.function == place.function && variable.chain == chain);
        let mut counts: FxHashMap<&str, (VarId, usize)> = FxHashMap::default();
        for (var, variable) in here {
            counts.entry(&variable.name).or_insert((var, 0)).1 += 1;
        }
        let unique: FxHashSet<VarId> =
            counts.into_values().filter(|it| it.1 == 1).map(|it| it.0).collect();
        // Those that got a value before the loop, in a block that it is in.
        let begins = |instr: &Instr| match instr {
            Instr::Bind { var, loc: Some(loc), .. } if unique.contains(var) => {
                let loc = sources.loc(*loc);
                let is_open = loc.file == place.file && scan.is_open_at((loc.line, loc.column), at);
                is_open.then_some(*var)
            }
            _ => None,
        };
        let instrs = program.blocks.iter().flat_map(|block| &block.instrs);
        let known: FxHashSet<VarId> = instrs.filter_map(begins).collect();
        let names = current(program, head).into_iter().filter(|it| known.contains(&it.1));
        Some(Self { at, kind, copy, copies: copies.len(), names: names.collect() })
    }

    /// Those of the conjuncts that can be said.
    pub fn say(
        &self,
        program: &Program,
        invariant: &LocationInvariant,
        all: &[Term],
    ) -> Vec<String> {
        let printer = Printer { names: &self.names, program, invariant };
        let said = all.iter().filter_map(|&term| printer.term(term));
        said.map(|text| bare(&text).to_owned()).collect()
    }
}

/// The values that variables have at the head of a loop: those that its phis give them there,
/// and the only ones that they ever get.
fn current(program: &Program, head: BlockId) -> Vec<(ValueId, VarId)> {
    let block = &program.blocks[head];
    let is_phi = |value: ValueId| block.phis.iter().any(|phi| phi.dest == value);
    let bound = |instr: &Instr| match instr {
        Instr::Bind { var, value: Operand::Value(value), .. } => Some((*value, *var)),
        _ => None,
    };
    let mut all: Vec<(ValueId, VarId)> =
        block.instrs.iter().filter_map(bound).filter(|it| is_phi(it.0)).collect();
    let mut only: FxHashMap<VarId, Option<ValueId>> = FxHashMap::default();
    for instr in program.blocks.iter().flat_map(|block| &block.instrs) {
        if let Instr::Bind { var, value, .. } = instr {
            let value = match value {
                Operand::Value(value) => Some(*value),
                Operand::Const(_) => None,
            };
            let known = only.entry(*var).or_insert(value);
            *known = known.filter(|known| Some(*known) == value);
        }
    }
    all.extend(only.into_iter().filter_map(|(var, value)| Some((value?, var))));
    all.sort_unstable();
    all.dedup();
    all
}

struct Printer<'a> {
    names: &'a FxHashMap<ValueId, VarId>,
    program: &'a Program,
    invariant: &'a LocationInvariant,
}

impl Printer<'_> {
    fn terms(&self) -> &TermStore {
        &self.invariant.terms
    }

    /// The variable that a term is: its name, and whether its type is signed, if that is an
    /// integer type of the term's width.
    fn variable(&self, term: Term) -> Option<(&str, bool)> {
        let symbol = self.terms().as_symbol(term)?;
        let value = self.invariant.symbols.get(&symbol)?;
        let variable = &self.program.variables[*self.names.get(value)?];
        let is_plain = variable.name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_');
        match variable.ty.style {
            CStyle::Signed | CStyle::Char { signed: true } if is_plain => {
                Some((&variable.name, true))
            }
            CStyle::Unsigned | CStyle::Char { signed: false } | CStyle::Bool if is_plain => {
                Some((&variable.name, false))
            }
            _ => None,
        }
    }

    /// An expression with the value of the term, which is less than 2^width.
    fn term(&self, term: Term) -> Option<String> {
        let terms = self.terms();
        let width = terms.width(term);
        if width > 64 {
            return None;
        }
        let text = match terms.node(term) {
            Node::Const(value) => constant(value, false)?,
            Node::Symbol(_) => self.symbol(term, width)?,
            Node::App(op, _) => self.application(term, *op, width)?,
        };
        (text.len() <= limits::C_EXPRESSION).then_some(text)
    }

    fn symbol(&self, term: Term, width: u32) -> Option<String> {
        let (name, _) = self.variable(term)?;
        let ty = match width {
            1 => return Some(format!("({name} != 0)")),
            8 => "unsigned char",
            16 => "unsigned short",
            32 => "unsigned int",
            64 => return Some(format!("(unsigned long long)({name})")),
            _ => return None,
        };
        Some(format!("(unsigned long long)({ty})({name})"))
    }

    fn application(&self, term: Term, op: Op, width: u32) -> Option<String> {
        let terms = self.terms();
        let args = terms.args(term);
        if let Some(text) = self.comparison(op, args) {
            return Some(text);
        }
        let is_truth = width == 1;
        let given = *args.first()?;
        let Sort::Word(inner) = terms.sort(given) else { return None };
        let all: Option<Vec<String>> = args.iter().map(|&arg| self.term(arg)).collect();
        let all = all?;
        let (a, b) = (&all[0], all.get(1).map_or("", String::as_str));
        let amount = || terms.as_const(*args.get(1)?)?.to_u64();
        let flip = |text: &str| format!("({text} ^ {}ULL)", 1u64 << (inner - 1));
        Some(match op {
            Op::Not if is_truth => format!("!({})", bare(a)),
            Op::Not => masked(&format!("~{a}"), width),
            Op::Neg => masked(&format!("0ULL - {a}"), width),
            Op::And if is_truth => format!("({a} && {b})"),
            Op::Or if is_truth => format!("({a} || {b})"),
            Op::Xor if is_truth => format!("({a} != {b})"),
            Op::And => format!("({a} & {b})"),
            Op::Or => format!("({a} | {b})"),
            Op::Xor => format!("({a} ^ {b})"),
            Op::Add => masked(&format!("{a} + {b}"), width),
            Op::Sub => masked(&format!("{a} - {b}"), width),
            Op::Mul => masked(&format!("{a} * {b}"), width),
            Op::Udiv if amount()? > 0 => format!("({a} / {b})"),
            Op::Urem if amount()? > 0 => format!("({a} % {b})"),
            Op::Shl if amount()? < u64::from(width) => {
                masked(&format!("{a} << {}", amount()?), width)
            }
            Op::Lshr if amount()? < u64::from(width) => format!("({a} >> {})", amount()?),
            Op::Eq => format!("({a} == {b})"),
            Op::Ult => format!("({a} < {b})"),
            Op::Ule => format!("({a} <= {b})"),
            Op::Slt => format!("({} < {})", flip(a), flip(b)),
            Op::Sle => format!("({} <= {})", flip(a), flip(b)),
            Op::Ite => format!("({a} ? {b} : {})", all.get(2)?),
            Op::Extract { low, .. } => masked(&format!("{a} >> {low}"), width),
            Op::Concat => {
                let low = terms.width(args[1]);
                format!("(((unsigned long long){a} << {low}) | {b})")
            }
            Op::ZeroExtend(_) => a.clone(),
            Op::SignExtend(_) => {
                masked(&format!("{} - {}ULL", flip(a), 1u64 << (inner - 1)), width)
            }
            Op::Udiv | Op::Urem | Op::Shl | Op::Lshr => return None,
            Op::Sdiv | Op::Srem | Op::Ashr | Op::Select | Op::Store | Op::Float(_) => return None,
        })
    }

    /// A comparison of variables with each other or with constants, where C compares as the
    /// term does: between operands of one signedness.
    fn comparison(&self, op: Op, args: &[Term]) -> Option<String> {
        let (sign, wanted) = match op {
            Op::Eq => ("==", None),
            Op::Ult => ("<", Some(false)),
            Op::Ule => ("<=", Some(false)),
            Op::Slt => ("<", Some(true)),
            Op::Sle => ("<=", Some(true)),
            _ => return None,
        };
        let [a, b] = *args else { return None };
        let variables = [a, b].map(|it| self.variable(it).map(|it| it.1));
        let signed = match (variables, wanted) {
            ([Some(a), Some(b)], None) if a == b => a,
            ([Some(one), None] | [None, Some(one)], None) => one,
            ([Some(a), Some(b)], Some(wanted)) if a == wanted && b == wanted => wanted,
            ([Some(one), None] | [None, Some(one)], Some(wanted)) if one == wanted => wanted,
            _ => return None,
        };
        let side = |term: Term| match (self.variable(term), self.terms().as_const(term)) {
            (Some((name, _)), _) => Some(name.to_owned()),
            (None, Some(value)) => constant(value, signed),
            (None, None) => None,
        };
        Some(format!("({} {sign} {})", side(a)?, side(b)?))
    }
}

/// A constant of at most 64 bits.
fn constant(value: &Value, signed: bool) -> Option<String> {
    if signed && value.width() > 1 {
        let number: i64 = value.to_decimal(true).parse().ok()?;
        return Some(match number {
            i64::MIN => "(-9223372036854775807LL - 1)".to_owned(),
            0.. => format!("{number}LL"),
            _ => format!("({number}LL)"),
        });
    }
    match value.width() {
        1 => Some(u8::from(value.is_true()).to_string()),
        _ => Some(format!("{}ULL", value.to_u64()?)),
    }
}

/// The low bits of an expression.
fn masked(text: &str, width: u32) -> String {
    match width {
        64 => format!("({text})"),
        _ => format!("(({text}) & {}ULL)", (1u64 << width) - 1),
    }
}

/// Without parentheses around the whole.
fn bare(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|it| it.strip_suffix(')')) else {
        return text;
    };
    let mut depth = 0;
    let closes = inner.chars().any(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth < 0
    });
    if closes { text } else { inner }
}
