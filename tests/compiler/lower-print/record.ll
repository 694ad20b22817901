; The arguments lie one behind the other, aligned for their elements; a constant table says what they
; are: kind (0 integer, 1 floating point, 2 pointer, 3 string), bytes, elements, offset.
; RUN: heddle-opt --passes=lower-print %s | FileCheck %s

; CHECK: @[[TABLE:print_arguments[.0-9]*]] = private unnamed_addr constant [6 x { i8, i8, i16, i32 }]
; CHECK-SAME: { i8 0, i8 4, i16 1, i32 0 }
; CHECK-SAME: { i8 1, i8 8, i16 1, i32 8 }
; CHECK-SAME: { i8 1, i8 4, i16 4, i32 16 }
; CHECK-SAME: { i8 3, i8 8, i16 1, i32 32 }
; CHECK-SAME: { i8 0, i8 1, i16 3, i32 40 }
; CHECK-SAME: { i8 2, i8 8, i16 1, i32 48 }

; CHECK-LABEL: define internal i32 @k.full(
; CHECK:         %worker = call ptr @heddle.worker_context()
; CHECK:         %print_values = alloca [56 x i8], align 8
; CHECK:         call void @llvm.lifetime.start{{.*}}(ptr %print_values)
; CHECK:         store i32 %i, ptr %{{.*}}, align 4
; CHECK:         store double %d, ptr %{{.*}}, align 8
; CHECK:         store <4 x float> %v, ptr %{{.*}}, align 4
; CHECK:         store ptr addrspace(2) %s, ptr %{{.*}}, align 8
; CHECK:         store <3 x i8> %c, ptr %{{.*}}, align 1
; CHECK:         store ptr addrspace(1) %p, ptr %{{.*}}, align 8
; CHECK:         %[[SLOT:.*]] = getelementptr inbounds i8, ptr %worker, i64 16
; CHECK:         %print = load ptr, ptr %[[SLOT]], align 8
; CHECK:         %[[FORMAT:.*]] = addrspacecast ptr addrspace(2) %format to ptr
; CHECK:         %result = call i32 %print(ptr %worker, ptr %[[FORMAT]], ptr @[[TABLE]], i32 6, ptr captures(none) %print_values)
; CHECK:         call void @llvm.lifetime.end{{.*}}(ptr %print_values)
; CHECK:         ret i32 %result
define internal i32 @k.full(ptr addrspace(2) %format, i32 %i, double %d, <4 x float> %v, ptr addrspace(2) %s, <3 x i8> %c, ptr addrspace(1) %p) {
  %result = call i32 (ptr addrspace(2), i32, double, <4 x float>, ptr addrspace(2), <3 x i8>, ptr addrspace(1)) @heddle.print.i32p2i32f64v4f32p2v3i8p1(ptr addrspace(2) %format, i32 %i, double %d, <4 x float> %v, ptr addrspace(2) %s, <3 x i8> %c, ptr addrspace(1) %p)
  ret i32 %result
}

; CHECK-LABEL: define internal void @text.full(
; CHECK:         call i32 %{{.*}}(ptr %worker, ptr %{{.*}}, ptr null, i32 0, ptr captures(none) %print_values)
define internal void @text.full(ptr addrspace(2) %format) {
  %result = call i32 @heddle.print.i32p2(ptr addrspace(2) %format)
  ret void
}

; Who does not print has nothing of it.
; CHECK-LABEL: define internal void @silent.full(
; CHECK-NEXT:    ret void
define internal void @silent.full() {
  ret void
}

declare i32 @heddle.print.i32p2i32f64v4f32p2v3i8p1(ptr addrspace(2), i32, double, <4 x float>, ptr addrspace(2), <3 x i8>, ptr addrspace(1))
declare i32 @heddle.print.i32p2(ptr addrspace(2))
