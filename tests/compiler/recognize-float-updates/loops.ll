; A loop that exchanges a word until nobody came between, for the sum of a float, is an update of it.
; RUN: heddle-opt --passes=recognize-float-updates %s | FileCheck %s

; The word that was found is taken to be there in the next round, and its first value is not read.
; CHECK-LABEL: define float @found(
; CHECK-NOT:   load
; CHECK:         [[OLD:%.+]] = atomicrmw fadd ptr addrspace(1) %p, float %x monotonic, align 4
; CHECK-NOT:   cmpxchg
; CHECK:         %sum = fadd float %x, %value
; CHECK:         br label %end
define float @found(ptr addrspace(1) %p, float %x) {
entry:
  %first = load volatile float, ptr addrspace(1) %p
  %guess = bitcast float %first to i32
  br label %loop
loop:
  %expected = phi i32 [ %guess, %entry ], [ %old, %loop ]
  %value = bitcast i32 %expected to float
  %sum = fadd float %x, %value
  %new = bitcast float %sum to i32
  %pair = cmpxchg ptr addrspace(1) %p, i32 %expected, i32 %new monotonic monotonic, align 4
  %old = extractvalue { i32, i1 } %pair, 0
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %loop
end:
  ret float %sum
}

; It is read in each round.
; CHECK-LABEL: define void @read(
; CHECK-NOT:   load
; CHECK:         atomicrmw fsub ptr addrspace(3) %p, double %x seq_cst, align 8
; CHECK:         br label %end
define void @read(ptr addrspace(3) %p, double %x) {
entry:
  br label %loop
loop:
  %value = load double, ptr addrspace(3) %p
  %expected = bitcast double %value to i64
  %sum = fsub double %value, %x
  %new = bitcast double %sum to i64
  %pair = cmpxchg ptr addrspace(3) %p, i64 %expected, i64 %new seq_cst seq_cst, align 8
  %old = extractvalue { i64, i1 } %pair, 0
  %differ = icmp ne i64 %old, %expected
  br i1 %differ, label %loop, label %end
end:
  ret void
}

; The word is taken from the sum, the sum is of something else in each round, what ends the loop is
; failure, or rounds are counted.
; CHECK-LABEL: define void @turned(
; CHECK-NOT:   atomicrmw
define void @turned(ptr addrspace(1) %p, float %x) {
entry:
  br label %loop
loop:
  %value = load float, ptr addrspace(1) %p
  %expected = bitcast float %value to i32
  %sum = fsub float %x, %value
  %new = bitcast float %sum to i32
  %pair = cmpxchg ptr addrspace(1) %p, i32 %expected, i32 %new monotonic monotonic, align 4
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define void @changing(
; CHECK-NOT:   atomicrmw
define void @changing(ptr addrspace(1) %p, ptr addrspace(1) %q) {
entry:
  br label %loop
loop:
  %value = load float, ptr addrspace(1) %p
  %expected = bitcast float %value to i32
  %x = load float, ptr addrspace(1) %q
  %sum = fadd float %value, %x
  %new = bitcast float %sum to i32
  %pair = cmpxchg ptr addrspace(1) %p, i32 %expected, i32 %new monotonic monotonic, align 4
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define void @failing(
; CHECK-NOT:   atomicrmw
define void @failing(ptr addrspace(1) %p, float %x) {
entry:
  br label %loop
loop:
  %value = load float, ptr addrspace(1) %p
  %expected = bitcast float %value to i32
  %sum = fadd float %value, %x
  %new = bitcast float %sum to i32
  %pair = cmpxchg ptr addrspace(1) %p, i32 %expected, i32 %new monotonic monotonic, align 4
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define i32 @counting(
; CHECK-NOT:   atomicrmw
define i32 @counting(ptr addrspace(1) %p, float %x) {
entry:
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %n.next, %loop ]
  %value = load float, ptr addrspace(1) %p
  %expected = bitcast float %value to i32
  %sum = fadd float %value, %x
  %new = bitcast float %sum to i32
  %pair = cmpxchg ptr addrspace(1) %p, i32 %expected, i32 %new monotonic monotonic, align 4
  %n.next = add i32 %n, 1
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %loop
end:
  ret i32 %n.next
}
