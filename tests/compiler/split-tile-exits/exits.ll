; What LLVM puts in front of a branch out of a loop runs in each round.
; RUN: heddle-opt --passes=split-tile-exits %s | FileCheck %s

declare x86_amx @llvm.x86.tilezero.internal(i16, i16)
declare x86_amx @llvm.x86.tileloadd64.internal(i16, i16, ptr, i64)
declare x86_amx @llvm.x86.tdpbf16ps.internal(i16, i16, i16, x86_amx, x86_amx, x86_amx)
declare void @llvm.x86.tilestored64.internal(i16, i16, ptr, i64, x86_amx)

; The way to a block that is reached otherwise, too, gets a block of its own; the way back does not.
; CHECK-LABEL: @shared_end(
; CHECK:       round:
; CHECK:         br i1 %more, label %round, label %[[EXIT:.*]]
; CHECK:       [[EXIT]]:
; CHECK-NEXT:    call void asm sideeffect "", ""()
; CHECK-NEXT:    br label %end
; CHECK:       end:
; CHECK-NEXT:    phi x86_amx [ %zero, %entry ], [ %sum, %[[EXIT]] ]
define void @shared_end(i1 %any, i64 %n, ptr %a, ptr %c) {
entry:
  %zero = call x86_amx @llvm.x86.tilezero.internal(i16 16, i16 64)
  br i1 %any, label %round, label %end
round:
  %i = phi i64 [ 0, %entry ], [ %next, %round ]
  %before = phi x86_amx [ %zero, %entry ], [ %sum, %round ]
  %x = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %a, i64 64)
  %y = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %a, i64 64)
  %sum = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 16, i16 64, i16 64, x86_amx %before, x86_amx %x, x86_amx %y)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %round, label %end
end:
  %r = phi x86_amx [ %zero, %entry ], [ %sum, %round ]
  call void @llvm.x86.tilestored64.internal(i16 16, i16 64, ptr %c, i64 64, x86_amx %r)
  ret void
}

; A block that is there already is kept. A loop without tiles behind it is left alone.
; CHECK-LABEL: @own_end(
; CHECK:       out:
; CHECK-NEXT:    %last = phi x86_amx
; CHECK-NEXT:    call void asm sideeffect "", ""()
; CHECK-NEXT:    br label %end
; CHECK:       count:
; CHECK:         br i1 %again, label %count, label %leave
; CHECK:       leave:
; CHECK-NEXT:    ret void
define void @own_end(i1 %any, i64 %n, ptr %a, ptr %c) {
entry:
  %zero = call x86_amx @llvm.x86.tilezero.internal(i16 16, i16 64)
  br i1 %any, label %round, label %end
round:
  %i = phi i64 [ 0, %entry ], [ %next, %round ]
  %before = phi x86_amx [ %zero, %entry ], [ %sum, %round ]
  %x = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %a, i64 64)
  %y = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %a, i64 64)
  %sum = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 16, i16 64, i16 64, x86_amx %before, x86_amx %x, x86_amx %y)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %round, label %out
out:
  %last = phi x86_amx [ %sum, %round ]
  br label %end
end:
  %r = phi x86_amx [ %zero, %entry ], [ %last, %out ]
  call void @llvm.x86.tilestored64.internal(i16 16, i16 64, ptr %c, i64 64, x86_amx %r)
  br label %count
count:
  %k = phi i64 [ 0, %end ], [ %k.next, %count ]
  %k.next = add i64 %k, 1
  %again = icmp ult i64 %k.next, %n
  br i1 %again, label %count, label %leave
leave:
  ret void
}
