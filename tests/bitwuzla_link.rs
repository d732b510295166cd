//! Two versions of CaDiCaL in one process: ours, and the one inside libbitwuzla.
//!
//! A linker that merged them would do so silently; what breaks then is whichever solver
//! the merged code was not written for. So both solve, in turns, problems that need
//! real search, and the library's visible symbols are looked at.
#![cfg(feature = "bitwuzla")]

use std::ffi::CString;
use std::path::Path;

use bitwuzla_sys::*;
use cadical_sys::{CaDiCal, Status};

/// Pigeons into one hole too few (unsatisfiable), or into enough holes.
fn pigeons(pigeons: i32, holes: i32) -> Status {
    let mut solver = CaDiCal::new();
    let sits = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    for pigeon in 0..pigeons {
        for hole in 0..holes {
            solver.add(sits(pigeon, hole));
        }
        solver.add(0);
    }
    for hole in 0..holes {
        for one in 0..pigeons {
            for other in 0..one {
                solver.clause2(-sits(one, hole), -sits(other, hole));
            }
        }
    }
    solver.solve()
}

/// Whether `x * y = product` has a solution with `1 < x, y < 2^16` on 32 bits.
fn factors(product: u64) -> bool {
    // SAFETY: every term and sort is made by the term manager that outlives it, and
    // each constructor is given as many arguments as its kind takes.
    unsafe {
        let terms = bitwuzla_term_manager_new();
        let options = bitwuzla_options_new();
        let solver = bitwuzla_new(terms, options);
        let sort = bitwuzla_mk_bv_sort(terms, 32);
        let constant = |number| bitwuzla_mk_bv_value_uint64(terms, sort, number);
        let (low, high) = (constant(1), constant(1 << 16));
        let variable = |name: &str| {
            let name = CString::new(name).expect("no zero byte inside");
            let term = bitwuzla_mk_const(terms, sort, name.as_ptr());
            for (small, big) in [(low, term), (term, high)] {
                bitwuzla_assert(solver, bitwuzla_mk_term2(terms, BITWUZLA_KIND_BV_ULT, small, big));
            }
            term
        };
        let times = bitwuzla_mk_term2(terms, BITWUZLA_KIND_BV_MUL, variable("x"), variable("y"));
        let equal = bitwuzla_mk_term2(terms, BITWUZLA_KIND_EQUAL, times, constant(product));
        bitwuzla_assert(solver, equal);
        let result = bitwuzla_check_sat(solver);
        bitwuzla_delete(solver);
        bitwuzla_options_delete(options);
        bitwuzla_term_manager_delete(terms);
        assert!(result == BITWUZLA_SAT || result == BITWUZLA_UNSAT);
        result == BITWUZLA_SAT
    }
}

#[test]
fn both_solvers_work_in_one_process() {
    for _ in 0..3 {
        assert_eq!(pigeons(7, 6), Status::UNSATISFIABLE);
        assert!(factors(251 * 241));
        assert_eq!(pigeons(7, 7), Status::SATISFIABLE);
        assert!(!factors(7919));
    }
    assert!(CaDiCal::version().starts_with("3."), "{}", CaDiCal::version());
}

#[test]
fn the_library_shows_nothing_but_the_c_api() {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("build/bitwuzla/libbitwuzla.so");
    let output = std::process::Command::new("nm")
        .args(["--dynamic", "--defined-only", "--format=posix"])
        .arg(&library)
        .output()
        .expect("nm comes with the linker");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("symbol names are ASCII");
    let names: Vec<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(names.contains(&"bitwuzla_check_sat"));
    let leaked: Vec<_> = names.iter().filter(|name| !name.starts_with("bitwuzla_")).collect();
    assert!(leaked.is_empty(), "{leaked:?}");
}
