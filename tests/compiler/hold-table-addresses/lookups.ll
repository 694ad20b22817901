; The address of a table that a round looks up again and again stays in a register: LLVM does not know what it is. Several tables of a
; loop become one.
; RUN: heddle-opt --passes=hold-table-addresses %s | FileCheck %s

@one = internal unnamed_addr addrspace(2) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4
@bytes = internal unnamed_addr addrspace(2) constant [5 x i8] c"abcde", align 1
@words = internal unnamed_addr addrspace(2) constant [4 x i32] [i32 5, i32 6, i32 7, i32 8], align 4
@few = internal unnamed_addr addrspace(2) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4
@known = addrspace(2) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4

; The gap keeps the words aligned.
; CHECK:       @tables = internal addrspace(2) constant <{ [5 x i8], [3 x i8], [4 x i32] }> <{ {{.*}} }>, align 4

; CHECK-LABEL: define void @holds(
; CHECK:       entry:
; CHECK:         %[[HELD:.*]] = call ptr addrspace(2) asm "", "=r,0"(ptr addrspace(2) @one)
; CHECK:         br label %round
; CHECK-COUNT-16: getelementptr inbounds i32, ptr addrspace(2) %[[HELD]], i64
; CHECK-NOT:     @one
; CHECK:         ret void
define void @holds(ptr %from, ptr %to, i64 %n) {
entry:
  br label %round
round:
  %k = phi i64 [ 0, %entry ], [ %k.next, %round ]
  %p = getelementptr i32, ptr %from, i64 %k
  %w.0 = load i32, ptr %p
  %b.0 = and i32 %w.0, 3
  %i.0 = zext i32 %b.0 to i64
  %p.0 = getelementptr inbounds i32, ptr addrspace(2) @one, i64 %i.0
  %t.0 = load i32, ptr addrspace(2) %p.0
  %w.1 = xor i32 %w.0, %t.0
  %b.1 = and i32 %w.1, 3
  %i.1 = zext i32 %b.1 to i64
  %p.1 = getelementptr inbounds i32, ptr addrspace(2) @one, i64 %i.1
  %t.1 = load i32, ptr addrspace(2) %p.1
  %w.2 = xor i32 %w.1, %t.1
  %b.2 = and i32 %w.2, 3
  %i.2 = zext i32 %b.2 to i64
  %p.2 = getelementptr inbounds i32, ptr addrspace(2) @one, i64 %i.2
  %t.2 = load i32, ptr addrspace(2) %p.2
  %w.3 = xor i32 %w.2, %t.2
  %b.3 = and i32 %w.3, 3
  %i.3 = zext i32 %b.3 to i64
  %p.3 = getelementptr inbounds i32, ptr addrspace(2) @one, i64 %i.3
  %t.3 = load i32, ptr addrspace(2) %p.3
  %w.4 = xor i32 %w.3, %t.3
  %b.4 = and i32 %w.4, 3
  %i.4 = zext i32 %b.4 to i64
  %p.4 = getelementptr inbounds i32, ptr addrspace(2) @one, i64 %i.4
  %t.4 = load i32, ptr addrspace(2) %p.4
  %w.5 = xor i32 %w.4, %t.4
  %b.5 = and i32 %w.5, 3
  %i.5 = zext i32 %b.5 to i64
  %p.5 = getelementptr inbounds i32, ptr addrspace(2) @one, i64 %i.5
  %t.5 = load i32, ptr addrspace(2) %p.5
  %w.6 = xor i32 %w.5, %t.5
  %b.6 = and i32 %w.6, 3
  %i.6 = zext i32 %b.6 to i64
  %p.6 = getelementptr inbounds i32, ptr addrspace(2) @one, i64 %i.6
  %t.6 = load i32, ptr addrspace(2) %p.6
  %w.7 = xor i32 %w.6, %t.6
  %b.7 = and i32 %w.7, 3
  %i.7 = zext i32 %b.7 to i64
  %p.7 = getelementptr inbounds i32, ptr addrspace(2) @one, i64 %i.7
  %t.7 = load i32, ptr addrspace(2) %p.7
  %w.8 = xor i32 %w.7, %t.7
  %b.8 = and i32 %w.8, 3
  %i.8 = zext i32 %b.8 to i64
  %p.8 = getelementptr inbounds i32, ptr addrspace(2) @one, i64 %i.8
  %t.8 = load i32, ptr addrspace(2) %p.8
  %w.9 = xor i32 %w.8, %t.8
  %b.9 = and i32 %w.9, 3
  %i.9 = zext i32 %b.9 to i64
  %p.9 = getelementptr inbounds i32, ptr addrspace(2) @one, i64 %i.9
  %t.9 = load i32, ptr addrspace(2) %p.9
  %w.10 = xor i32 %w.9, %t.9
  %b.10 = and i32 %w.10, 3
  %i.10 = zext i32 %b.10 to i64
  %p.10 = getelementptr inbounds i32, ptr addrspace(2) @one, i64 %i.10
  %t.10 = load i32, ptr addrspace(2) %p.10
  %w.11 = xor i32 %w.10, %t.10
  %b.11 = and i32 %w.11, 3
  %i.11 = zext i32 %b.11 to i64
  %p.11 = getelementptr inbounds i32, ptr addrspace(2) @one, i64 %i.11
  %t.11 = load i32, ptr addrspace(2) %p.11
  %w.12 = xor i32 %w.11, %t.11
  %b.12 = and i32 %w.12, 3
  %i.12 = zext i32 %b.12 to i64
  %p.12 = getelementptr inbounds i32, ptr addrspace(2) @one, i64 %i.12
  %t.12 = load i32, ptr addrspace(2) %p.12
  %w.13 = xor i32 %w.12, %t.12
  %b.13 = and i32 %w.13, 3
  %i.13 = zext i32 %b.13 to i64
  %p.13 = getelementptr inbounds i32, ptr addrspace(2) @one, i64 %i.13
  %t.13 = load i32, ptr addrspace(2) %p.13
  %w.14 = xor i32 %w.13, %t.13
  %b.14 = and i32 %w.14, 3
  %i.14 = zext i32 %b.14 to i64
  %p.14 = getelementptr inbounds i32, ptr addrspace(2) @one, i64 %i.14
  %t.14 = load i32, ptr addrspace(2) %p.14
  %w.15 = xor i32 %w.14, %t.14
  %b.15 = and i32 %w.15, 3
  %i.15 = zext i32 %b.15 to i64
  %p.15 = getelementptr inbounds i32, ptr addrspace(2) @one, i64 %i.15
  %t.15 = load i32, ptr addrspace(2) %p.15
  %w.16 = xor i32 %w.15, %t.15
  %q = getelementptr i32, ptr %to, i64 %k
  store i32 %w.16, ptr %q
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %round, label %end
end:
  ret void
}

; CHECK-LABEL: define void @merges(
; CHECK:       entry:
; CHECK:         %[[ALL:.*]] = call ptr addrspace(2) asm "", "=r,0"(ptr addrspace(2) @tables)
; CHECK:         getelementptr inbounds i32, ptr addrspace(2) %[[ALL]], i64
; CHECK:         %[[WORDS:.*]] = getelementptr i8, ptr addrspace(2) %[[ALL]], i64 8
; CHECK:         getelementptr inbounds i32, ptr addrspace(2) %[[WORDS]], i64
; CHECK:         ret void
define void @merges(ptr %from, ptr %to, i64 %n) {
entry:
  br label %round
round:
  %k = phi i64 [ 0, %entry ], [ %k.next, %round ]
  %p = getelementptr i32, ptr %from, i64 %k
  %w.0 = load i32, ptr %p
  %b.0 = and i32 %w.0, 3
  %i.0 = zext i32 %b.0 to i64
  %p.0 = getelementptr inbounds i32, ptr addrspace(2) @bytes, i64 %i.0
  %t.0 = load i32, ptr addrspace(2) %p.0
  %w.1 = xor i32 %w.0, %t.0
  %b.1 = and i32 %w.1, 3
  %i.1 = zext i32 %b.1 to i64
  %p.1 = getelementptr inbounds i32, ptr addrspace(2) @bytes, i64 %i.1
  %t.1 = load i32, ptr addrspace(2) %p.1
  %w.2 = xor i32 %w.1, %t.1
  %b.2 = and i32 %w.2, 3
  %i.2 = zext i32 %b.2 to i64
  %p.2 = getelementptr inbounds i32, ptr addrspace(2) @bytes, i64 %i.2
  %t.2 = load i32, ptr addrspace(2) %p.2
  %w.3 = xor i32 %w.2, %t.2
  %b.3 = and i32 %w.3, 3
  %i.3 = zext i32 %b.3 to i64
  %p.3 = getelementptr inbounds i32, ptr addrspace(2) @bytes, i64 %i.3
  %t.3 = load i32, ptr addrspace(2) %p.3
  %w.4 = xor i32 %w.3, %t.3
  %b.4 = and i32 %w.4, 3
  %i.4 = zext i32 %b.4 to i64
  %p.4 = getelementptr inbounds i32, ptr addrspace(2) @bytes, i64 %i.4
  %t.4 = load i32, ptr addrspace(2) %p.4
  %w.5 = xor i32 %w.4, %t.4
  %b.5 = and i32 %w.5, 3
  %i.5 = zext i32 %b.5 to i64
  %p.5 = getelementptr inbounds i32, ptr addrspace(2) @bytes, i64 %i.5
  %t.5 = load i32, ptr addrspace(2) %p.5
  %w.6 = xor i32 %w.5, %t.5
  %b.6 = and i32 %w.6, 3
  %i.6 = zext i32 %b.6 to i64
  %p.6 = getelementptr inbounds i32, ptr addrspace(2) @bytes, i64 %i.6
  %t.6 = load i32, ptr addrspace(2) %p.6
  %w.7 = xor i32 %w.6, %t.6
  %b.7 = and i32 %w.7, 3
  %i.7 = zext i32 %b.7 to i64
  %p.7 = getelementptr inbounds i32, ptr addrspace(2) @bytes, i64 %i.7
  %t.7 = load i32, ptr addrspace(2) %p.7
  %w.8 = xor i32 %w.7, %t.7
  %b.8 = and i32 %w.8, 3
  %i.8 = zext i32 %b.8 to i64
  %p.8 = getelementptr inbounds i32, ptr addrspace(2) @bytes, i64 %i.8
  %t.8 = load i32, ptr addrspace(2) %p.8
  %w.9 = xor i32 %w.8, %t.8
  %b.9 = and i32 %w.9, 3
  %i.9 = zext i32 %b.9 to i64
  %p.9 = getelementptr inbounds i32, ptr addrspace(2) @bytes, i64 %i.9
  %t.9 = load i32, ptr addrspace(2) %p.9
  %w.10 = xor i32 %w.9, %t.9
  %b.10 = and i32 %w.10, 3
  %i.10 = zext i32 %b.10 to i64
  %p.10 = getelementptr inbounds i32, ptr addrspace(2) @bytes, i64 %i.10
  %t.10 = load i32, ptr addrspace(2) %p.10
  %w.11 = xor i32 %w.10, %t.10
  %b.11 = and i32 %w.11, 3
  %i.11 = zext i32 %b.11 to i64
  %p.11 = getelementptr inbounds i32, ptr addrspace(2) @bytes, i64 %i.11
  %t.11 = load i32, ptr addrspace(2) %p.11
  %w.12 = xor i32 %w.11, %t.11
  %b.12 = and i32 %w.12, 3
  %i.12 = zext i32 %b.12 to i64
  %p.12 = getelementptr inbounds i32, ptr addrspace(2) @bytes, i64 %i.12
  %t.12 = load i32, ptr addrspace(2) %p.12
  %w.13 = xor i32 %w.12, %t.12
  %b.13 = and i32 %w.13, 3
  %i.13 = zext i32 %b.13 to i64
  %p.13 = getelementptr inbounds i32, ptr addrspace(2) @bytes, i64 %i.13
  %t.13 = load i32, ptr addrspace(2) %p.13
  %w.14 = xor i32 %w.13, %t.13
  %b.14 = and i32 %w.14, 3
  %i.14 = zext i32 %b.14 to i64
  %p.14 = getelementptr inbounds i32, ptr addrspace(2) @bytes, i64 %i.14
  %t.14 = load i32, ptr addrspace(2) %p.14
  %w.15 = xor i32 %w.14, %t.14
  %b.15 = and i32 %w.15, 3
  %i.15 = zext i32 %b.15 to i64
  %p.15 = getelementptr inbounds i32, ptr addrspace(2) @bytes, i64 %i.15
  %t.15 = load i32, ptr addrspace(2) %p.15
  %w.16 = xor i32 %w.15, %t.15
  %b.16 = and i32 %w.16, 3
  %i.16 = zext i32 %b.16 to i64
  %p.16 = getelementptr inbounds i32, ptr addrspace(2) @words, i64 %i.16
  %t.16 = load i32, ptr addrspace(2) %p.16
  %w.17 = xor i32 %w.16, %t.16
  %b.17 = and i32 %w.17, 3
  %i.17 = zext i32 %b.17 to i64
  %p.17 = getelementptr inbounds i32, ptr addrspace(2) @words, i64 %i.17
  %t.17 = load i32, ptr addrspace(2) %p.17
  %w.18 = xor i32 %w.17, %t.17
  %b.18 = and i32 %w.18, 3
  %i.18 = zext i32 %b.18 to i64
  %p.18 = getelementptr inbounds i32, ptr addrspace(2) @words, i64 %i.18
  %t.18 = load i32, ptr addrspace(2) %p.18
  %w.19 = xor i32 %w.18, %t.18
  %b.19 = and i32 %w.19, 3
  %i.19 = zext i32 %b.19 to i64
  %p.19 = getelementptr inbounds i32, ptr addrspace(2) @words, i64 %i.19
  %t.19 = load i32, ptr addrspace(2) %p.19
  %w.20 = xor i32 %w.19, %t.19
  %b.20 = and i32 %w.20, 3
  %i.20 = zext i32 %b.20 to i64
  %p.20 = getelementptr inbounds i32, ptr addrspace(2) @words, i64 %i.20
  %t.20 = load i32, ptr addrspace(2) %p.20
  %w.21 = xor i32 %w.20, %t.20
  %b.21 = and i32 %w.21, 3
  %i.21 = zext i32 %b.21 to i64
  %p.21 = getelementptr inbounds i32, ptr addrspace(2) @words, i64 %i.21
  %t.21 = load i32, ptr addrspace(2) %p.21
  %w.22 = xor i32 %w.21, %t.21
  %b.22 = and i32 %w.22, 3
  %i.22 = zext i32 %b.22 to i64
  %p.22 = getelementptr inbounds i32, ptr addrspace(2) @words, i64 %i.22
  %t.22 = load i32, ptr addrspace(2) %p.22
  %w.23 = xor i32 %w.22, %t.22
  %b.23 = and i32 %w.23, 3
  %i.23 = zext i32 %b.23 to i64
  %p.23 = getelementptr inbounds i32, ptr addrspace(2) @words, i64 %i.23
  %t.23 = load i32, ptr addrspace(2) %p.23
  %w.24 = xor i32 %w.23, %t.23
  %b.24 = and i32 %w.24, 3
  %i.24 = zext i32 %b.24 to i64
  %p.24 = getelementptr inbounds i32, ptr addrspace(2) @words, i64 %i.24
  %t.24 = load i32, ptr addrspace(2) %p.24
  %w.25 = xor i32 %w.24, %t.24
  %b.25 = and i32 %w.25, 3
  %i.25 = zext i32 %b.25 to i64
  %p.25 = getelementptr inbounds i32, ptr addrspace(2) @words, i64 %i.25
  %t.25 = load i32, ptr addrspace(2) %p.25
  %w.26 = xor i32 %w.25, %t.25
  %b.26 = and i32 %w.26, 3
  %i.26 = zext i32 %b.26 to i64
  %p.26 = getelementptr inbounds i32, ptr addrspace(2) @words, i64 %i.26
  %t.26 = load i32, ptr addrspace(2) %p.26
  %w.27 = xor i32 %w.26, %t.26
  %b.27 = and i32 %w.27, 3
  %i.27 = zext i32 %b.27 to i64
  %p.27 = getelementptr inbounds i32, ptr addrspace(2) @words, i64 %i.27
  %t.27 = load i32, ptr addrspace(2) %p.27
  %w.28 = xor i32 %w.27, %t.27
  %b.28 = and i32 %w.28, 3
  %i.28 = zext i32 %b.28 to i64
  %p.28 = getelementptr inbounds i32, ptr addrspace(2) @words, i64 %i.28
  %t.28 = load i32, ptr addrspace(2) %p.28
  %w.29 = xor i32 %w.28, %t.28
  %b.29 = and i32 %w.29, 3
  %i.29 = zext i32 %b.29 to i64
  %p.29 = getelementptr inbounds i32, ptr addrspace(2) @words, i64 %i.29
  %t.29 = load i32, ptr addrspace(2) %p.29
  %w.30 = xor i32 %w.29, %t.29
  %b.30 = and i32 %w.30, 3
  %i.30 = zext i32 %b.30 to i64
  %p.30 = getelementptr inbounds i32, ptr addrspace(2) @words, i64 %i.30
  %t.30 = load i32, ptr addrspace(2) %p.30
  %w.31 = xor i32 %w.30, %t.30
  %b.31 = and i32 %w.31, 3
  %i.31 = zext i32 %b.31 to i64
  %p.31 = getelementptr inbounds i32, ptr addrspace(2) @words, i64 %i.31
  %t.31 = load i32, ptr addrspace(2) %p.31
  %w.32 = xor i32 %w.31, %t.31
  %q = getelementptr i32, ptr %to, i64 %k
  store i32 %w.32, ptr %q
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %round, label %end
end:
  ret void
}

; What is looked up a few times is made anew as well.
; CHECK-LABEL: define void @few_times(
; CHECK-NOT:     asm
; CHECK:         ret void
define void @few_times(ptr %from, ptr %to, i64 %n) {
entry:
  br label %round
round:
  %k = phi i64 [ 0, %entry ], [ %k.next, %round ]
  %p = getelementptr i32, ptr %from, i64 %k
  %w.0 = load i32, ptr %p
  %b.0 = and i32 %w.0, 3
  %i.0 = zext i32 %b.0 to i64
  %p.0 = getelementptr inbounds i32, ptr addrspace(2) @few, i64 %i.0
  %t.0 = load i32, ptr addrspace(2) %p.0
  %w.1 = xor i32 %w.0, %t.0
  %b.1 = and i32 %w.1, 3
  %i.1 = zext i32 %b.1 to i64
  %p.1 = getelementptr inbounds i32, ptr addrspace(2) @few, i64 %i.1
  %t.1 = load i32, ptr addrspace(2) %p.1
  %w.2 = xor i32 %w.1, %t.1
  %b.2 = and i32 %w.2, 3
  %i.2 = zext i32 %b.2 to i64
  %p.2 = getelementptr inbounds i32, ptr addrspace(2) @few, i64 %i.2
  %t.2 = load i32, ptr addrspace(2) %p.2
  %w.3 = xor i32 %w.2, %t.2
  %q = getelementptr i32, ptr %to, i64 %k
  store i32 %w.3, ptr %q
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %round, label %end
end:
  ret void
}

; Others may look it up by its name.
; CHECK-LABEL: define void @named(
; CHECK-NOT:     asm
; CHECK:         ret void
define void @named(ptr %from, ptr %to, i64 %n) {
entry:
  br label %round
round:
  %k = phi i64 [ 0, %entry ], [ %k.next, %round ]
  %p = getelementptr i32, ptr %from, i64 %k
  %w.0 = load i32, ptr %p
  %b.0 = and i32 %w.0, 3
  %i.0 = zext i32 %b.0 to i64
  %p.0 = getelementptr inbounds i32, ptr addrspace(2) @known, i64 %i.0
  %t.0 = load i32, ptr addrspace(2) %p.0
  %w.1 = xor i32 %w.0, %t.0
  %b.1 = and i32 %w.1, 3
  %i.1 = zext i32 %b.1 to i64
  %p.1 = getelementptr inbounds i32, ptr addrspace(2) @known, i64 %i.1
  %t.1 = load i32, ptr addrspace(2) %p.1
  %w.2 = xor i32 %w.1, %t.1
  %b.2 = and i32 %w.2, 3
  %i.2 = zext i32 %b.2 to i64
  %p.2 = getelementptr inbounds i32, ptr addrspace(2) @known, i64 %i.2
  %t.2 = load i32, ptr addrspace(2) %p.2
  %w.3 = xor i32 %w.2, %t.2
  %b.3 = and i32 %w.3, 3
  %i.3 = zext i32 %b.3 to i64
  %p.3 = getelementptr inbounds i32, ptr addrspace(2) @known, i64 %i.3
  %t.3 = load i32, ptr addrspace(2) %p.3
  %w.4 = xor i32 %w.3, %t.3
  %b.4 = and i32 %w.4, 3
  %i.4 = zext i32 %b.4 to i64
  %p.4 = getelementptr inbounds i32, ptr addrspace(2) @known, i64 %i.4
  %t.4 = load i32, ptr addrspace(2) %p.4
  %w.5 = xor i32 %w.4, %t.4
  %b.5 = and i32 %w.5, 3
  %i.5 = zext i32 %b.5 to i64
  %p.5 = getelementptr inbounds i32, ptr addrspace(2) @known, i64 %i.5
  %t.5 = load i32, ptr addrspace(2) %p.5
  %w.6 = xor i32 %w.5, %t.5
  %b.6 = and i32 %w.6, 3
  %i.6 = zext i32 %b.6 to i64
  %p.6 = getelementptr inbounds i32, ptr addrspace(2) @known, i64 %i.6
  %t.6 = load i32, ptr addrspace(2) %p.6
  %w.7 = xor i32 %w.6, %t.6
  %b.7 = and i32 %w.7, 3
  %i.7 = zext i32 %b.7 to i64
  %p.7 = getelementptr inbounds i32, ptr addrspace(2) @known, i64 %i.7
  %t.7 = load i32, ptr addrspace(2) %p.7
  %w.8 = xor i32 %w.7, %t.7
  %b.8 = and i32 %w.8, 3
  %i.8 = zext i32 %b.8 to i64
  %p.8 = getelementptr inbounds i32, ptr addrspace(2) @known, i64 %i.8
  %t.8 = load i32, ptr addrspace(2) %p.8
  %w.9 = xor i32 %w.8, %t.8
  %b.9 = and i32 %w.9, 3
  %i.9 = zext i32 %b.9 to i64
  %p.9 = getelementptr inbounds i32, ptr addrspace(2) @known, i64 %i.9
  %t.9 = load i32, ptr addrspace(2) %p.9
  %w.10 = xor i32 %w.9, %t.9
  %b.10 = and i32 %w.10, 3
  %i.10 = zext i32 %b.10 to i64
  %p.10 = getelementptr inbounds i32, ptr addrspace(2) @known, i64 %i.10
  %t.10 = load i32, ptr addrspace(2) %p.10
  %w.11 = xor i32 %w.10, %t.10
  %b.11 = and i32 %w.11, 3
  %i.11 = zext i32 %b.11 to i64
  %p.11 = getelementptr inbounds i32, ptr addrspace(2) @known, i64 %i.11
  %t.11 = load i32, ptr addrspace(2) %p.11
  %w.12 = xor i32 %w.11, %t.11
  %b.12 = and i32 %w.12, 3
  %i.12 = zext i32 %b.12 to i64
  %p.12 = getelementptr inbounds i32, ptr addrspace(2) @known, i64 %i.12
  %t.12 = load i32, ptr addrspace(2) %p.12
  %w.13 = xor i32 %w.12, %t.12
  %b.13 = and i32 %w.13, 3
  %i.13 = zext i32 %b.13 to i64
  %p.13 = getelementptr inbounds i32, ptr addrspace(2) @known, i64 %i.13
  %t.13 = load i32, ptr addrspace(2) %p.13
  %w.14 = xor i32 %w.13, %t.13
  %b.14 = and i32 %w.14, 3
  %i.14 = zext i32 %b.14 to i64
  %p.14 = getelementptr inbounds i32, ptr addrspace(2) @known, i64 %i.14
  %t.14 = load i32, ptr addrspace(2) %p.14
  %w.15 = xor i32 %w.14, %t.14
  %b.15 = and i32 %w.15, 3
  %i.15 = zext i32 %b.15 to i64
  %p.15 = getelementptr inbounds i32, ptr addrspace(2) @known, i64 %i.15
  %t.15 = load i32, ptr addrspace(2) %p.15
  %w.16 = xor i32 %w.15, %t.15
  %q = getelementptr i32, ptr %to, i64 %k
  store i32 %w.16, ptr %q
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %round, label %end
end:
  ret void
}
