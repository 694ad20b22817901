; A loop with more vectors from outside than registers reads what it broadcasts where it wants it, unless it may
; write there.
; RUN: heddle-opt --passes=sink-broadcasts %s | FileCheck %s

; CHECK-LABEL: define void @loop(
; CHECK:       entry:
; CHECK-NOT:     load float, ptr %rows
; CHECK:         [[KEPT:%.*]] = load float, ptr %out
; CHECK-NOT:     load float, ptr %rows
; CHECK:       loop:
; CHECK-NOT:     load float, ptr %out
; CHECK:         [[NUMBER:%.*]] = load float, ptr %rows, align 4
; CHECK-NEXT:    [[FIRST:%.*]] = insertelement <16 x float> poison, float [[NUMBER]], i64 0
; CHECK-NEXT:    [[ALL:%.*]] = shufflevector <16 x float> [[FIRST]], <16 x float> poison, <16 x i32> zeroinitializer
; CHECK-NEXT:    %product = fmul <16 x float> %x, [[ALL]]
; CHECK-NOT:     load float
; CHECK:         br i1

; Registers have room for all of them.
; CHECK-LABEL: define void @few(
; CHECK:         load float, ptr %rows
; CHECK:       loop:
; CHECK-NOT:     load float
; CHECK:       ret void
define void @loop(ptr noalias %rows, ptr %out, ptr noalias %vectors, i64 %rounds) {
entry:
  %number = load float, ptr %rows, align 4
  %number.first = insertelement <16 x float> poison, float %number, i64 0
  %number.all = shufflevector <16 x float> %number.first, <16 x float> poison, <16 x i32> zeroinitializer
  %kept = load float, ptr %out, align 4
  %kept.first = insertelement <16 x float> poison, float %kept, i64 0
  %kept.all = shufflevector <16 x float> %kept.first, <16 x float> poison, <16 x i32> zeroinitializer
  %p0 = getelementptr <16 x float>, ptr %vectors, i64 0
  %v0 = load <16 x float>, ptr %p0, align 64
  %p1 = getelementptr <16 x float>, ptr %vectors, i64 1
  %v1 = load <16 x float>, ptr %p1, align 64
  %p2 = getelementptr <16 x float>, ptr %vectors, i64 2
  %v2 = load <16 x float>, ptr %p2, align 64
  %p3 = getelementptr <16 x float>, ptr %vectors, i64 3
  %v3 = load <16 x float>, ptr %p3, align 64
  %p4 = getelementptr <16 x float>, ptr %vectors, i64 4
  %v4 = load <16 x float>, ptr %p4, align 64
  %p5 = getelementptr <16 x float>, ptr %vectors, i64 5
  %v5 = load <16 x float>, ptr %p5, align 64
  %p6 = getelementptr <16 x float>, ptr %vectors, i64 6
  %v6 = load <16 x float>, ptr %p6, align 64
  %p7 = getelementptr <16 x float>, ptr %vectors, i64 7
  %v7 = load <16 x float>, ptr %p7, align 64
  %p8 = getelementptr <16 x float>, ptr %vectors, i64 8
  %v8 = load <16 x float>, ptr %p8, align 64
  %p9 = getelementptr <16 x float>, ptr %vectors, i64 9
  %v9 = load <16 x float>, ptr %p9, align 64
  %p10 = getelementptr <16 x float>, ptr %vectors, i64 10
  %v10 = load <16 x float>, ptr %p10, align 64
  %p11 = getelementptr <16 x float>, ptr %vectors, i64 11
  %v11 = load <16 x float>, ptr %p11, align 64
  %p12 = getelementptr <16 x float>, ptr %vectors, i64 12
  %v12 = load <16 x float>, ptr %p12, align 64
  %p13 = getelementptr <16 x float>, ptr %vectors, i64 13
  %v13 = load <16 x float>, ptr %p13, align 64
  %p14 = getelementptr <16 x float>, ptr %vectors, i64 14
  %v14 = load <16 x float>, ptr %p14, align 64
  %p15 = getelementptr <16 x float>, ptr %vectors, i64 15
  %v15 = load <16 x float>, ptr %p15, align 64
  %p16 = getelementptr <16 x float>, ptr %vectors, i64 16
  %v16 = load <16 x float>, ptr %p16, align 64
  %p17 = getelementptr <16 x float>, ptr %vectors, i64 17
  %v17 = load <16 x float>, ptr %p17, align 64
  %p18 = getelementptr <16 x float>, ptr %vectors, i64 18
  %v18 = load <16 x float>, ptr %p18, align 64
  %p19 = getelementptr <16 x float>, ptr %vectors, i64 19
  %v19 = load <16 x float>, ptr %p19, align 64
  %p20 = getelementptr <16 x float>, ptr %vectors, i64 20
  %v20 = load <16 x float>, ptr %p20, align 64
  %p21 = getelementptr <16 x float>, ptr %vectors, i64 21
  %v21 = load <16 x float>, ptr %p21, align 64
  %p22 = getelementptr <16 x float>, ptr %vectors, i64 22
  %v22 = load <16 x float>, ptr %p22, align 64
  %p23 = getelementptr <16 x float>, ptr %vectors, i64 23
  %v23 = load <16 x float>, ptr %p23, align 64
  %p24 = getelementptr <16 x float>, ptr %vectors, i64 24
  %v24 = load <16 x float>, ptr %p24, align 64
  %p25 = getelementptr <16 x float>, ptr %vectors, i64 25
  %v25 = load <16 x float>, ptr %p25, align 64
  %p26 = getelementptr <16 x float>, ptr %vectors, i64 26
  %v26 = load <16 x float>, ptr %p26, align 64
  br label %loop
loop:
  %round = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr <16 x float>, ptr %out, i64 %round
  %x = load <16 x float>, ptr %place, align 64
  %product = fmul <16 x float> %x, %number.all
  %s = fadd <16 x float> %product, %kept.all
  %s0 = fadd <16 x float> %s, %v0
  %s1 = fadd <16 x float> %s0, %v1
  %s2 = fadd <16 x float> %s1, %v2
  %s3 = fadd <16 x float> %s2, %v3
  %s4 = fadd <16 x float> %s3, %v4
  %s5 = fadd <16 x float> %s4, %v5
  %s6 = fadd <16 x float> %s5, %v6
  %s7 = fadd <16 x float> %s6, %v7
  %s8 = fadd <16 x float> %s7, %v8
  %s9 = fadd <16 x float> %s8, %v9
  %s10 = fadd <16 x float> %s9, %v10
  %s11 = fadd <16 x float> %s10, %v11
  %s12 = fadd <16 x float> %s11, %v12
  %s13 = fadd <16 x float> %s12, %v13
  %s14 = fadd <16 x float> %s13, %v14
  %s15 = fadd <16 x float> %s14, %v15
  %s16 = fadd <16 x float> %s15, %v16
  %s17 = fadd <16 x float> %s16, %v17
  %s18 = fadd <16 x float> %s17, %v18
  %s19 = fadd <16 x float> %s18, %v19
  %s20 = fadd <16 x float> %s19, %v20
  %s21 = fadd <16 x float> %s20, %v21
  %s22 = fadd <16 x float> %s21, %v22
  %s23 = fadd <16 x float> %s22, %v23
  %s24 = fadd <16 x float> %s23, %v24
  %s25 = fadd <16 x float> %s24, %v25
  %s26 = fadd <16 x float> %s25, %v26
  store <16 x float> %s26, ptr %place, align 64
  %next = add i64 %round, 1
  %goes.on = icmp ult i64 %next, %rounds
  br i1 %goes.on, label %loop, label %end
end:
  ret void
}

define void @few(ptr noalias %rows, ptr %out, ptr noalias %vectors, i64 %rounds) {
entry:
  %number = load float, ptr %rows, align 4
  %number.first = insertelement <16 x float> poison, float %number, i64 0
  %number.all = shufflevector <16 x float> %number.first, <16 x float> poison, <16 x i32> zeroinitializer
  %kept = load float, ptr %out, align 4
  %kept.first = insertelement <16 x float> poison, float %kept, i64 0
  %kept.all = shufflevector <16 x float> %kept.first, <16 x float> poison, <16 x i32> zeroinitializer
  %p0 = getelementptr <16 x float>, ptr %vectors, i64 0
  %v0 = load <16 x float>, ptr %p0, align 64
  %p1 = getelementptr <16 x float>, ptr %vectors, i64 1
  %v1 = load <16 x float>, ptr %p1, align 64
  br label %loop
loop:
  %round = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr <16 x float>, ptr %out, i64 %round
  %x = load <16 x float>, ptr %place, align 64
  %product = fmul <16 x float> %x, %number.all
  %s = fadd <16 x float> %product, %kept.all
  %s0 = fadd <16 x float> %s, %v0
  %s1 = fadd <16 x float> %s0, %v1
  store <16 x float> %s1, ptr %place, align 64
  %next = add i64 %round, 1
  %goes.on = icmp ult i64 %next, %rounds
  br i1 %goes.on, label %loop, label %end
end:
  ret void
}
