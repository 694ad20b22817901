; A table with an entry for each round: found, made and remembered, or made without.
; RUN: heddle-opt --passes=lower-packed-blocks %s | FileCheck %s

; CHECK-LABEL: define void @k.entry(
; CHECK:         %packed_block = alloca [1024 x i8], align 64
; CHECK:         %packed_blocks = load ptr, ptr {{.*}}
; CHECK:         %launch = load i64, ptr
; CHECK:         [[HAS:%.*]] = icmp ne ptr %packed_blocks, null
; CHECK:         [[OWNER:%.*]] = load i64, ptr %packed_blocks
; CHECK:         icmp ne i64 [[OWNER]], %launch
; CHECK:         call void @llvm.memset.p0.i64(ptr align 64 {{.*}}, i8 0, i64 16384, i1 false)
; CHECK:         store i64 %launch, ptr %packed_blocks
; CHECK:         [[INSIDE:%.*]] = icmp ult i64 %round, 1024
; CHECK:         icmp ne ptr %first, %scratch
; CHECK:         br i1 {{.*}}, label %packed.look, label %packed.make, !prof
; CHECK:       packed.look:
; CHECK:         [[ENTRIES:%.*]] = getelementptr inbounds i8, ptr %packed_blocks, i64 64
; CHECK:         [[BLOCKS:%.*]] = getelementptr inbounds i8, ptr %packed_blocks, i64 16448
; CHECK:         br i1 {{.*}}, label {{%.*}}, label %packed.remember, !prof
; CHECK:       packed.remember:
; CHECK:         store ptr %first
; CHECK:         store i64 %distance
; CHECK:       packed.make:
; CHECK:         [[TO:%.*]] = phi ptr [ %packed_block, {{%.*}} ], [ {{%.*}}, %packed.remember ]
; CHECK:         call void @pack(ptr %first, i64 %distance, ptr [[TO]]) [[INLINE:#[0-9]+]]
; CHECK:         %packed = phi ptr [ {{%.*}}, %packed.look ], [ [[TO]], %packed.make ]
; CHECK:         store ptr %packed, ptr %first
; CHECK:       "heddle-packed-blocks"="1065024"
; CHECK:       attributes [[INLINE]] = { alwaysinline }
define void @k.entry(ptr readonly %arguments, ptr readonly %nd_range, i64 %round, i64 %distance, ptr readnone captures(none) %worker) {
  %scratch = alloca [1024 x i8], align 64
  %first = load ptr, ptr %arguments
  %packed = call ptr @heddle.packed_block.p(ptr %first, i64 %distance, ptr %scratch, i64 %round, i64 1024, ptr @pack)
  store ptr %packed, ptr %first
  ret void
}

declare ptr @heddle.packed_block.p(ptr, i64, ptr, i64, i64, ptr)

define internal void @pack(ptr %first, i64 %distance, ptr %to) {
  ret void
}
