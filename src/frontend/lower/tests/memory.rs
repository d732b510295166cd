//! Objects, addresses, reads and writes.

use super::*;

/// The listing of a lowered program, its instructions without indentation.
fn listing(ir: &str) -> Vec<String> {
    program(ir).to_string().lines().map(|line| line.trim().to_owned()).collect()
}

fn expect(lines: &[String], wanted: &[&str]) {
    for line in wanted {
        assert!(lines.iter().any(|found| found == line), "{line} is not in {lines:#?}");
    }
}

#[test]
fn fields_elements_and_initial_values() {
    let lines = listing(
        "%pair = type { i8, i32 }
        @table = global [3 x %pair] [%pair { i8 1, i32 2 }, %pair zeroinitializer, %pair { i8 0, i32 -1 }]
        @where = constant ptr getelementptr (i8, ptr @table, i64 12)
        define i32 @f(i32 %i) {
          %p = getelementptr [3 x %pair], ptr @table, i32 0, i32 %i, i32 1
          %x = load i32, ptr %p
          %q = load ptr, ptr @where
          store i32 %x, ptr %q
          ret i32 %x
        }",
    );
    expect(
        &lines,
        &[
            "object0 table: static, 24 bytes",
            "object1 where: static, 8 bytes",
            "%p.1:64 = mul %p.3, 8",
            "%p.2:64 = add %&table, %p.1",
            "%p:64 = add %p.2, 4",
            "%x:32 = load %p",
            "%q:64 = load %&where",
            "store %q, %x",
        ],
    );
    let program = program(
        "@a = global { i8, i16 } { i8 1, i16 2 }\n@b = constant { ptr, i64 } { ptr @a, i64 3 }
        define ptr @f() {\nret ptr @b\n}",
    );
    assert!(program.memory.objects.is_empty(), "what nothing uses is no object");
}

#[test]
fn pieces_of_initial_values() {
    let program = program(
        "@a = global { i8, i16 } { i8 1, i16 2 }
        @b = constant { ptr, i64, i1 } { ptr getelementptr (i8, ptr @a, i64 2), i64 3, i1 true }
        define i64 @f() {
          %x = ptrtoint ptr @b to i64
          ret i64 %x
        }",
    );
    let objects: Vec<_> = program.memory.objects.iter().collect();
    let number = |width, n| Piece::Number(Value::new(width, n));
    assert_eq!(
        objects[0].initial,
        Initial::Known(vec![
            (0, Piece::Address(ObjectId(1), 2)),
            (8, number(64, 3)),
            (16, number(8, 1))
        ])
    );
    assert_eq!(objects[1].initial, Initial::Known(vec![(0, number(8, 1)), (2, number(16, 2))]));
    assert!(!objects[0].writable && objects[1].writable);
}

#[test]
fn blocks() {
    let lines = listing(
        "declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)
        declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
        declare i64 @__llumc_find(ptr, i8, i64)
        define i64 @f(ptr %p, ptr %q, i32 %n, i64 %m) {
          call void @llvm.memset.p0.i32(ptr %p, i8 7, i32 %n, i1 false)
          call void @llvm.memset.p0.i32(ptr %p, i8 7, i32 4, i1 false)
          call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %m, i1 false)
          %k = call i64 @__llumc_find(ptr %p, i8 0, i64 %m)
          ret i64 %k
        }",
    );
    let wanted =
        ["fill-bytes %p, 7, v4", "fill 4 bytes, %p, 7", "copy-bytes %p, %q, %m", "find %p, 0, %m"];
    for wanted in wanted {
        assert!(lines.iter().any(|line| line.contains(wanted)), "{wanted}: {lines:?}");
    }
}

#[test]
fn allocations() {
    let lines = listing(
        "declare i32 @__llumc_allocation(i64)
        declare i1 @__llumc_fits(i32, i64)
        declare i1 @__llumc_available(i32)
        declare ptr @__llumc_allocate(i32, i64)
        declare void @__llumc_free(ptr)
        define i1 @f(i64 %n) {
          br label %loop
        loop:
          %s = call i32 @__llumc_allocation(i64 %n)
          %fits = call i1 @__llumc_fits(i32 %s, i64 %n)
          %left = call i1 @__llumc_available(i32 %s)
          %p = call ptr @__llumc_allocate(i32 %s, i64 %n)
          store i16 1, ptr %p
          br i1 %left, label %loop, label %end
        end:
          %t = call i32 @__llumc_allocation(i64 24)
          %fits2 = call i1 @__llumc_fits(i32 %t, i64 24)
          %q = call ptr @__llumc_allocate(i32 %t, i64 24)
          call void @__llumc_free(ptr %q)
          ret i1 %fits2
        }",
    );
    expect(
        &lines,
        &[
            "object3 heap object 4: heap, 64 bytes",
            "object4 heap object 5: heap, 24 bytes",
            "%fits:1 = ule %n, 64",
            "%left:1 = available site0",
            "%p:64 = allocate site0, %n",
            "store %p, 1",
            "%q:64 = allocate site1, 24",
            "free %q",
        ],
    );
}
