; The running example of the LLUMC paper in the block structure of its appendix 5.2:
; critical edges are split and the condition before the loop is known. The golden test
; of the paper's encoding expects I, G, U and T of 5.2 from it.

declare void @__VERIFIER_error()

define i32 @main() {
entry:
  br i1 true, label %bb1.lr.ph, label %return

bb1.lr.ph:
  br label %bb1

bb1:
  %x.0 = phi i32 [ 4294967194, %bb1.lr.ph ], [ %tmp2, %bb1 ]
  %tmp2 = add i32 %x.0, 2
  %tmp3 = icmp uge i32 %tmp2, 10
  br i1 %tmp3, label %bb1, label %bb.return_crit_edge

bb.return_crit_edge:
  br label %return

return:
  %x.1 = phi i32 [ %tmp2, %bb.return_crit_edge ], [ 4294967194, %entry ]
  %tmp4 = urem i32 %x.1, 2
  %tmp.i = icmp ne i32 %tmp4, 0
  br i1 %tmp.i, label %__VERIFIER_assert.exit, label %bb1.i

bb1.i:
  call void @__VERIFIER_error()
  unreachable

__VERIFIER_assert.exit:
  ret i32 0
}
