//! Debug information: positions with inlining chains, C variables with their types.

use super::*;
use crate::program::{CStyle, Instr, LocId, Memory, Variable};

/// `main` calls `inc` (line 20), which calls `step` (line 8); both were inlined.
const IR: &str = r#"
declare i32 @__llumc_choice_i32(i32)
declare void @__llumc_goal(i32)

define i32 @f() !dbg !10 {
entry:
  %n = call i32 @__llumc_choice_i32(i32 0), !dbg !40
    #dbg_value(i32 %n, !20, !DIExpression(), !41)
    #dbg_value(i32 5, !21, !DIExpression(), !41)
    #dbg_value(i8 97, !22, !DIExpression(), !41)
    #dbg_value(i8 1, !23, !DIExpression(), !41)
    #dbg_value(i32 poison, !24, !DIExpression(), !41)
    #dbg_value(i32 7, !24, !DIExpression(DW_OP_LLVM_fragment, 0, 16), !41)
    #dbg_value(i32 3, !25, !DIExpression(), !42)
    #dbg_value(ptr null, !26, !DIExpression(), !41)
    #dbg_value(i32 12, !29, !DIExpression(), !41)
    #dbg_value(i32 11, !27, !DIExpression(), !41)
  br label %loop, !dbg !43
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
    #dbg_value(i32 %i, !28, !DIExpression(), !44)
  %next = add i32 %i, 1, !dbg !45
    #dbg_value(i32 %next, !25, !DIExpression(), !42)
    #dbg_value(i32 %next, !28, !DIExpression(), !44)
  %more = icmp ult i32 %next, 3, !dbg !46
  br i1 %more, label %loop, label %check, !dbg !46
check:
  %bad = icmp eq i32 %n, 9, !dbg !46
  br i1 %bad, label %goal, label %second, !dbg !46
goal:
  call void @__llumc_goal(i32 1), !dbg !47
  unreachable
second:
  call void @__llumc_goal(i32 1), !dbg !48
  unreachable
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "dir/a.c", directory: "/nowhere")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null})
!10 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 17, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!11 = distinct !DISubprogram(name: "inc", scope: !1, file: !1, line: 6, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!12 = distinct !DISubprogram(name: "step", scope: !1, file: !1, line: 2, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!13 = distinct !DILexicalBlock(scope: !11, file: !1, line: 7, column: 3)
!14 = distinct !DISubprogram(name: "__llumc_globals", scope: !1, file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)

!20 = !DILocalVariable(name: "n", scope: !10, file: !1, line: 18, type: !31)
!21 = !DILocalVariable(name: "mode", scope: !10, file: !1, line: 19, type: !33)
!22 = !DILocalVariable(name: "letter", scope: !10, file: !1, line: 19, type: !36)
!23 = !DILocalVariable(name: "flag", scope: !10, file: !1, line: 19, type: !37)
!24 = !DILocalVariable(name: "gone", scope: !10, file: !1, line: 19, type: !30)
!25 = !DILocalVariable(name: "total", scope: !14, file: !1, line: 1, type: !30)
!26 = !DILocalVariable(name: "pointer", scope: !10, file: !1, line: 19, type: !38)
!27 = !DILocalVariable(name: "size", scope: !10, file: !1, line: 21, type: !39)
!28 = !DILocalVariable(name: "i", scope: !12, file: !1, line: 3, type: !30)
!29 = !DILocalVariable(name: "bits_of_a_float", scope: !10, file: !1, line: 3, type: !53)

!30 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!31 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !32)
!32 = !DIDerivedType(tag: DW_TAG_typedef, name: "count_t", file: !1, line: 1, baseType: !30)
!33 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "mode", file: !1, line: 1, baseType: !30, size: 32, elements: !34)
!34 = !{!DIEnumerator(name: "OFF", value: -1), !35}
!35 = !DIEnumerator(name: "ON", value: 5)
!36 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!37 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)
!38 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !30, size: 64)
!39 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!53 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)

!40 = !DILocation(line: 18, column: 11, scope: !10)
!41 = !DILocation(line: 0, scope: !10)
!42 = !DILocation(line: 0, scope: !14, inlinedAt: !49)
!43 = !DILocation(line: 22, column: 3, scope: !10)
!44 = !DILocation(line: 0, scope: !12, inlinedAt: !50)
!45 = !DILocation(line: 4, column: 9, scope: !12, inlinedAt: !50)
!46 = !DILocation(line: 9, column: 5, scope: !13, inlinedAt: !51)
!47 = !DILocation(line: 5, column: 1, scope: !12, inlinedAt: !50)
!48 = !DILocation(line: 5, column: 1, scope: !12, inlinedAt: !52)
!49 = distinct !DILocation(line: 0, scope: !10)
!50 = distinct !DILocation(line: 8, column: 12, scope: !13, inlinedAt: !51)
!51 = distinct !DILocation(line: 20, column: 7, scope: !10)
!52 = distinct !DILocation(line: 23, column: 7, scope: !10)
"#;

fn variable<'a>(program: &'a Program, name: &str) -> &'a Variable {
    program.variables.iter().find(|variable| variable.name == name).unwrap()
}

fn printed(program: &Program, name: &str, width: u32, number: u128) -> String {
    let ty = &variable(program, name).ty;
    format!("{} {}", ty.name, ty.format(&Value::new(width, number), &Memory::default()))
}

/// `line` or `line<caller's line<…`, with functions.
fn place(program: &Program, loc: Option<LocId>) -> String {
    let Some(loc) = loc else { return "nowhere".to_owned() };
    let sources = &program.sources;
    let all = std::iter::once(loc).chain(sources.chain(loc)).map(|loc| sources.loc(loc));
    all.map(|loc| format!("{}:{}", loc.function, loc.line)).collect::<Vec<_>>().join(" < ")
}

#[test]
fn variables_with_types_and_functions() {
    let program = program(IR);
    let names: Vec<&str> = program.variables.iter().map(|v| v.name.as_str()).collect();
    let expected =
        ["n", "mode", "letter", "flag", "total", "pointer", "bits_of_a_float", "size", "i"];
    assert_eq!(names, expected);
    assert_eq!(printed(&program, "bits_of_a_float", 32, 0x4020_0000), "float 2.5");
    let minus_one = u128::MAX;
    assert_eq!(printed(&program, "n", 32, minus_one), "count_t -1");
    assert_eq!(printed(&program, "mode", 32, 5), "enum mode ON (5)");
    assert_eq!(printed(&program, "mode", 32, minus_one), "enum mode OFF (-1)");
    assert_eq!(printed(&program, "letter", 8, 97), "char 97 ('a')");
    assert_eq!(printed(&program, "flag", 8, 1), "_Bool true");
    assert_eq!(printed(&program, "size", 32, minus_one), "unsigned int 4294967295");
    assert_eq!(variable(&program, "n").function, "main");
    assert_eq!(variable(&program, "i").function, "step");
    assert_eq!(variable(&program, "i").chain.len(), 2);
    assert_eq!(variable(&program, "i").ty.style, CStyle::Signed);
    // A global's local copy belongs to no function.
    assert_eq!(variable(&program, "total").function, "");
    assert!(variable(&program, "total").chain.is_empty());
}

#[test]
fn bindings_stand_where_the_source_says() {
    let program = program(IR);
    let bindings = |name: &str| {
        let instrs = program.blocks.iter().flat_map(|block| &block.instrs);
        let of = instrs.filter_map(|instr| match instr {
            Instr::Bind { var, loc, .. } if program.variables[*var].name == name => {
                Some(place(&program, *loc))
            }
            _ => None,
        });
        of.collect::<Vec<String>>()
    };
    assert_eq!(bindings("n"), ["main:18"]);
    assert_eq!(bindings("mode"), ["main:19"]);
    assert_eq!(bindings("size"), ["main:21"]);
    // A global's assignments stand wherever they are.
    assert_eq!(bindings("total"), [":1", "step:4 < inc:8 < main:20"]);
    // Declared in line 3, then stepped in line 4.
    let chain = "inc:8 < main:20";
    assert_eq!(bindings("i"), [format!("step:3 < {chain}"), format!("step:4 < {chain}")]);
}

#[test]
fn goals_differ_by_their_chain_of_calls() {
    let program = program(IR);
    let places: Vec<String> = program.goals.iter().map(|goal| place(&program, goal.loc)).collect();
    assert_eq!(places, ["step:5 < inc:8 < main:20", "step:5 < main:23"]);
    let loc = program.goals.iter().next().unwrap().loc;
    assert_eq!(program.sources.describe(loc), "/nowhere/dir/a.c:5:1");
    assert_eq!(program.goals.iter().map(|goal| goal.site).collect::<Vec<_>>(), [Some(1), Some(1)]);
}

#[test]
fn the_listing_shows_it_all() {
    let text = program(IR).to_string();
    for line in [
        "entry %entry",
        "goal0 assert: check 1  ; /nowhere/dir/a.c:5:1 in step, called at \
         /nowhere/dir/a.c:8:12, called at /nowhere/dir/a.c:20:7",
        "  %n:32 = input call of nondet  ; /nowhere/dir/a.c:18:11 in main",
        "  count_t n is %n  ; /nowhere/dir/a.c:18 in main",
        "  %i:32 = phi 0 from %entry, %next from %loop",
        "  if %more goto %loop else %check  ; /nowhere/dir/a.c:9:5 in inc, called at \
         /nowhere/dir/a.c:20:7",
        "  reach goal1  ; /nowhere/dir/a.c:5:1 in step, called at /nowhere/dir/a.c:23:7",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\nis not in\n{text}");
    }
    assert_eq!(text, program(IR).to_string(), "the listing is deterministic");
}

#[test]
fn unsupported_points_have_names_and_places() {
    let ir = r#"
define i32 @f(i32 %n) !dbg !10 {
  %a = alloca [3 x i32]
    #dbg_declare(ptr %a, !20, !DIExpression(), !40)
  %p = getelementptr [3 x i32], ptr %a, i32 0, i32 %n, !dbg !41
  fence seq_cst
  ret i32 0, !dbg !42
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/nowhere")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null})
!10 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 17, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!20 = !DILocalVariable(name: "table", scope: !10, file: !1, line: 18, type: !30)
!30 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!40 = !DILocation(line: 18, column: 7, scope: !10)
!41 = !DILocation(line: 19, column: 3, scope: !10)
!42 = !DILocation(line: 20, column: 3, scope: !10)
"#;
    let program = program(ir);
    assert_eq!(goals(&program), ["unsupported: a memory fence"]);
    assert_eq!(program.memory.objects.iter().next().map(|it| it.name.as_str()), Some("table"));
    let loc = program.goals.iter().next().unwrap().loc;
    assert_eq!(place(&program, loc), "main:19");
}
