// InstCombine runs behind the vectorizer half as often where the function is long.
// RUN: heddlec %s --kernel=short_one --emit=llvm --target=x86-64-v4 --print-after=InstCombinePass -o %t.ll > %t.short
// RUN: heddlec %s --kernel=long_one --emit=llvm --target=x86-64-v4 --print-after=InstCombinePass -o %t.ll > %t.long
// RUN: grep -c "^; after" %t.short | FileCheck %s --check-prefix=SHORT
// RUN: grep -c "^; after" %t.long | FileCheck %s --check-prefix=LONG
// SHORT: {{^12$}}
// LONG: {{^8$}}

#define ONE x = (x ^ *p++) * 5;
#define TEN ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

kernel void short_one(global uint *out, constant uint *p) {
  uint x = out[get_global_id(0)];
  TEN
  out[get_global_id(0)] = x;
}

kernel void long_one(global uint *out, constant uint *p) {
  uint x = out[get_global_id(0)];
  HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED
  out[get_global_id(0)] = x;
}
