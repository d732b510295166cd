//! Control flow: phis, switches, goals and ends, repair of the graph.

use super::*;
use crate::program::{EndKind, Terminator};

#[test]
fn phis_of_a_block_swap() {
    let ir = "
        declare i8 @__llumc_choice_i8(i32)
        define i8 @f() {
        entry:
          %a = call i8 @__llumc_choice_i8(i32 0)
          %b = call i8 @__llumc_choice_i8(i32 0)
          br label %loop
        loop:
          %x = phi i8 [ %a, %entry ], [ %y, %loop ]
          %y = phi i8 [ %b, %entry ], [ %x, %loop ]
          %i = phi i8 [ 0, %entry ], [ %next, %loop ]
          %next = add i8 %i, 1
          %more = icmp ult i8 %next, 4
          br i1 %more, label %loop, label %out
        out:
          ret i8 %x
        }";
    let program = program(ir);
    let (event, run) = run(&program, &[10, 20]);
    assert_eq!(event, Event::End(EndKind::Return));
    // Three times around: swapped an odd number of times.
    assert_eq!(run.value(named(&program, "x")), Some(&Value::new(8, 20)));
    assert_eq!(run.value(named(&program, "y")), Some(&Value::new(8, 10)));
}

#[test]
fn switch_with_shared_targets_and_default() {
    let ir = "
        declare i70 @__llumc_choice_i70(i32)
        define i8 @f() {
          %v = call i70 @__llumc_choice_i70(i32 0)
          switch i70 %v, label %default [
            i70 1, label %shared
            i70 590295810358705651712, label %shared
            i70 3, label %other
            i70 4, label %default
          ]
        shared:
          br label %join
        other:
          br label %join
        default:
          br label %join
        join:
          %r = phi i8 [ 1, %shared ], [ 2, %other ], [ 3, %default ]
          ret i8 %r
        }";
    let program = program(ir);
    for (input, wanted) in [(1, 1), (1 << 69, 1), (3, 2), (4, 3), (0, 3)] {
        let (_, run) = run(&program, &[input]);
        assert_eq!(run.value(named(&program, "r")), Some(&Value::new(8, wanted)), "{input}");
    }
}

#[test]
fn several_edges_of_a_switch_are_one_phi_entry() {
    let ir = "
        declare i8 @__llumc_choice_i8(i32)
        define i8 @f() {
        entry:
          %v = call i8 @__llumc_choice_i8(i32 0)
          switch i8 %v, label %other [ i8 1, label %join
                                       i8 2, label %join
                                       i8 3, label %join ]
        other:
          br label %join
        join:
          %r = phi i8 [ %v, %entry ], [ %v, %entry ], [ %v, %entry ], [ 0, %other ]
          ret i8 %r
        }";
    let program = program(ir);
    let join = program.blocks.iter().find(|block| block.name == "join").unwrap();
    assert_eq!(join.phis[0].incoming.len(), 2);
    for (input, wanted) in [(1, 1), (2, 2), (3, 3), (4, 0)] {
        let (_, run) = run(&program, &[input]);
        assert_eq!(run.value(named(&program, "r")), Some(&Value::new(8, wanted)));
    }
}

#[test]
fn branches_to_one_block_and_dead_blocks() {
    let ir = "
        declare i1 @__llumc_choice_i1(i32)
        declare void @__llumc_goal(i32)
        define i8 @f() {
        entry:
          %c = call i1 @__llumc_choice_i1(i32 0)
          br i1 %c, label %next, label %next
        next:
          br i1 true, label %join, label %dead
        dead:
          br label %join
        unused:
          call void @__llumc_goal(i32 1)
          unreachable
        join:
          %r = phi i8 [ 5, %next ], [ undef, %dead ]
          switch i8 7, label %dead2 [ i8 7, label %out ]
        dead2:
          call void @__llumc_goal(i32 2)
          unreachable
        out:
          ret i8 %r
        }";
    let program = program(ir);
    let names: Vec<&str> = program.blocks.iter().map(|block| block.name.as_str()).collect();
    assert_eq!(names, ["entry", "next", "join", "out"]);
    assert!(program.goals.is_empty() && program.assumptions.is_empty(), "{program}");
    assert!(matches!(program.blocks[program.entry].terminator, Terminator::Goto(_)));
    let (_, run) = run(&program, &[1]);
    assert_eq!(run.value(named(&program, "r")), Some(&Value::new(8, 5)));
}

#[test]
fn goals_and_ends() {
    let ir = "
        declare i8 @__llumc_choice_i8(i32)
        declare void @__llumc_goal(i32)
        declare void @__llumc_end(i32)
        define i8 @f() {
          %v = call i8 @__llumc_choice_i8(i32 0)
          switch i8 %v, label %ret [ i8 1, label %one
                                     i8 2, label %two
                                     i8 3, label %exit
                                     i8 4, label %assume
                                     i8 5, label %divide
                                     i8 6, label %again ]
        one:
          call void @__llumc_goal(i32 1)
          unreachable
        again:
          call void @__llumc_goal(i32 1)
          unreachable
        two:
          call void @__llumc_goal(i32 2)
          unreachable
        exit:
          call void @__llumc_end(i32 0)
          unreachable
        assume:
          call void @__llumc_end(i32 1)
          unreachable
        divide:
          call void @__llumc_end(i32 2)
          unreachable
        ret:
          ret i8 0
        }";
    let program = program(ir);
    assert_eq!(program.goals.len(), 2, "copies of a check at one place are one goal");
    let reached = |input| match run(&program, &[input]).0 {
        Event::Goal(goal) => Ok(program.goals[goal].site),
        Event::End(kind) => Err(kind),
        Event::Enter(_) => unreachable!("run ends in a goal or an end"),
    };
    assert_eq!(reached(0), Err(EndKind::Return));
    assert_eq!(reached(1), Ok(Some(1)));
    assert_eq!(reached(6), Ok(Some(1)));
    assert_eq!(reached(2), Ok(Some(2)));
    assert_eq!(reached(3), Err(EndKind::Exit));
    assert_eq!(reached(4), Err(EndKind::Assumption));
    assert_eq!(reached(5), Err(EndKind::Division));
}

#[test]
fn phis_of_aggregates_and_of_undefined_values() {
    let ir = "
        declare i8 @__llumc_choice_i8(i32)
        define i8 @f() {
        entry:
          %v = call i8 @__llumc_choice_i8(i32 0)
          %c = icmp eq i8 %v, 1
          br i1 %c, label %left, label %join
        left:
          %p = insertvalue { i8, i1 } poison, i8 %v, 0
          %q = insertvalue { i8, i1 } %p, i1 true, 1
          br label %join
        join:
          %pair = phi { i8, i1 } [ { i8 9, i1 false }, %entry ], [ %q, %left ]
          %u = phi i8 [ undef, %entry ], [ 4, %left ]
          %n = extractvalue { i8, i1 } %pair, 0
          %b = extractvalue { i8, i1 } %pair, 1
          %w = zext i1 %b to i8
          %s = add i8 %n, %w
          %t = add i8 %s, %u
          ret i8 %t
        }";
    let program = program(ir);
    let (_, left) = run(&program, &[1]);
    assert_eq!(left.value(named(&program, "t")), Some(&Value::new(8, 1 + 1 + 4)));
    let (_, right) = run(&program, &[0, 100]);
    assert_eq!(right.value(named(&program, "t")), Some(&Value::new(8, 9 + 100)));
    assert_eq!(program.assumptions.len(), 1);
}

#[test]
fn irreducible_loops_and_late_definitions() {
    // The block layout is no dominance order, and the loop has two entries.
    let ir = "
        declare i8 @__llumc_choice_i8(i32)
        define i8 @f() {
        entry:
          %n = call i8 @__llumc_choice_i8(i32 0)
          %odd = trunc i8 %n to i1
          br i1 %odd, label %b, label %a
        use:
          %r = add i8 %sum, %late
          ret i8 %r
        b:
          %j = phi i8 [ 100, %entry ], [ %i1, %a ]
          %sum = add i8 %j, 1
          %end = icmp uge i8 %sum, 103
          %late = mul i8 %sum, 2
          br i1 %end, label %use, label %a
        a:
          %i = phi i8 [ 50, %entry ], [ %sum, %b ]
          %i1 = add i8 %i, 1
          br label %b
        }";
    let program = program(ir);
    let (_, odd) = run(&program, &[1]);
    // 100 → 101, 102 → 103
    assert_eq!(odd.value(named(&program, "sum")), Some(&Value::new(8, 103)));
    let (_, even) = run(&program, &[0]);
    // 50 → 51 → 52, 53 → 54, …, 103 → 104
    assert_eq!(even.value(named(&program, "r")), Some(&Value::new(8, 104 * 3 % 256)));
}

#[test]
fn parameters_are_arbitrary() {
    let ir = "
        define i8 @f(i8 %argc, ptr %argv, { i8, i8 } %pair) {
          %x = extractvalue { i8, i8 } %pair, 1
          %r = sub i8 %argc, %x
          ret i8 %r
        }";
    let program = program(ir);
    let (_, run) = run(&program, &[5, 0, 1, 2]);
    assert_eq!(run.value(named(&program, "r")), Some(&Value::new(8, 3)));
}
