declare void @reach_error()
declare i32 @__VERIFIER_nondet_int()
define i32 @main() {
entry:
  %c = call i32 @__VERIFIER_nondet_int()
  switch i32 %c, label %ok [ i32 1, label %join
                             i32 2, label %join
                             i32 3, label %five ]
five:
  br label %join
join:
  %x = phi i32 [ undef, %entry ], [ undef, %entry ], [ 5, %five ]
  %e = icmp eq i32 %x, 5
  br i1 %e, label %ok, label %bad
ok:
  ret i32 0
bad:
  call void @reach_error()
  unreachable
}
