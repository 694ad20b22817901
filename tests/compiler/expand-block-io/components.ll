; What a work-item has of a block depends on the sub-group size: 32 bytes of a row are two bytes for each
; of 16 lanes and four for each of 8. Private memory is aligned as the elements are.
; RUN: heddle-opt --passes=expand-block-io %s | FileCheck %s

; CHECK-LABEL: @sixteen(
; CHECK: [[V:%.*]] = call <2 x i16> @heddle.block_read_2d.{{.*}}(ptr addrspace(1) %m, i64 64, i64 8, i64 64, i64 %x, i64 %y, i32 1, i32 32, i32 2, i32 1, i32 0)
; CHECK: [[V1:%.*]] = extractelement <2 x i16> [[V]], i64 1
; CHECK: [[P1:%.*]] = getelementptr i8, ptr %v, i64 2
; CHECK: store i16 [[V1]], ptr [[P1]], align 1
define void @sixteen(ptr addrspace(1) %m, i64 %x, i64 %y) #0 !intel_reqd_sub_group_size !0 {
  %v = alloca [4 x i8]
  call void @heddle.block_load_2d.voidp1i64i64i64i64i64i32i32i32i32i32p0(ptr addrspace(1) %m, i64 64, i64 8, i64 64, i64 %x, i64 %y, i32 1, i32 32, i32 2, i32 1, i32 0, ptr %v)
  ret void
}

; CHECK-LABEL: @prefetched(
; CHECK-NEXT: ret void
define void @prefetched(ptr addrspace(1) %m, i64 %x, i64 %y) #0 {
  call void @heddle.block_prefetch_2d.voidp1i64i64i64i64i64i32i32i32i32i32(ptr addrspace(1) %m, i64 64, i64 8, i64 64, i64 %x, i64 %y, i32 1, i32 32, i32 2, i32 1, i32 0)
  ret void
}

; CHECK-LABEL: @eight(
; CHECK: [[C:%.*]] = load i32, ptr %{{.*}}, align 1
; CHECK: call void @heddle.block_write_2d.{{.*}}(ptr addrspace(1) %m, i64 64, i64 8, i64 64, i64 %x, i64 %y, i32 1, i32 32, i32 1, i32 1, i32 0, i32 [[C]])
define void @eight(ptr addrspace(1) %m, i64 %x, i64 %y) #0 !intel_reqd_sub_group_size !1 {
  %v = alloca [4 x i8]
  call void @heddle.block_store_2d.voidp1i64i64i64i64i64i32i32i32i32i32p0(ptr addrspace(1) %m, i64 64, i64 8, i64 64, i64 %x, i64 %y, i32 1, i32 32, i32 1, i32 1, i32 0, ptr %v)
  ret void
}

declare void @heddle.block_load_2d.voidp1i64i64i64i64i64i32i32i32i32i32p0(ptr addrspace(1), i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, ptr)
declare void @heddle.block_store_2d.voidp1i64i64i64i64i64i32i32i32i32i32p0(ptr addrspace(1), i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, ptr)
declare void @heddle.block_prefetch_2d.voidp1i64i64i64i64i64i32i32i32i32i32(ptr addrspace(1), i64, i64, i64, i64, i64, i32, i32, i32, i32, i32)
attributes #0 = { "heddle-kernel" }
!0 = !{i32 16}
!1 = !{i32 8}
