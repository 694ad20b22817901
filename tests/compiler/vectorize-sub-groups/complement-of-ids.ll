; The complement of what grows from lane to lane falls, whichever operand is all ones.
; RUN: vectorizer-fuzz %s

declare i64 @heddle.local_id(i32)

define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) "heddle-kernel" {
entry:
  %wide = call i64 @heddle.local_id(i32 0)
  %id = trunc i64 %wide to i32
  %left = xor i32 -1, %id
  %isOdd = and i32 %left, 1
  %some = icmp eq i32 %isOdd, 0
  br i1 %some, label %store, label %done
store:
  %right = xor i32 %id, -1
  %index = and i32 %right, 255
  %place = getelementptr i32, ptr addrspace(1) %out, i32 %index
  store i32 %left, ptr addrspace(1) %place
  br label %done
done:
  ret void
}
