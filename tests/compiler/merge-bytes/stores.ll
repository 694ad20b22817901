; Words that are taken apart to bytes are stored as words.
; RUN: heddle-opt --passes=merge-bytes %s | FileCheck %s

; CHECK-LABEL: define void @lowest_first(
; CHECK-NOT:     lshr
; CHECK:         store i32 %w, ptr addrspace(1) %b, align 1
; CHECK-NEXT:    ret void
define void @lowest_first(ptr addrspace(1) %b, i32 %w) {
  %p1 = getelementptr i8, ptr addrspace(1) %b, i64 1
  %p2 = getelementptr i8, ptr addrspace(1) %b, i64 2
  %p3 = getelementptr i8, ptr addrspace(1) %b, i64 3
  %s1 = lshr i32 %w, 8
  %s2 = lshr i32 %w, 16
  %s3 = ashr i32 %w, 24
  %b0 = trunc i32 %w to i8
  %b1 = trunc i32 %s1 to i8
  %b2 = trunc i32 %s2 to i8
  %b3 = trunc i32 %s3 to i8
  store i8 %b0, ptr addrspace(1) %b, align 1
  store i8 %b1, ptr addrspace(1) %p1, align 1
  store i8 %b2, ptr addrspace(1) %p2, align 1
  store i8 %b3, ptr addrspace(1) %p3, align 1
  ret void
}

; Two of four bytes, and those of another word behind them.
; CHECK-LABEL: define void @highest_first(
; CHECK:         [[SHIFTED:%.*]] = lshr i32 %w, 8
; CHECK-NEXT:    [[HALF:%.*]] = trunc i32 [[SHIFTED]] to i16
; CHECK-NEXT:    [[SWAPPED:%.*]] = call i16 @llvm.bswap.i16(i16 [[HALF]])
; CHECK-NEXT:    store i16 [[SWAPPED]], ptr addrspace(1) %b, align 1
; CHECK-NEXT:    [[OTHER:%.*]] = call i16 @llvm.bswap.i16(i16 %v)
; CHECK-NEXT:    store i16 [[OTHER]], ptr addrspace(1) %p2, align 1
; CHECK-NEXT:    ret void
define void @highest_first(ptr addrspace(1) %b, i32 %w, i16 %v) {
  %p1 = getelementptr i8, ptr addrspace(1) %b, i64 1
  %p2 = getelementptr i8, ptr addrspace(1) %b, i64 2
  %p3 = getelementptr i8, ptr addrspace(1) %b, i64 3
  %s1 = lshr i32 %w, 8
  %s2 = lshr i32 %w, 16
  %b1 = trunc i32 %s1 to i8
  %b2 = trunc i32 %s2 to i8
  %t1 = lshr i16 %v, 8
  %c0 = trunc i16 %v to i8
  %c1 = trunc i16 %t1 to i8
  store i8 %b2, ptr addrspace(1) %b, align 1
  store i8 %b1, ptr addrspace(1) %p1, align 1
  store i8 %c1, ptr addrspace(1) %p2, align 1
  store i8 %c0, ptr addrspace(1) %p3, align 1
  ret void
}

; What is read in between may be the first byte.
; CHECK-LABEL: define i8 @read_between(
; CHECK:         store i8
; CHECK:         load i8
; CHECK:         store i8
define i8 @read_between(ptr addrspace(1) %b, ptr addrspace(1) %in, i16 %w) {
  %p1 = getelementptr i8, ptr addrspace(1) %b, i64 1
  %s1 = lshr i16 %w, 8
  %b0 = trunc i16 %w to i8
  %b1 = trunc i16 %s1 to i8
  store i8 %b0, ptr addrspace(1) %b, align 1
  %read = load i8, ptr addrspace(1) %in, align 1
  store i8 %b1, ptr addrspace(1) %p1, align 1
  ret i8 %read
}

; The last byte has signs in it, and the second half of the word is stored twice.
; CHECK-LABEL: define void @others(
; CHECK-COUNT-4: store i8
define void @others(ptr addrspace(1) %b, i16 %w, i16 %v) {
  %p1 = getelementptr i8, ptr addrspace(1) %b, i64 1
  %p2 = getelementptr i8, ptr addrspace(1) %b, i64 2
  %p3 = getelementptr i8, ptr addrspace(1) %b, i64 3
  %s1 = ashr i16 %w, 12
  %b0 = trunc i16 %w to i8
  %b1 = trunc i16 %s1 to i8
  store i8 %b0, ptr addrspace(1) %b, align 1
  store i8 %b1, ptr addrspace(1) %p1, align 1
  %t1 = lshr i16 %v, 8
  %c1 = trunc i16 %t1 to i8
  store i8 %c1, ptr addrspace(1) %p2, align 1
  store i8 %c1, ptr addrspace(1) %p3, align 1
  ret void
}
