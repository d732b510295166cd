//! What is left of functions whose bodies are deleted.

use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;

use crate::frontend::llvm;

/// A function that has a debug record before its end, and one that has none.
const MODULE: &str = r#"
define i32 @deleted(i32 %argument) !dbg !3 {
  br label %next
next:
    #dbg_value(i32 %argument, !5, !DIExpression(), !6)
  ret i32 %argument, !dbg !6
}
define void @kept() {
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!7}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "test.c", directory: "")
!2 = !DISubroutineType(types: !4)
!3 = distinct !DISubprogram(name: "deleted", scope: !1, file: !1, line: 1, type: !2, unit: !0)
!4 = !{}
!5 = !DILocalVariable(name: "argument", scope: !3, file: !1, line: 1)
!6 = !DILocation(line: 1, column: 1, scope: !3)
!7 = !{i32 2, !"Debug Info Version", i32 3}
"#;

/// LLVM keeps debug records of a block without an end, and gives them to whatever block is made
/// at the same address.
#[test]
fn debug_records_go_with_a_body() {
    let context = Context::create();
    let text = format!("{MODULE}\0");
    let buffer = MemoryBuffer::create_from_memory_range(&text.as_bytes()[..MODULE.len()], "test");
    let module = context.create_module_from_ir(buffer).unwrap();
    assert!(module.to_string().contains("#dbg_value"));
    llvm::delete_body(module.get_function("deleted").unwrap());
    let kept = module.get_function("kept").unwrap();
    // Memory of this size was freed just before.
    let builder = context.create_builder();
    for _ in 0..8 {
        builder.position_at_end(context.append_basic_block(kept, "new"));
        builder.build_unreachable().unwrap();
    }
    let now = module.to_string();
    assert!(now.contains("declare i32 @deleted"), "{now}");
    assert!(!now.contains("#dbg_value"), "{now}");
    module.verify().unwrap();
}
