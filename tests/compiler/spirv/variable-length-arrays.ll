; Arrays made where the code runs, as compilers write them for every array, too, whose length is known: they become variables
; of the function, and what saves the stack goes. One of a length that only the run knows is refused, and so is one that the
; next round may still use.
; RUN: split-file %s %t
; RUN: llc -mtriple=spirv64-unknown-unknown --spirv-ext=+SPV_INTEL_variable_length_array -filetype=obj %t/known.ll -o %t/known.spv
; RUN: llc -mtriple=spirv64-unknown-unknown --spirv-ext=+SPV_INTEL_variable_length_array -filetype=obj %t/unknown.ll -o %t/unknown.spv
; RUN: llc -mtriple=spirv64-unknown-unknown --spirv-ext=+SPV_INTEL_variable_length_array -filetype=obj %t/kept.ll -o %t/kept.spv
; RUN: heddlec %t/known.spv --target=x86-64-v3 --print-after=lower-spirv-builtins -o /dev/null 2>&1 | FileCheck %s
; RUN: not heddlec %t/unknown.spv --target=x86-64-v3 -o /dev/null 2>&1 | FileCheck --check-prefix=UNKNOWN %s
; RUN: not heddlec %t/kept.spv --target=x86-64-v3 -o /dev/null 2>&1 | FileCheck --check-prefix=KEPT %s

; CHECK-LABEL: define {{.*}}void @known(
; CHECK-NEXT: {{.*}}:
; CHECK-NEXT: %[[ARRAY:.*]] = alloca [8 x i32], align 4
; CHECK-NOT: alloca
; CHECK-NOT: @llvm.stack
; CHECK: store i32 %{{.*}}, ptr %[[ARRAY]]
; UNKNOWN: error: cannot read the SPIR-V module: function 'unknown' makes a variable-length array of a size that only the run knows
; KEPT: error: cannot read the SPIR-V module: function 'kept' makes variable-length arrays in a loop that may be in use in later rounds

;--- known.ll
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
define spir_kernel void @known(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %stack = call ptr @llvm.stacksave.p0()
  %array = alloca i32, i32 8
  store i32 %i, ptr %array
  %last = getelementptr i32, ptr %array, i32 7
  store i32 %n, ptr %last
  %x = load <8 x i32>, ptr %array
  store <8 x i32> %x, ptr addrspace(1) %p
  call void @llvm.stackrestore.p0(ptr %stack)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

;--- unknown.ll
define spir_kernel void @unknown(ptr addrspace(1) %p, i32 %n) {
  %array = alloca i32, i32 %n
  store i32 1, ptr %array
  %x = load i32, ptr %array
  store i32 %x, ptr addrspace(1) %p
  ret void
}

;--- kept.ll
define spir_kernel void @kept(ptr addrspace(1) %p, i32 %n) {
entry:
  %first = alloca i32
  store i32 0, ptr %first
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %before = phi ptr [ %first, %entry ], [ %array, %loop ]
  %array = alloca i32, i32 8
  %x = load i32, ptr %before
  %sum = add i32 %x, %i
  store i32 %sum, ptr %array
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  store i32 %sum, ptr addrspace(1) %p
  ret void
}
