; Whole lines of a buffer that is not read are written past the caches where the executor says so.
; RUN: heddle-opt --passes=stream-stores %s | FileCheck %s

; CHECK-LABEL: define void @copy.entry(
; CHECK:      %[[SLOT:.*]] = getelementptr inbounds i8, ptr %worker, i64 [[#]]
; CHECK-NEXT: %[[SET:.*]] = load i64, ptr %[[SLOT]], align 8
; CHECK-NEXT: %streams = icmp ne i64 %[[SET]], 0
; CHECK:      %[[BASE:.*]] = ptrtoint ptr addrspace(1) %out to i64
; CHECK-NEXT: %[[BELOW:.*]] = and i64 %[[BASE]], 63
; CHECK-NEXT: %[[ALIGNED:.*]] = icmp eq i64 %[[BELOW]], 0
; CHECK-NEXT: %[[PAST:.*]] = and i1 %streams, %[[ALIGNED]]
; CHECK:      br i1 %[[PAST]], label
; CHECK:      store <16 x float> %value, ptr addrspace(1) %to, align 64, !nontemporal
; CHECK:      store <16 x float> %value, ptr addrspace(1) %to, align 4{{$}}
; CHECK:      br i1 %streams, label
; CHECK:      call void @llvm.x86.sse.sfence()
; CHECK:      ret void
define void @copy.entry(ptr %arguments, ptr %nd_range, i64 %first, i64 %count, ptr %worker) {
entry:
  %in = load ptr addrspace(1), ptr %arguments, align 8
  %second = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr addrspace(1), ptr %second, align 8
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr <16 x float>, ptr addrspace(1) %in, i64 %i
  %to = getelementptr <16 x float>, ptr addrspace(1) %out, i64 %i
  %value = load <16 x float>, ptr addrspace(1) %from, align 4
  store <16 x float> %value, ptr addrspace(1) %to, align 4
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %end

end:
  ret void
}

; Half a line, and the other half of it in the next round.
; CHECK-LABEL: define void @halves.entry(
; CHECK:      and i64 %{{.*}}, 31
; CHECK:      store <8 x float> zeroinitializer, ptr addrspace(1) %to, align 32, !nontemporal
define void @halves.entry(ptr %arguments, ptr %nd_range, i64 %first, i64 %count, ptr %worker) {
entry:
  %out = load ptr addrspace(1), ptr %arguments, align 8
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr <8 x float>, ptr addrspace(1) %out, i64 %i
  store <8 x float> zeroinitializer, ptr addrspace(1) %to, align 4
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %end

end:
  ret void
}

; The lanes that there are, if these are all.
; CHECK-LABEL: define void @masked.entry(
; CHECK:      br i1 %{{.*}}, label %[[THEN:.*]], label %[[ELSE:.*]]
; CHECK:      [[THEN]]:
; CHECK-NEXT: %[[ALL:.*]] = call i1 @llvm.vector.reduce.and.v16i1(<16 x i1> %mask)
; CHECK-NEXT: br i1 %[[ALL]], label %[[STREAM:.*]], label %[[ELSE]]
; CHECK:      [[STREAM]]:
; CHECK-NEXT: store <16 x float> zeroinitializer, ptr addrspace(1) %to, align 64, !nontemporal
; CHECK:      [[ELSE]]:
; CHECK-NEXT: call void @llvm.masked.store
define void @masked.entry(ptr %arguments, ptr %nd_range, i64 %first, i64 %count, ptr %worker) {
entry:
  %out = load ptr addrspace(1), ptr %arguments, align 8
  %end.of = insertelement <16 x i64> poison, i64 %first, i64 0
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr <16 x float>, ptr addrspace(1) %out, i64 %i
  %mask = icmp ult <16 x i64> splat (i64 7), %end.of
  call void @llvm.masked.store.v16f32.p1(<16 x float> zeroinitializer, ptr addrspace(1) align 4 %to, <16 x i1> %mask)
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %end

end:
  ret void
}

; What is read comes to the caches in any case.
; CHECK-LABEL: define void @scale.entry(
; CHECK-NOT:  nontemporal
define void @scale.entry(ptr %arguments, ptr %nd_range, i64 %first, i64 %count, ptr %worker) {
entry:
  %out = load ptr addrspace(1), ptr %arguments, align 8
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr <16 x float>, ptr addrspace(1) %out, i64 %i
  %value = load <16 x float>, ptr addrspace(1) %to, align 4
  %twice = fadd <16 x float> %value, %value
  store <16 x float> %twice, ptr addrspace(1) %to, align 4
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %end

end:
  ret void
}

; The other half of each line is another's.
; CHECK-LABEL: define void @apart.entry(
; CHECK-NOT:  nontemporal
define void @apart.entry(ptr %arguments, ptr %nd_range, i64 %first, i64 %count, ptr %worker) {
entry:
  %out = load ptr addrspace(1), ptr %arguments, align 8
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr <16 x float>, ptr addrspace(1) %out, i64 %i
  store <8 x float> zeroinitializer, ptr addrspace(1) %to, align 4
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %end

end:
  ret void
}

; Nobody knows what is called.
; CHECK-LABEL: define void @calls.entry(
; CHECK-NOT:  nontemporal
define void @calls.entry(ptr %arguments, ptr %nd_range, i64 %first, i64 %count, ptr %worker) {
entry:
  %out = load ptr addrspace(1), ptr %arguments, align 8
  %called = load ptr, ptr %worker, align 8
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr <16 x float>, ptr addrspace(1) %out, i64 %i
  store <16 x float> zeroinitializer, ptr addrspace(1) %to, align 4
  call void %called()
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %end

end:
  ret void
}

; Others wait for what is written.
; CHECK-LABEL: define void @counted.entry(
; CHECK-NOT:  nontemporal
define void @counted.entry(ptr %arguments, ptr %nd_range, i64 %first, i64 %count, ptr %worker) {
entry:
  %out = load ptr addrspace(1), ptr %arguments, align 8
  %second = getelementptr i8, ptr %arguments, i64 8
  %counter = load ptr addrspace(1), ptr %second, align 8
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr <16 x float>, ptr addrspace(1) %out, i64 %i
  store <16 x float> zeroinitializer, ptr addrspace(1) %to, align 4
  store atomic i32 1, ptr addrspace(1) %counter release, align 4
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %end

end:
  ret void
}
