//! BTOR2 witnesses: `sat`, the property, then for each step the states that have no value
//! otherwise (`#k`) and the inputs (`@k`), a full stop.

use std::fmt::Write;

use num_bigint::BigUint;

use super::{Btor2, Signal};
use crate::bv::{Assignment, Value, eval};
use crate::formats::text::{Lines, ReadError, excerpt, natural, words};
use crate::support::IndexVec;
use crate::support::index::Idx;
use crate::system::{StateId, Transition, WordState};

/// The witness of a run that ends where bad property `goal` holds.
pub fn write(model: &Btor2, goal: usize, run: &[WordState]) -> String {
    let mut out = format!("sat\nb{goal}\n");
    for (step, state) in run.iter().enumerate() {
        let values: Vec<Value> = state.states.iter().cloned().collect();
        let open = |signal: &&(usize, &Signal)| {
            let ids = signal.1.places.iter().map(|&place| StateId::from_index(place));
            match step {
                0 => ids.clone().any(|id| model.initial.iter().all(|initial| initial.0 != id)),
                _ => ids.clone().any(|id| model.is_free(id)),
            }
        };
        let states: Vec<(usize, &Signal)> = model.states.iter().enumerate().collect();
        let states: Vec<&(usize, &Signal)> = states.iter().filter(open).collect();
        if step == 0 || !states.is_empty() {
            out += &format!("#{step}\n");
        }
        for &&(number, signal) in &states {
            lines(&mut out, ('#', step), number, signal, &values);
        }
        out += &format!("@{step}\n");
        for (number, signal) in model.inputs.iter().enumerate() {
            lines(&mut out, ('@', step), number, signal, &state.inputs);
        }
    }
    out + ".\n"
}

/// A line for each word of a signal.
fn lines(out: &mut String, frame: (char, usize), number: usize, signal: &Signal, from: &[Value]) {
    let bits = signal.places.len().trailing_zeros() as usize;
    for (index, &place) in signal.places.iter().enumerate() {
        let at = if signal.is_array { format!("[{index:0bits$b}] ") } else { String::new() };
        let (value, name) = (from[place].to_binary(), &signal.name);
        // Writing to a string can't fail.
        let _ = writeln!(out, "{number} {at}{value} {name}{}{}", frame.0, frame.1);
    }
}

/// The answer that a bad property is never reached.
pub fn write_unreachable(goal: usize) -> String {
    format!("unsat\nb{goal}\n")
}

/// A witness as it was read.
#[derive(Clone, Debug)]
pub struct Witness {
    /// The bad property that holds at the end.
    pub goal: usize,
    /// Values of all state variables in the first state.
    pub start: IndexVec<StateId, Value>,
    /// Values of all inputs in each step.
    pub inputs: Vec<Vec<Value>>,
}

/// Reads a witness for `model`; what it does not say counts as 0.
///
/// # Errors
/// If it is none, or speaks of what the model has not.
pub fn read(data: &[u8], model: &Btor2) -> Result<Witness, ReadError> {
    let mut lines = Lines::new(data);
    let mut goal = None;
    let mut started = false;
    let mut given: Vec<(usize, Value)> = vec![];
    let mut inputs: Vec<Vec<Value>> = vec![];
    let system = &model.system;
    let zero = |term| Value::zero(system.terms.width(term));
    // What the lines that follow speak of: states or inputs.
    let mut frame = None;
    while let Some(line) = lines.next() {
        let text = words(line.split(|&byte| byte == b';').next().unwrap_or_default());
        let Some(first) = text.first() else { continue };
        match first {
            _ if !started => {
                if *first != b"sat" {
                    return lines
                        .fail(format!("a witness begins with `sat`, not `{}`", excerpt(line)));
                }
                started = true;
            }
            _ if goal.is_none() => {
                let known = |place: &u64| *place < system.bad.len() as u64;
                goal = first.strip_prefix(b"b").and_then(natural).filter(known);
                if goal.is_none() {
                    return lines.fail(format!("not a bad property: `{}`", excerpt(line)));
                }
            }
            [b'b', ..] => {}
            [b'.'] => {
                frame = Some(('.', 0));
                break;
            }
            [kind @ (b'#' | b'@'), rest @ ..] => {
                let step = natural(rest).filter(|&step| step <= inputs.len() as u64);
                let Some(step) = step else {
                    return lines.fail(format!("not the next step: `{}`", excerpt(line)));
                };
                if step == inputs.len() as u64 {
                    inputs.push(system.inputs.iter().map(|&input| zero(input)).collect());
                }
                frame = Some((char::from(*kind), step as usize));
            }
            _ => {
                let Some((kind, step)) = frame else {
                    return lines.fail("a value before the first step");
                };
                let signals = if kind == '#' { &model.states } else { &model.inputs };
                let values = match assignment(&text, signals) {
                    Ok(values) => values,
                    Err(what) => return lines.fail(format!("{what}: `{}`", excerpt(line))),
                };
                for (place, value) in values {
                    if kind == '@' {
                        inputs[step][place] = value;
                    } else if step == 0 {
                        given.push((place, value));
                    } else if let Some(input) = model.free_input(StateId::from_index(place)) {
                        // Its next value is an input of the step before.
                        inputs[step - 1][input] = value;
                    }
                }
            }
        }
    }
    let (Some(goal), Some(('.', _))) = (goal, frame) else {
        return lines.fail("the witness ends too early");
    };
    let mut start: IndexVec<StateId, Value> =
        system.states.iter().map(|state| zero(state.current)).collect();
    for (place, value) in given {
        start[StateId::from_index(place)] = value;
    }
    // Initial values may be made of those of states before.
    let mut values = Assignment::default();
    for (state, value) in system.states.iter().zip(start.iter()) {
        values.extend(system.terms.as_symbol(state.current).map(|s| (s, value.clone())));
    }
    for &(id, term) in &model.initial {
        start[id] = eval(&system.terms, term, &values);
        let symbol = system.terms.as_symbol(system.states[id].current);
        values.extend(symbol.map(|symbol| (symbol, start[id].clone())));
    }
    Ok(Witness { goal: goal as usize, start, inputs })
}

/// `NUMBER VALUE …` or `NUMBER [INDEX] VALUE …`: places with their values.
fn assignment(words: &[&[u8]], signals: &[Signal]) -> Result<Vec<(usize, Value)>, &'static str> {
    let signal = natural(words[0]).and_then(|number| signals.get(number as usize));
    let signal = signal.ok_or("there is no such state or input")?;
    let bits = |text: &[u8], width: u32| {
        let is_bits = text.len() == width as usize && text.iter().all(|b| matches!(b, b'0' | b'1'));
        let number = BigUint::parse_bytes(text, 2).filter(|_| is_bits);
        number.map(|number| Value::from_big(width, &number)).ok_or("the value does not fit")
    };
    let word = |place: usize| words.get(place).copied().ok_or("a value is missing");
    if !signal.is_array {
        return Ok(vec![(signal.places[0], bits(word(1)?, signal.width)?)]);
    }
    let value = bits(word(2)?, signal.width)?;
    let index = word(1)?.strip_prefix(b"[").and_then(|rest| rest.strip_suffix(b"]"));
    let index = index.ok_or("an index is missing")?;
    if index == b"*" {
        // All elements.
        return Ok(signal.places.iter().map(|&place| (place, value.clone())).collect());
    }
    let index = bits(index, signal.places.len().trailing_zeros().max(1))?;
    let place = index.to_u64().and_then(|index| signal.places.get(index as usize));
    Ok(vec![(*place.ok_or("the index is out of range")?, value)])
}

impl Btor2 {
    /// Whether a state variable is arbitrary in each step.
    fn is_free(&self, id: StateId) -> bool {
        self.free_input(id).is_some()
    }

    /// The place of the input that is the next value of a state variable without one.
    fn free_input(&self, id: StateId) -> Option<usize> {
        let next = self.system.states[id].next;
        match &self.system.transition {
            Transition::Functional(values) if values[id] == next => {
                self.system.inputs.iter().position(|&input| input == next)
            }
            _ => None,
        }
    }
}
