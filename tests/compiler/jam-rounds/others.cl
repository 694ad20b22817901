// Loops whose rounds are left one after the other.
// RUN: heddlec %s --target=x86-64-v4 --sub-group-size=16 --print-after=jam-rounds -o %t | FileCheck %s

// CHECK-NOT: jam.rounds:
// CHECK:     define {{.*}}@leaves.entry(
// CHECK-NOT: jam.rounds:

#define STEP(r) x += 0x9e3779b9u; x ^= x << (r); x = rotate(x, (r) + 1u);
#define STEPS(r) STEP(r) STEP(r + 2) STEP(r + 4) STEP(r + 6) STEP(r + 8)
#define CHAIN STEPS(3) STEPS(4) STEPS(5) STEPS(6) STEPS(7) STEPS(8) STEPS(9) STEPS(10)

// What is found often, what a round hands to the next, a short chain, and an early end.
kernel void often(global uint *found, global const uint *words, uint target, uint rounds) {
  const uint word = words[get_global_id(0)];
  for (uint round = 0; round < rounds; ++round) {
    uint x = word ^ round;
    CHAIN
    if (x < target)
      found[round] = word;
  }
}

kernel void carried(global uint *found, global const uint *words, uint target, uint rounds) {
  uint x = words[get_global_id(0)];
  for (uint round = 0; round < rounds; ++round) {
    CHAIN
    if (x == target)
      found[round] = x;
  }
}

kernel void once(global uint *found, global const uint *words, uint target, uint rounds) {
  const uint word = words[get_global_id(0)];
  for (uint round = 0; round < rounds; ++round) {
    uint x = word ^ round;
    STEPS(3)
    if (x == target)
      found[round] = word;
  }
}

kernel void leaves(global uint *found, global const uint *words, uint target, uint rounds) {
  const uint word = words[get_global_id(0)];
  for (uint round = 0; round < rounds; ++round) {
    uint x = word ^ words[round];
    CHAIN
    if (x == target) {
      found[round] = word;
      break;
    }
  }
}
