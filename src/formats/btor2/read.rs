//! Reading BTOR2, whoever wrote it.
//!
//! An array becomes one word for each index ([`super::operators`] expands reads and
//! writes), so only small ones are accepted. Refused, with line and reason: what is not
//! BTOR2, sorts that don't fit, lines that refer to later ones, fairness and justice.

use rustc_hash::FxHashMap;

use super::operators;
use super::{Btor2, Signal};
use crate::bv::{Term, TermStore};
use crate::formats::sequential::Names;
use crate::formats::text::{Lines, ReadError, excerpt, natural, words};
use crate::program::GoalId;
use crate::support::IndexVec;
use crate::support::index::Idx;
use crate::support::limits;
use crate::system::{Bad, Origin, StateId, StateVar, Transition, TransitionSystem};

/// A sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// Words of a width.
    Word(u32),
    /// Arrays: widths of index and elements.
    Array(u32, u32),
}

/// What a node stands for: a word, or the elements of an array.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub sort: Sort,
    pub elements: Vec<Term>,
}

/// What a numbered line declares.
enum Line {
    Sort(Sort),
    Node(Node),
    /// Something that nothing can refer to.
    Other,
}

/// Reads a BTOR2 file.
///
/// # Errors
/// If it is none, or says more than is supported.
pub fn read(data: &[u8]) -> Result<Btor2, ReadError> {
    let mut reader = Reader {
        lines: Lines::new(data),
        known: FxHashMap::default(),
        states: FxHashMap::default(),
        terms: TermStore::new(),
        names: Names::default(),
        model: Btor2 {
            system: TransitionSystem {
                terms: TermStore::new(),
                states: IndexVec::new(),
                inputs: vec![],
                init: vec![],
                universal: vec![],
                transition: Transition::Relation(vec![]),
                bad: vec![],
                terminated: None,
                facts: Vec::new(),
                predicates: vec![],
            },
            states: vec![],
            inputs: vec![],
            initial: vec![],
        },
        next: IndexVec::new(),
        bits: 0,
    };
    while let Some(line) = reader.lines.next() {
        let text = match line.iter().position(|&byte| byte == b';') {
            Some(comment) => &line[..comment],
            None => line,
        };
        let words = words(text);
        if !words.is_empty() {
            reader.line(&words)?;
        }
    }
    reader.finish()
}

struct Reader<'a> {
    lines: Lines<'a>,
    known: FxHashMap<u64, Line>,
    /// By the number of a state's line its place in [`Btor2::states`].
    states: FxHashMap<u64, usize>,
    terms: TermStore,
    names: Names,
    model: Btor2,
    /// Next values of state variables, if they have been given.
    next: IndexVec<StateId, Option<Term>>,
    bits: u64,
}

impl Reader<'_> {
    fn fail<T>(&self, what: impl Into<String>) -> Result<T, ReadError> {
        self.lines.fail(what)
    }

    fn line(&mut self, words: &[&[u8]]) -> Result<(), ReadError> {
        let (Some(number), Some(tag)) = (natural(words[0]), words.get(1)) else {
            return self.fail("a line begins with its number and what it declares");
        };
        if number == 0 || self.known.contains_key(&number) {
            return self.fail(format!("{number} is no new number"));
        }
        let arguments = &words[2..];
        let Ok(tag) = std::str::from_utf8(tag) else {
            return self.fail("a word is not text");
        };
        let line = match tag {
            "sort" => Line::Sort(self.new_sort(arguments)?),
            "input" => Line::Node(self.input(arguments)?),
            "state" => {
                let place = self.model.states.len();
                let node = self.state(arguments)?;
                self.states.insert(number, place);
                Line::Node(node)
            }
            "init" | "next" => self.assign(tag, arguments)?,
            "constraint" | "bad" => {
                let condition = self.truth(arguments)?;
                if tag == "bad" {
                    let goals = vec![GoalId::from_index(self.model.system.bad.len())];
                    self.model.system.bad.push(Bad { goals, condition });
                } else {
                    self.model.system.universal.push(condition);
                }
                Line::Other
            }
            "output" => {
                self.operand(arguments.first())?;
                Line::Other
            }
            "fair" | "justice" => {
                return self.fail(format!("'{tag}': fairness and justice are not supported"));
            }
            _ => Line::Node(self.operation(tag, arguments)?),
        };
        self.known.insert(number, line);
        Ok(())
    }

    fn new_sort(&mut self, words: &[&[u8]]) -> Result<Sort, ReadError> {
        match words {
            [b"bitvec", width] => match natural(width) {
                Some(width) if (1..=u64::from(limits::BTOR2_WIDTH)).contains(&width) => {
                    Ok(Sort::Word(width as u32))
                }
                _ => self.fail(format!("a width is a number from 1 to {}", limits::BTOR2_WIDTH)),
            },
            [b"array", index, element] => {
                let (Sort::Word(index), Sort::Word(element)) =
                    (self.sort(Some(index))?, self.sort(Some(element))?)
                else {
                    return self.fail("arrays of arrays are not supported");
                };
                if index >= 32 || 1 << index > limits::BTOR2_ELEMENTS {
                    return self.fail(format!(
                        "an array with 2^{index} elements; at most {} are supported",
                        limits::BTOR2_ELEMENTS
                    ));
                }
                Ok(Sort::Array(index, element))
            }
            _ => self.fail("a sort is `bitvec WIDTH` or `array SORT SORT`"),
        }
    }

    fn sort(&self, word: Option<&&[u8]>) -> Result<Sort, ReadError> {
        let number = word.and_then(|word| natural(word));
        match number.and_then(|number| self.known.get(&number)) {
            Some(Line::Sort(sort)) => Ok(*sort),
            _ => self.fail("a sort is expected, declared before"),
        }
    }

    /// The node that a word refers to, complemented if the number is negative.
    fn operand(&mut self, word: Option<&&[u8]>) -> Result<Node, ReadError> {
        let Some(word) = word else { return self.fail("an operand is missing") };
        let (negative, digits) = match word.strip_prefix(b"-") {
            Some(digits) => (true, digits),
            None => (false, *word),
        };
        let Some(Line::Node(node)) = natural(digits).and_then(|number| self.known.get(&number))
        else {
            return self.fail(format!("`{}` is no node declared before", excerpt(word)));
        };
        let mut node = node.clone();
        if negative {
            if matches!(node.sort, Sort::Array(..)) {
                return self.fail("an array has no complement");
            }
            node.elements = node.elements.iter().map(|&term| self.terms.not(term)).collect();
        }
        Ok(node)
    }

    fn truth(&mut self, words: &[&[u8]]) -> Result<Term, ReadError> {
        let node = self.operand(words.first())?;
        match node.sort {
            Sort::Word(1) => Ok(node.elements[0]),
            _ => self.fail("a condition has one bit"),
        }
    }

    /// Counts bits that are built.
    fn count(&mut self, sort: Sort) -> Result<(), ReadError> {
        let (elements, width) = shape(sort);
        self.bits += elements as u64 * u64::from(width);
        if self.bits > limits::BTOR2_BITS {
            return self.fail(format!("more than {} bits", limits::BTOR2_BITS));
        }
        Ok(())
    }

    fn input(&mut self, words: &[&[u8]]) -> Result<Node, ReadError> {
        let sort = self.sort(words.first())?;
        self.count(sort)?;
        let wish = words.get(1).map_or_else(
            || format!("input{}", self.model.inputs.len()),
            |name| String::from_utf8_lossy(name).into_owned(),
        );
        let name = self.names.give(&wish);
        let (count, width) = shape(sort);
        let first = self.model.system.inputs.len();
        let elements: Vec<Term> = element_names(&name, sort)
            .into_iter()
            .map(|name| self.terms.symbol(name, width))
            .collect();
        self.model.system.inputs.extend(&elements);
        let places = (first..first + count).collect();
        self.model.inputs.push(Signal { name, width, is_array: is_array(sort), places });
        Ok(Node { sort, elements })
    }

    fn state(&mut self, words: &[&[u8]]) -> Result<Node, ReadError> {
        let sort = self.sort(words.first())?;
        self.count(sort)?;
        let wish = words.get(1).map_or_else(
            || format!("state{}", self.model.states.len()),
            |name| String::from_utf8_lossy(name).into_owned(),
        );
        let name = self.names.give(&wish);
        let (_, width) = shape(sort);
        let mut node = Node { sort, elements: vec![] };
        let mut places = vec![];
        for name in element_names(&name, sort) {
            let current = self.terms.symbol(name.clone(), width);
            let next = self.terms.symbol(format!("{name}'"), width);
            let state = StateVar { name, current, next, origin: Origin::Foreign };
            places.push(self.model.system.states.push(state).index());
            self.next.push(None);
            node.elements.push(current);
        }
        self.model.states.push(Signal { name, width, is_array: is_array(sort), places });
        Ok(node)
    }

    /// `init` and `next`: sort, state, value.
    fn assign(&mut self, tag: &str, words: &[&[u8]]) -> Result<Line, ReadError> {
        let sort = self.sort(words.first())?;
        let state = words.get(1).and_then(|word| natural(word));
        let Some(&place) = state.and_then(|state| self.states.get(&state)) else {
            return self.fail(format!("'{tag}' speaks of a state declared before"));
        };
        let mut value = self.operand(words.get(2))?;
        let places = self.model.states[place].places.clone();
        let width = self.model.states[place].width;
        // An array may start with the same word everywhere.
        if let (true, Sort::Array(..), true) =
            (tag == "init", sort, value.sort == Sort::Word(width))
        {
            value = Node { sort, elements: vec![value.elements[0]; places.len()] };
        }
        let own = match self.model.states[place].is_array {
            true => matches!(sort, Sort::Array(..)) && shape(sort) == (places.len(), width),
            false => sort == Sort::Word(width),
        };
        if !own || value.sort != sort {
            return self.fail(format!("the sorts of '{tag}', the state and the value differ"));
        }
        for (&place, &term) in places.iter().zip(&value.elements) {
            let id = StateId::from_index(place);
            if tag == "next" {
                if self.next[id].replace(term).is_some() {
                    return self.fail("the state has a next value already");
                }
            } else {
                if self.model.initial.iter().any(|initial| initial.0 == id) {
                    return self.fail("the state has an initial value already");
                }
                self.model.initial.push((id, term));
                let current = self.model.system.states[id].current;
                let equal = self.terms.eq(current, term);
                self.model.system.init.push(equal);
            }
        }
        Ok(Line::Other)
    }

    fn operation(&mut self, tag: &str, words: &[&[u8]]) -> Result<Node, ReadError> {
        let sort = self.sort(words.first())?;
        self.count(sort)?;
        let words = &words[1..];
        let result = match (operators::constant(tag, sort, words.first().copied()), sort) {
            (Some(value), Sort::Word(_)) => value.map(|value| vec![self.terms.constant(value)]),
            _ => match operators::arity(tag) {
                Some((operands, numbers)) => {
                    let mut nodes = vec![];
                    for place in 0..operands {
                        nodes.push(self.operand(words.get(place))?);
                    }
                    let numbers: Option<Vec<u32>> = (operands..operands + numbers)
                        .map(|place| natural(words.get(place)?)?.try_into().ok())
                        .collect();
                    match numbers {
                        Some(numbers) => {
                            operators::apply(&mut self.terms, tag, sort, &nodes, &numbers)
                        }
                        None => Err(format!("'{tag}' lacks a number")),
                    }
                }
                None => Err(format!("'{tag}' is no operator that is supported")),
            },
        };
        match result {
            Ok(elements) => Ok(Node { sort, elements }),
            Err(what) => self.fail(what),
        }
    }

    fn finish(mut self) -> Result<Btor2, ReadError> {
        let symbols = self.initial_symbols();
        if !symbols.is_empty() {
            return self.fail(format!("an initial value depends on the input {}", symbols[0]));
        }
        let mut next = IndexVec::new();
        for (id, value) in self.next.iter_enumerated() {
            let state = &self.model.system.states[id];
            match value {
                Some(value) => next.push(*value),
                None => {
                    // Arbitrary in each step: an input more.
                    self.model.system.inputs.push(state.next);
                    next.push(state.next)
                }
            };
        }
        self.model.system.transition = Transition::Functional(next);
        self.model.system.terms = self.terms;
        Ok(self.model)
    }

    /// Names of inputs that initial values mention.
    fn initial_symbols(&self) -> Vec<String> {
        let roots: Vec<Term> = self.model.initial.iter().map(|initial| initial.1).collect();
        let mentioned = crate::cfa::live::symbols(&self.terms, &roots);
        let inputs = self.model.system.inputs.iter();
        let symbols = inputs.filter_map(|&input| self.terms.as_symbol(input));
        symbols
            .filter(|symbol| mentioned.contains(symbol))
            .map(|symbol| self.terms.symbols()[symbol].name.clone())
            .collect()
    }
}

fn is_array(sort: Sort) -> bool {
    matches!(sort, Sort::Array(..))
}

/// How many words of which width a sort has.
pub(super) fn shape(sort: Sort) -> (usize, u32) {
    match sort {
        Sort::Word(width) => (1, width),
        Sort::Array(index, width) => (1 << index, width),
    }
}

fn element_names(name: &str, sort: Sort) -> Vec<String> {
    match sort {
        Sort::Word(_) => vec![name.to_owned()],
        Sort::Array(..) => (0..shape(sort).0).map(|index| format!("{name}[{index}]")).collect(),
    }
}
