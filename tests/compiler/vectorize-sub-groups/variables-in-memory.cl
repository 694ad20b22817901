// Debuggers see a variable of each lane as an array, and the kernel as a function inside of its entry
// point; with optimization they see what the lanes share.
// RUN: heddlec %s --target=x86-64-v3 --sub-group-size=8 --emit=llvm -o - -- -g -cl-opt-disable | FileCheck %s
// RUN: heddlec %s --target=x86-64-v3 --sub-group-size=8 --emit=llvm -o - -- -g | FileCheck %s --check-prefix=OPTIMIZED

// CHECK: define {{.*}}@k.entry({{.*}} !dbg ![[ENTRY:[0-9]+]]
// CHECK: #dbg_declare(ptr %{{.*}}, ![[VARIABLE:[0-9]+]], !DIExpression(), ![[PLACE:[0-9]+]])
// CHECK: store volatile <8 x float>
// CHECK-DAG: ![[ENTRY]] = distinct !DISubprogram(name: "k.entry"
// CHECK-DAG: distinct !DISubprogram(name: "k", linkageName: "k"
// CHECK-DAG: ![[LANES:[0-9]+]] = !{![[RANGE:[0-9]+]]}
// CHECK-DAG: ![[RANGE]] = !DISubrange(count: 8, lowerBound: 0)
// CHECK-DAG: ![[ARRAY:[0-9]+]] = !DICompositeType(tag: DW_TAG_array_type, {{.*}}, size: 256, elements: ![[LANES]])
// CHECK-DAG: !DILocalVariable(name: "twice", {{.*}} type: ![[ARRAY]])

// OPTIMIZED-NOT: store volatile
// OPTIMIZED: #dbg_value(float %{{.*}}, ![[BY:[0-9]+]], !DIExpression()
// OPTIMIZED: ![[BY]] = !DILocalVariable(name: "by"
kernel void k(global float *x, float by) {
  float twice = x[get_global_id(0)] * by;
  x[get_global_id(0)] = twice;
}
