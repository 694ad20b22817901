// A struct that is passed by value is copied from where it lies, which may be packed.
// RUN: heddlec %s --target=x86-64-v3 -o %t --sub-group-size=1 --print-after=inline-functions 2>&1 | FileCheck %s

// CHECK-LABEL: define internal i64 @sum(
// CHECK:       [[COPY:%.*]] = alloca {{.*}}, align 16
// CHECK:       memcpy{{.*}}(ptr align 16 [[COPY]], ptr align 1 %s, i64 32,
struct Packed {
  short shorts[8];
  ulong2 longs;
} __attribute__((packed));

__attribute__((noinline)) ulong sum(struct Packed s) { return s.longs.x + s.longs.y + s.shorts[1]; }

kernel void k(global struct Packed *structs, global ulong *sums) {
  size_t i = get_global_id(0);
  struct Packed s = structs[i];
  s.shorts[1] += (short)i;
  sums[i] = sum(s);
}
