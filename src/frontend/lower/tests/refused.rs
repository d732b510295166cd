//! What is not modelled: never a panic, always a goal that names construct and place.

use super::*;

/// Lowers a function of one block that ends in something unsupported; what the goal
/// says, without the prefix.
fn refused(globals: &str, body: &str) -> String {
    let ir =
        format!("{globals}\ndefine i32 @f(ptr %p, i32 %n, double %d) {{\n{body}\nret i32 %n\n}}");
    let program = program(&ir);
    let (event, _) = run(&program, &[]);
    let Event::Goal(goal) = event else { panic!("{event:?}\n{program}") };
    match &program.goals[goal].kind {
        GoalKind::Unsupported(what) => what.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn memory() {
    assert_eq!(refused("", "%x = atomicrmw add ptr %p, i32 1 seq_cst"), "an atomic operation");
    assert_eq!(refused("", "fence seq_cst"), "a memory fence");
    assert_eq!(
        refused("", "%a = alloca i32, i32 %n\nstore i32 1, ptr %a"),
        "an array of variable length ('a')"
    );
    assert_eq!(
        refused("@w = extern_weak global i32", "%x = icmp eq ptr @w, null"),
        "the address of 'w', which is not modelled"
    );
}

#[test]
fn calls() {
    assert_eq!(
        refused("declare i32 @g(ptr)", "%x = call i32 @g(ptr %p)"),
        "call of the undefined function 'g' with pointer arguments"
    );
    assert_eq!(
        refused("declare i32 @printf(ptr, ...)", "%x = call i32 (ptr, ...) @printf(ptr %p, i32 1)"),
        "call of the undefined function 'printf' with pointer arguments"
    );
    assert_eq!(
        refused("declare void @g()", "call void @g()"),
        "call of the undefined function 'g'"
    );
    assert_eq!(refused("", "%x = call i32 %p(i32 1)"), "a call through a pointer");
    assert_eq!(refused("", "call void asm sideeffect \"nop\", \"\"()"), "inline assembly");
    let even = "define i32 @even(i32 %n) {\n%x = call i32 @odd(i32 %n)\nret i32 %x\n}
                define i32 @odd(i32 %n) {\n%x = call i32 @even(i32 %n)\nret i32 %x\n}
                define i32 @plain(i32 %n) {\n%x = call i32 @even(i32 %n)\nret i32 %x\n}";
    assert_eq!(refused(even, "%x = call i32 @even(i32 1)"), "recursive call of 'even'");
    assert_eq!(refused(even, "%x = call i32 @plain(i32 1)"), "call of 'plain'");
    assert_eq!(
        refused("declare void @llvm.va_end.p0(ptr)", "call void @llvm.va_end.p0(ptr %p)"),
        "a variable argument list"
    );
    assert_eq!(
        refused("declare i64 @llvm.get.fpenv.i64()", "%x = call i64 @llvm.get.fpenv.i64()"),
        "the LLVM intrinsic 'llvm.get.fpenv.i64'"
    );
    assert_eq!(
        refused("declare void @llvm.trap()", "call void @llvm.trap()"),
        "a trap instruction"
    );
}

/// What the first result is called that a function of one block computes and that is not
/// modelled.
fn unmodelled(body: &str) -> Option<String> {
    let ir = format!("define i32 @f(ptr %p, i32 %n, double %d) {{\n{body}\nret i32 %n\n}}");
    let program = program(&ir);
    assert!(program.goals.is_empty(), "{program}");
    program.blocks[program.entry].instrs.iter().find_map(|instr| match instr {
        Instr::Input { kind: InputKind::Unmodelled(what), .. } => Some(what.clone()),
        _ => None,
    })
}

#[test]
fn floating_point_and_vectors() {
    for body in
        ["%x = frem double %d, 1.0", "%x = sitofp i32 %n to fp128", "%x = sitofp i256 0 to double"]
    {
        let what = unmodelled(body);
        assert!(what.is_some_and(|what| what.ends_with("arithmetic")), "{body}");
    }
    for body in [
        "%x = bitcast double %d to i64",
        "%x = fadd double %d, 1.0",
        "%x = fcmp olt double %d, 1.0",
        "%x = fptosi double %d to i32",
        "%x = bitcast <2 x i32> zeroinitializer to i64",
        "%x = load double, ptr %p",
        "store <2 x double> zeroinitializer, ptr %p",
        "%x = insertelement <2 x i32> poison, i32 1, i32 0",
        "%x = shufflevector <2 x i32> poison, <2 x i32> poison, <2 x i32> zeroinitializer",
        "%x = select <2 x i1> zeroinitializer, <2 x i32> zeroinitializer, <2 x i32> poison",
    ] {
        assert_eq!(unmodelled(body), None, "{body}");
    }
    // The front end makes operations on elements of these.
    for body in [
        "%x = add <2 x i32> <i32 1, i32 2>, zeroinitializer",
        "%x = fadd <2 x double> zeroinitializer, zeroinitializer",
        "%x = extractelement <2 x i32> <i32 1, i32 2>, i32 %n",
    ] {
        assert_eq!(refused("", body), "vector arithmetic", "{body}");
    }
    assert_eq!(refused("", "%x = va_arg ptr %p, i32"), "a variable argument list");
}

#[test]
fn floating_point_and_vector_constants_are_their_bits() {
    let ir = "
        define i64 @f() {
          %a = bitcast half 1.0 to i16
          %b = bitcast bfloat 1.0 to i16
          %c = bitcast x86_fp80 0xK3FFF8000000000000000 to i80
          %d = bitcast float -2.0 to i32
          %e = bitcast <2 x i16> <i16 1, i16 2> to i32
          %a.used = freeze i16 %a
          %b.used = freeze i16 %b
          %c.used = freeze i80 %c
          %d.used = freeze i32 %d
          %e.used = freeze i32 %e
          %a.wide = zext i16 %a.used to i64
          %b.wide = zext i16 %b.used to i64
          %c.wide = trunc i80 %c.used to i64
          %d.wide = zext i32 %d.used to i64
          %e.wide = zext i32 %e.used to i64
          %ok.a = icmp eq i64 %a.wide, 15360
          %ok.b = icmp eq i64 %b.wide, 16256
          %ok.c = icmp eq i64 %c.wide, 9223372036854775808
          %ok.d = icmp eq i64 %d.wide, 3221225472
          %ok.e = icmp eq i64 %e.wide, 131073
          %ab = and i1 %ok.a, %ok.b
          %cd = and i1 %ok.c, %ok.d
          %abcd = and i1 %ab, %cd
          %all = and i1 %abcd, %ok.e
          br i1 %all, label %good, label %bad
        good:
          ret i64 1
        bad:
          ret i64 0
        }";
    let program = program(ir);
    let good = program.blocks.iter_enumerated().find(|(_, block)| block.name == "good");
    let good = good.expect("the block stays").0;
    let mut run = Interpreter::new(&program);
    let mut inputs = List([].iter());
    assert_eq!(run.step(&mut inputs, |_, _| {}), Event::Enter(good), "{program}");
}

#[test]
fn control_flow() {
    let ir = "
        declare void @llvm.donothing()
        declare i32 @personality(...)
        define i32 @f(ptr %p, i8 %n) personality ptr @personality {
          switch i8 %n, label %unreachable [ i8 1, label %goto
                                             i8 2, label %invoke ]
        goto:
          indirectbr ptr %p, [label %target]
        target:
          ret i32 1
        invoke:
          invoke void %p() to label %target2 unwind label %pad
        target2:
          ret i32 2
        pad:
          %l = landingpad { ptr, i32 } cleanup
          resume { ptr, i32 } %l
        unreachable:
          unreachable
        }";
    let program = program(ir);
    assert_eq!(program.blocks.len(), 4, "nothing follows what is not modelled\n{program}");
    let mut found = goals(&program);
    found.sort();
    assert_eq!(
        found,
        [
            "unsupported: a computed goto",
            "unsupported: a point that the compiler takes to be unreachable",
            "unsupported: exception handling",
        ]
    );
}

#[test]
fn an_edge_whose_phi_needs_what_is_not_modelled_ends() {
    let ir = "
        @g = extern_weak global i32
        define i64 @f(i1 %c, i1 %d) {
        entry:
          br i1 %c, label %join, label %other
        other:
          br i1 %d, label %join, label %third
        third:
          br label %join
        join:
          %x = phi i64 [ ptrtoint (ptr @g to i64), %entry ], [ 1, %other ], [ 2, %third ]
          %y = phi i64 [ 3, %entry ], [ 4, %other ], [ 5, %third ]
          ret i64 %x
        }";
    let program = program(ir);
    assert_eq!(
        goals(&program),
        ["unsupported: arithmetic with the address of 'g', which is not modelled"]
    );
    assert!(matches!(run(&program, &[1, 0]).0, Event::Goal(_)));
    let (event, other) = run(&program, &[0, 1]);
    assert!(matches!(event, Event::End(_)));
    assert_eq!(other.value(named(&program, "y")), Some(&Value::new(64, 4)));
}

#[test]
fn what_stands_behind_is_dropped() {
    let ir = "
        declare i32 @g(i32)
        declare void @__llumc_goal(i32)
        define i32 @f(i1 %c) {
        entry:
          br i1 %c, label %call, label %join
        call:
          %x = call i32 @g(i32 1)
          %y = add i32 %x, undef
          br label %after
        after:
          %z = add i32 %y, 1
          %bad = icmp eq i32 %z, 0
          br i1 %bad, label %goal, label %join
        goal:
          call void @__llumc_goal(i32 1)
          unreachable
        join:
          %r = phi i32 [ 7, %entry ], [ %z, %after ]
          ret i32 %r
        }";
    let program = program(ir);
    assert_eq!(goals(&program), ["unsupported: call of the undefined function 'g'"]);
    assert_eq!(program.blocks.len(), 3, "{program}");
    assert!(program.assumptions.is_empty());
    let (_, run) = run(&program, &[0]);
    assert_eq!(run.value(named(&program, "r")), Some(&Value::new(32, 7)));
}
