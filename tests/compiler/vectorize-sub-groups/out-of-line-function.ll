; A function that was not inlined has a form for the lanes that are active: parameters that are the
; same for all lanes stay scalars, the others and the result become vectors.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s

; CHECK-LABEL: define internal void @k.full(
; CHECK:         [[R:%.*]] = call { <8 x i32>, <8 x i32> } @f.v8.01(<8 x i32> %{{.*}}, i32 %n, <8 x i1> %c)
; CHECK:         extractvalue { <8 x i32>, <8 x i32> } [[R]], 0

; CHECK-LABEL: define internal { <8 x i32>, <8 x i32> } @f.v8.01(<8 x i32> %0, i32 %n, <8 x i1> %1)
; CHECK:         select <8 x i1> %1, <8 x i1> %{{.*}}, <8 x i1> zeroinitializer
; CHECK:         ret { <8 x i32>, <8 x i32> }

; k.masked uses the same one.
; CHECK-NOT: define {{.*}} @f.v8
; CHECK-LABEL: define internal void @k.masked(
; CHECK:         call { <8 x i32>, <8 x i32> } @f.v8.01(

define internal { i32, i32 } @f(i32 %x, i32 %n) #1 {
  %c = icmp sgt i32 %x, %n
  br i1 %c, label %a, label %b
a:
  %twice = srem i32 %x, %n
  br label %b
b:
  %y = phi i32 [ %twice, %a ], [ %x, %0 ]
  %r0 = insertvalue { i32, i32 } poison, i32 %y, 0
  %r1 = insertvalue { i32, i32 } %r0, i32 %n, 1
  ret { i32, i32 } %r1
}

define void @k(ptr addrspace(1) %p, i32 %n) #0 {
  %id = call i64 @heddle.local_id(i32 0)
  %place = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %place
  %c = icmp eq i32 %v, 3
  br i1 %c, label %then, label %end
then:
  %r = call { i32, i32 } @f(i32 %v, i32 %n)
  %x = extractvalue { i32, i32 } %r, 0
  store i32 %x, ptr addrspace(1) %place
  br label %end
end:
  ret void
}

declare i64 @heddle.local_id(i32)

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
attributes #1 = { "heddle-out-of-line" }
