; Words that are put together from bytes are loaded as words.
; RUN: heddle-opt --passes=merge-bytes %s | FileCheck %s

; CHECK-LABEL: define void @lowest_first(
; CHECK-NEXT:    [[WORD:%.*]] = load i32, ptr addrspace(1) %b, align 1
; CHECK-NEXT:    store i32 [[WORD]], ptr addrspace(1) %out
define void @lowest_first(ptr addrspace(1) %b, ptr addrspace(1) %out) {
  %p1 = getelementptr i8, ptr addrspace(1) %b, i64 1
  %p2 = getelementptr i8, ptr addrspace(1) %b, i64 2
  %p3 = getelementptr i8, ptr addrspace(1) %b, i64 3
  %b0 = load i8, ptr addrspace(1) %b, align 1
  %b1 = load i8, ptr addrspace(1) %p1, align 1
  %b2 = load i8, ptr addrspace(1) %p2, align 1
  %b3 = load i8, ptr addrspace(1) %p3, align 1
  %w0 = zext i8 %b0 to i32
  %w1 = zext i8 %b1 to i32
  %w2 = zext i8 %b2 to i32
  %w3 = zext i8 %b3 to i32
  %s1 = shl i32 %w1, 8
  %s2 = shl i32 %w2, 16
  %s3 = shl i32 %w3, 24
  %o1 = or i32 %w0, %s1
  %o2 = or i32 %s2, %o1
  %o3 = or i32 %o2, %s3
  store i32 %o3, ptr addrspace(1) %out
  ret void
}

; The index of the lower bytes is another one of the same distance. What is written in between is
; elsewhere.
; CHECK-LABEL: define void @highest_first(
; CHECK:         store i32 0, ptr addrspace(3) %l
; CHECK-NEXT:    [[HALF:%.*]] = load i16, ptr addrspace(1) %p0, align 1
; CHECK-NEXT:    [[SWAPPED:%.*]] = call i16 @llvm.bswap.i16(i16 [[HALF]])
; CHECK-NEXT:    [[WIDE:%.*]] = zext i16 [[SWAPPED]] to i32
; CHECK-NEXT:    [[WORD:%.*]] = shl i32 [[WIDE]], 4
; CHECK-NEXT:    store i32 [[WORD]], ptr addrspace(1) %out
define void @highest_first(ptr addrspace(1) noalias %b, i32 %i, ptr addrspace(3) noalias %l,
                           ptr addrspace(1) %out) {
  %twice = shl nsw i32 %i, 1
  %next = or disjoint i32 %twice, 1
  %x0 = sext i32 %twice to i64
  %x1 = sext i32 %next to i64
  %p0 = getelementptr i8, ptr addrspace(1) %b, i64 %x0
  %p1 = getelementptr i8, ptr addrspace(1) %b, i64 %x1
  %b0 = load i8, ptr addrspace(1) %p0, align 1
  store i32 0, ptr addrspace(3) %l
  %b1 = load i8, ptr addrspace(1) %p1, align 1
  %w0 = zext i8 %b0 to i32
  %w1 = zext i8 %b1 to i32
  %s0 = shl i32 %w0, 12
  %s1 = shl i32 %w1, 4
  %o = or i32 %s0, %s1
  store i32 %o, ptr addrspace(1) %out
  ret void
}

; Words of words that are shifted again: first what is whole, then nothing is left of its parts.
; CHECK-LABEL: define void @shifted_again(
; CHECK-NEXT:    [[WORD:%.*]] = load i64, ptr addrspace(1) %b, align 2
; CHECK-NEXT:    store i64 [[WORD]], ptr addrspace(1) %out
define void @shifted_again(ptr addrspace(1) %b, ptr addrspace(1) %out) {
  %p1 = getelementptr i16, ptr addrspace(1) %b, i64 1
  %p2 = getelementptr i16, ptr addrspace(1) %b, i64 2
  %p3 = getelementptr i16, ptr addrspace(1) %b, i64 3
  %b0 = load i16, ptr addrspace(1) %b, align 2
  %b1 = load i16, ptr addrspace(1) %p1, align 2
  %b2 = load i16, ptr addrspace(1) %p2, align 2
  %b3 = load i16, ptr addrspace(1) %p3, align 2
  %w0 = zext i16 %b0 to i32
  %w1 = zext i16 %b1 to i32
  %w2 = zext i16 %b2 to i32
  %w3 = zext i16 %b3 to i32
  %s1 = shl i32 %w1, 16
  %s3 = shl i32 %w3, 16
  %low = or i32 %w0, %s1
  %high = or i32 %w2, %s3
  %wlow = zext i32 %low to i64
  %whigh = zext i32 %high to i64
  %shigh = shl i64 %whigh, 32
  %o = or i64 %wlow, %shigh
  store i64 %o, ptr addrspace(1) %out
  ret void
}

; What is written in between may be the second byte.
; CHECK-LABEL: define void @written_between(
; CHECK:         store i8 0
; CHECK:         load i8
define void @written_between(ptr addrspace(1) %b, ptr addrspace(1) %out) {
  %p1 = getelementptr i8, ptr addrspace(1) %b, i64 1
  %b0 = load i8, ptr addrspace(1) %b, align 1
  store i8 0, ptr addrspace(1) %out
  %b1 = load i8, ptr addrspace(1) %p1, align 1
  %w0 = zext i8 %b0 to i16
  %w1 = zext i8 %b1 to i16
  %s1 = shl i16 %w1, 8
  %o = or i16 %w0, %s1
  store i16 %o, ptr addrspace(1) %out
  ret void
}

; Neither the first two of three bytes.
; CHECK-LABEL: define void @three(
; CHECK-COUNT-3: load i8
define void @three(ptr addrspace(1) %b, ptr addrspace(1) %out) {
  %p1 = getelementptr i8, ptr addrspace(1) %b, i64 1
  %p2 = getelementptr i8, ptr addrspace(1) %b, i64 2
  %b0 = load i8, ptr addrspace(1) %b, align 1
  %b1 = load i8, ptr addrspace(1) %p1, align 1
  %b2 = load i8, ptr addrspace(1) %p2, align 1
  %w0 = zext i8 %b0 to i32
  %w1 = zext i8 %b1 to i32
  %w2 = zext i8 %b2 to i32
  %s1 = shl i32 %w1, 8
  %s2 = shl i32 %w2, 16
  %o1 = or i32 %w0, %s1
  %o2 = or i32 %s2, %o1
  store i32 %o2, ptr addrspace(1) %out
  ret void
}

; The upper half of the second byte is lost, the second byte is on top of the first one, a byte is
; left out, and local memory is left alone.
; CHECK-LABEL: define void @others(
; CHECK-COUNT-8: load i8
define void @others(ptr addrspace(1) %b, ptr addrspace(3) %l, ptr addrspace(1) %out) {
  %p1 = getelementptr i8, ptr addrspace(1) %b, i64 1
  %p2 = getelementptr i8, ptr addrspace(1) %b, i64 2
  %l1 = getelementptr i8, ptr addrspace(3) %l, i64 1
  %out1 = getelementptr i32, ptr addrspace(1) %out, i64 1
  %out2 = getelementptr i32, ptr addrspace(1) %out, i64 2
  %out3 = getelementptr i32, ptr addrspace(1) %out, i64 3
  %a0 = load i8, ptr addrspace(1) %b, align 1
  %a1 = load i8, ptr addrspace(1) %p1, align 1
  %b0 = load i8, ptr addrspace(1) %b, align 1
  %b1 = load i8, ptr addrspace(1) %p1, align 1
  %c0 = load i8, ptr addrspace(1) %b, align 1
  %c2 = load i8, ptr addrspace(1) %p2, align 1
  %d0 = load i8, ptr addrspace(3) %l, align 1
  %d1 = load i8, ptr addrspace(3) %l1, align 1
  %wa0 = zext i8 %a0 to i16
  %wa1 = zext i8 %a1 to i16
  %sa1 = shl i16 %wa1, 12
  %oa = or i16 %wa0, %sa1
  store i16 %oa, ptr addrspace(1) %out
  %wb0 = zext i8 %b0 to i16
  %wb1 = zext i8 %b1 to i16
  %sb1 = shl i16 %wb1, 4
  %ob = or i16 %wb0, %sb1
  store i16 %ob, ptr addrspace(1) %out1
  %wc0 = zext i8 %c0 to i16
  %wc2 = zext i8 %c2 to i16
  %sc2 = shl i16 %wc2, 8
  %oc = or i16 %wc0, %sc2
  store i16 %oc, ptr addrspace(1) %out2
  %wd0 = zext i8 %d0 to i16
  %wd1 = zext i8 %d1 to i16
  %sd1 = shl i16 %wd1, 8
  %od = or i16 %wd0, %sd1
  store i16 %od, ptr addrspace(1) %out3
  ret void
}
