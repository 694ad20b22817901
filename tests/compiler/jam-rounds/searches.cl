// Two rounds of a search side by side, where a round is one long chain of operations.
// RUN: heddlec %s --target=x86-64-v4 --sub-group-size=16 --print-after=jam-rounds -o %t | FileCheck %s

#define STEP(r) x += 0x9e3779b9u; x ^= x << (r); x = rotate(x, (r) + 1u);
#define STEPS(r) STEP(r) STEP(r + 2) STEP(r + 4) STEP(r + 6) STEP(r + 8)
#define CHAIN STEPS(3) STEPS(4) STEPS(5) STEPS(6) STEPS(7) STEPS(8) STEPS(9) STEPS(10)

// CHECK-LABEL: define {{.*}}@search.entry(
// CHECK:      jam:
// CHECK:        %jam.patience{{.*}} = phi i32 [ 4, %{{.*}} ], [ 4, %jam.end ], [ %{{.*}}, %{{.*}} ]
// CHECK:        br i1 %{{.*}}, label %jam.rounds, label %[[ROUND:.*]]
// CHECK:      jam.rounds:
// CHECK:        %[[ONE:.*]] = tail call <16 x i32> @llvm.fshl.v16i32
// CHECK-NEXT:   %[[TWO:.*]] = tail call <16 x i32> @llvm.fshl.v16i32
// CHECK-NEXT:   add <16 x i32> %[[ONE]],
// CHECK-NEXT:   add <16 x i32> %[[TWO]],
// CHECK:        %[[RARE:.*]] = or i1
// CHECK-NEXT:   br i1 %[[RARE]], label %[[ROUND]], label %jam.end
// CHECK:      jam.end:
// CHECK:        br i1 %{{.*}}, label %{{.*}}, label %jam
kernel void search(global uint *found, global const uint *words, uint target, uint rounds) {
  const uint word = words[get_global_id(0)];
  for (uint round = 0; round < rounds; ++round) {
    uint x = word ^ round;
    CHAIN
    if (x == target)
      found[round] = word;
  }
}
