; Copies of structures become vectors of the words that both sides are aligned to. Long ones, volatile
; ones and those of private variables that are used otherwise, too, stay.
; RUN: heddle-opt --passes=expand-small-copies %s | FileCheck %s

declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
declare void @llvm.memcpy.p1.p0.i64(ptr addrspace(1), ptr, i64, i1)
declare void @llvm.memmove.p3.p1.i64(ptr addrspace(3), ptr addrspace(1), i64, i1)

; CHECK-LABEL: @two_doubles(
; CHECK-NEXT:    [[PAIR:%.*]] = load <2 x i64>, ptr addrspace(1) %from, align 8
; CHECK-NEXT:    store <2 x i64> [[PAIR]], ptr addrspace(1) %to, align 16
; CHECK-NEXT:    ret void
define void @two_doubles(ptr addrspace(1) %to, ptr addrspace(1) %from) {
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 16 %to, ptr addrspace(1) align 8 %from, i64 16, i1 false)
  ret void
}

; Everything is read before anything is written: the two may be the same place.
; CHECK-LABEL: @five_floats(
; CHECK-NEXT:    [[FOUR:%.*]] = load <4 x i32>, ptr addrspace(1) %from, align 4
; CHECK-NEXT:    [[FIFTH:%.*]] = getelementptr inbounds i8, ptr addrspace(1) %from, i64 16
; CHECK-NEXT:    [[LAST:%.*]] = load i32, ptr addrspace(1) [[FIFTH]], align 4
; CHECK-NEXT:    store <4 x i32> [[FOUR]], ptr addrspace(3) %to, align 4
; CHECK-NEXT:    [[PLACE:%.*]] = getelementptr inbounds i8, ptr addrspace(3) %to, i64 16
; CHECK-NEXT:    store i32 [[LAST]], ptr addrspace(3) [[PLACE]], align 4
; CHECK-NEXT:    ret void
define void @five_floats(ptr addrspace(3) %to, ptr addrspace(1) %from) {
  call void @llvm.memmove.p3.p1.i64(ptr addrspace(3) align 4 %to, ptr addrspace(1) align 4 %from, i64 20, i1 false)
  ret void
}

; CHECK-LABEL: @packed(
; CHECK-NEXT:    load <4 x i8>, ptr addrspace(1) %from, align 1
; CHECK:         load <3 x i8>, ptr addrspace(1) {{%.*}}, align 1
; CHECK-NOT:     call
define void @packed(ptr addrspace(1) %to, ptr addrspace(1) %from) {
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %to, ptr addrspace(1) %from, i64 7, i1 false)
  ret void
}

; A variable that two structures are exchanged by becomes a value when SROA sees loads and stores.
; CHECK-LABEL: @exchange(
; CHECK-NOT:     call
; CHECK:         ret void
define void @exchange(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %kept = alloca [4 x i32], align 4
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %kept, ptr addrspace(1) align 4 %a, i64 16, i1 false)
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 4 %a, ptr addrspace(1) align 4 %b, i64 16, i1 false)
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 4 %b, ptr align 4 %kept, i64 16, i1 false)
  ret void
}

; CHECK-LABEL: @stay(
; CHECK-NEXT:    [[VARIABLE:%.*]] = alloca
; CHECK-NEXT:    store i32 1, ptr [[VARIABLE]]
; CHECK-NEXT:    call void @llvm.memcpy{{.*}} i64 132, i1 false)
; CHECK-NEXT:    call void @llvm.memcpy{{.*}} i64 16, i1 true)
; CHECK-NEXT:    call void @llvm.memcpy{{.*}} [[VARIABLE]], i64 16, i1 false)
; CHECK-NEXT:    call void @llvm.memcpy{{.*}} i64 %bytes, i1 false)
; CHECK-NEXT:    ret void
define void @stay(ptr addrspace(1) %to, ptr addrspace(1) %from, i64 %bytes) {
  %variable = alloca [4 x i32], align 4
  store i32 1, ptr %variable
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 4 %to, ptr addrspace(1) align 4 %from, i64 132, i1 false)
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 4 %to, ptr addrspace(1) align 4 %from, i64 16, i1 true)
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 4 %to, ptr align 4 %variable, i64 16, i1 false)
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 4 %to, ptr addrspace(1) align 4 %from, i64 %bytes, i1 false)
  ret void
}
