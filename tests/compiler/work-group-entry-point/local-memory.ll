; __local variables get offsets, the most aligned first; a local pointer argument arrives as an
; offset.
; RUN: heddle-opt --passes=work-group-entry-point %s | FileCheck %s

@k.small = internal addrspace(3) global i32 poison, align 4
@k.large = internal addrspace(3) global [16 x <4 x float>] poison, align 16
@other = internal addrspace(3) global [1024 x i8] poison

; CHECK-NOT:   @k.small
; CHECK-LABEL: define dso_local void @k.entry(
; CHECK:         %local_memory = load ptr, ptr %worker, align 8, !align
; CHECK:         %local_base = addrspacecast ptr %local_memory to ptr addrspace(3)
; CHECK:         %k.large = getelementptr inbounds i8, ptr addrspace(3) %local_base, i64 0
; CHECK:         %k.small = getelementptr inbounds i8, ptr addrspace(3) %local_base, i64 256
; CHECK:         [[OFFSET:%.*]] = load i64, ptr {{.*}}, align 8
; CHECK:         %q = getelementptr i8, ptr addrspace(3) %local_base, i64 [[OFFSET]]
; CHECK:         store i32 1, ptr addrspace(3) %k.small
; CHECK:       "heddle-local-size"="260"

define void @k(ptr addrspace(3) %q) #0 {
  ret void
}

define void @k.lane(ptr addrspace(3) %q) #1 {
  store i32 1, ptr addrspace(3) @k.small
  store i32 2, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @k.large, i64 32)
  store i32 3, ptr addrspace(3) %q
  ret void
}

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="1" }
attributes #1 = { "heddle-variant"="lane" "heddle-sub-group-size"="1" }
