declare void @reach_error()
declare i32 @__VERIFIER_nondet_int()
define range(i32 0, 10) i32 @f(i32 range(i32 0, 5) %x) {
  ret i32 %x
}
define i32 @main() {
  %x = call range(i32 0, 10) i32 @__VERIFIER_nondet_int()
  %y = call range(i32 0, 10) i32 @f(i32 range(i32 0, 5) %x)
  %e = icmp ult i32 %y, 10
  br i1 %e, label %ok, label %bad
ok:
  ret i32 0
bad:
  call void @reach_error()
  unreachable
}
