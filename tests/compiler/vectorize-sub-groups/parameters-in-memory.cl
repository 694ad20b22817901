// A parameter that lies in memory, of a function that stays one, is described once: as an array of
// all lanes.
// RUN: heddlec %s --target=x86-64-v3 --sub-group-size=8 --emit=llvm -o - -- -g | FileCheck %s
// RUN: heddlec %s --target=x86-64-v3 --sub-group-size=8 --emit=asm -o /dev/null -- -g

// CHECK: define internal {{.*}}@changed.{{.*}} !dbg ![[FUNCTION:[0-9]+]]
// CHECK: #dbg_declare(ptr %{{.*}}, ![[ALL:[0-9]+]], !DIExpression()
// CHECK-DAG: ![[FUNCTION]] = distinct !DISubprogram(name: "changed", {{.*}} retainedNodes: ![[RETAINED:[0-9]+]])
// CHECK-DAG: ![[ALL]] = !DILocalVariable(name: "words", arg: 1, {{.*}} type: ![[ARRAY:[0-9]+]])
// CHECK-DAG: ![[ARRAY]] = !DICompositeType(tag: DW_TAG_array_type
// CHECK-DAG: ![[RETAINED]] = !{![[FACTOR:[0-9]+]]}
// CHECK-DAG: ![[FACTOR]] = !DILocalVariable(name: "by"
typedef struct {
  uint x[8];
} Words;
__attribute__((noinline)) Words changed(Words words, uint by) {
  words.x[by & 7u] += by;
  return words;
}
kernel void k(global const uint *in) {
  Words words;
  for (int j = 0; j < 8; ++j)
    words.x[j] = in[get_global_id(0) + j];
  words = changed(words, in[get_global_id(0)]);
  for (;;) {
  }
}
