//! How long bit-blasting and clause building take, and how large the result is, for a
//! made-up system of the size of the paper's largest programs: a program counter and
//! about a hundred 32-bit variables, 250 locations of additions, comparisons, choices,
//! and one multiplication and division each.
//!
//! `cargo run --release --example encoding_size [LOCATIONS [VARIABLES]]`

use std::time::Instant;

use llumc::bv::{Op, Term, TermStore};
use llumc::dimspec::build::build;
use llumc::dimspec::write::write;
use llumc::program::GoalId;
use llumc::support::{IndexVec, Random};
use llumc::system::{Bad, Origin, StateVar, Transition, TransitionSystem};

/// Each location changes a few variables and goes to one of two others.
fn system(locations: u64, variables: u64) -> TransitionSystem {
    let mut random = Random::new(1);
    let mut terms = TermStore::new();
    let mut states = IndexVec::new();
    let pc_width = 64 - locations.leading_zeros();
    for i in 0..=variables {
        let (name, width) =
            if i == 0 { ("pc".to_string(), pc_width) } else { (format!("x{i}"), 32) };
        let (current, next) = (terms.symbol(&name, width), terms.symbol(format!("{name}'"), width));
        states.push(StateVar { name, current, next, origin: Origin::Location });
    }
    let input = terms.symbol("input", 32);
    let now: Vec<Term> = states.iter().map(|state: &StateVar| state.current).collect();
    let mut next = now.clone();
    for location in 0..locations {
        let here = terms.number(pc_width, location.into());
        let here = terms.eq(now[0], here);
        let mut pick = || now[1 + random.below(variables) as usize];
        let (a, b, c) = (pick(), pick(), pick());
        let sum = terms.app(Op::Add, &[a, b]);
        let constant = terms.number(32, u128::from(location) * 977 + 3);
        let value = match location {
            17 => terms.app(Op::Mul, &[a, b]),
            18 => terms.app(Op::Sdiv, &[a, c]),
            _ if location % 3 == 0 => constant,
            _ if location % 7 == 0 => input,
            _ => sum,
        };
        let less = terms.app(Op::Slt, &[sum, c]);
        let guard = if location % 2 == 0 { less } else { terms.eq(a, constant) };
        let mut target = || terms.number(pc_width, random.below(locations).into());
        let (yes, no) = (target(), target());
        let target = terms.ite(guard, yes, no);
        next[0] = terms.ite(here, target, next[0]);
        for _ in 0..2 {
            let changed = 1 + random.below(variables) as usize;
            next[changed] = terms.ite(here, value, next[changed]);
        }
    }
    let (zero, last) = (terms.number(pc_width, 0), terms.number(pc_width, u128::from(locations)));
    let init = vec![terms.eq(now[0], zero)];
    let bad = vec![Bad { goals: vec![GoalId(0)], condition: terms.eq(now[0], last) }];
    let transition = Transition::Functional(next.into_iter().collect());
    TransitionSystem {
        terminated: None,
        facts: Vec::new(),
        predicates: vec![],
        terms,
        states,
        inputs: vec![input],
        init,
        universal: vec![],
        transition,
        bad,
    }
}

/// The largest memory this process had, in MB.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? / 1024)
}

fn main() -> std::io::Result<()> {
    let number = |place: usize, default| {
        std::env::args().nth(place).and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let (locations, variables) = (number(1, 250), number(2, 95));
    let start = Instant::now();
    let system = system(locations, variables);
    println!("terms: {:?}, {} terms", start.elapsed(), system.terms.len());
    let start = Instant::now();
    let built = build(&system, None);
    println!("bits and clauses: {:?}, {:?}", start.elapsed(), built.counts());
    let start = Instant::now();
    let mut text = Vec::new();
    write(&built.model.spec, &built.map.comments(), &mut text)?;
    println!("text: {:?}, {} bytes", start.elapsed(), text.len());
    let start = Instant::now();
    let again = llumc::dimspec::read::read(text.as_slice()).map_err(std::io::Error::other)?;
    println!("read again: {:?}, the same: {}", start.elapsed(), again == built.model.spec);
    if let Some(peak) = peak() {
        println!("peak memory: {peak} MB");
    }
    Ok(())
}
