; Where one access goes along dimension 0 and another one along dimension 1, the stores have it, and the
; kernel says that it accesses lines along both: work-groups are squares then.
; RUN: heddle-opt --passes=exchange-dimensions %s | FileCheck %s

; out[x * n + y] = in[y * n + x]
; CHECK-LABEL: define void @scattered
; CHECK-SAME:    #[[EXCHANGED:[0-9]+]]
; CHECK:         %x = call i64 @heddle.global_id(i32 1)
define void @scattered(ptr addrspace(1) %out, ptr addrspace(1) %in, i64 %n) #0 {
  %x = call i64 @heddle.global_id(i32 0)
  %y = call i64 @heddle.global_id(i32 1)
  %down = mul i64 %y, %n
  %from = add i64 %down, %x
  %across = mul i64 %x, %n
  %to = add i64 %across, %y
  %source = getelementptr float, ptr addrspace(1) %in, i64 %from
  %target = getelementptr float, ptr addrspace(1) %out, i64 %to
  %value = load float, ptr addrspace(1) %source
  store float %value, ptr addrspace(1) %target
  ret void
}

; out[y * n + x] = in[x * n + y]
; CHECK-LABEL: define void @gathered
; CHECK-SAME:    #[[CROSSES:[0-9]+]]
; CHECK:         %x = call i64 @heddle.global_id(i32 0)
define void @gathered(ptr addrspace(1) %out, ptr addrspace(1) %in, i64 %n) #0 {
  %x = call i64 @heddle.global_id(i32 0)
  %y = call i64 @heddle.global_id(i32 1)
  %across = mul i64 %x, %n
  %from = add i64 %across, %y
  %down = mul i64 %y, %n
  %to = add i64 %down, %x
  %source = getelementptr float, ptr addrspace(1) %in, i64 %from
  %target = getelementptr float, ptr addrspace(1) %out, i64 %to
  %value = load float, ptr addrspace(1) %source
  store float %value, ptr addrspace(1) %target
  ret void
}

; Four reads that lie side by side are worth more than one store that does: out[x * n + y].
; CHECK-LABEL: define void @mostly_read
; CHECK-SAME:    #[[CROSSES]]
; CHECK:         %x = call i64 @heddle.global_id(i32 0)
define void @mostly_read(ptr addrspace(1) %out, ptr addrspace(1) %in, i64 %n) #0 {
  %x = call i64 @heddle.global_id(i32 0)
  %y = call i64 @heddle.global_id(i32 1)
  %down = mul i64 %y, %n
  %from = add i64 %down, %x
  %across = mul i64 %x, %n
  %to = add i64 %across, %y
  %first = getelementptr float, ptr addrspace(1) %in, i64 %from
  %second = getelementptr float, ptr addrspace(1) %first, i64 %n
  %third = getelementptr float, ptr addrspace(1) %second, i64 %n
  %fourth = getelementptr float, ptr addrspace(1) %third, i64 %n
  %a = load float, ptr addrspace(1) %first
  %b = load float, ptr addrspace(1) %second
  %c = load float, ptr addrspace(1) %third
  %d = load float, ptr addrspace(1) %fourth
  %ab = fadd float %a, %b
  %cd = fadd float %c, %d
  %sum = fadd float %ab, %cd
  %target = getelementptr float, ptr addrspace(1) %out, i64 %to
  store float %sum, ptr addrspace(1) %target
  ret void
}

; Rows in local memory are no lines.
; CHECK-LABEL: define void @local
; CHECK-SAME:    #[[PLAIN:[0-9]+]]
define void @local(ptr addrspace(3) %out, ptr addrspace(1) %in, i64 %n) #0 {
  %x = call i64 @heddle.global_id(i32 0)
  %y = call i64 @heddle.global_id(i32 1)
  %down = mul i64 %y, %n
  %from = add i64 %down, %x
  %across = mul i64 %x, %n
  %to = add i64 %across, %y
  %source = getelementptr float, ptr addrspace(1) %in, i64 %from
  %target = getelementptr float, ptr addrspace(3) %out, i64 %to
  %value = load float, ptr addrspace(1) %source
  store float %value, ptr addrspace(3) %target
  ret void
}

declare i64 @heddle.global_id(i32)

attributes #0 = { "heddle-kernel" }
; CHECK-DAG: attributes #[[EXCHANGED]] = {{.*}}"heddle-crosses-rows"{{.*}}"heddle-first-dimension"="1"
; CHECK-DAG: attributes #[[CROSSES]] = { "heddle-crosses-rows" "heddle-kernel" }
; CHECK-DAG: attributes #[[PLAIN]] = { "heddle-kernel" }
