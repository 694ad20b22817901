// Votes and ballots are masks of a register; reductions, scans and clusters go in rounds of shuffles
// by constants. Nothing is done lane by lane.
// RUN: heddlec %s --emit=asm --sub-group-size=8 --target=x86-64-v3 | FileCheck %s --check-prefix=AVX2
// RUN: heddlec %s --emit=asm --sub-group-size=16 --target=x86-64-v4 | FileCheck %s --check-prefix=AVX512

// AVX2-LABEL: ballot.entry:
// AVX2: vmovmskps
// AVX512-LABEL: ballot.entry:
// AVX512: kmov
kernel void ballot(global uint *a) {
  size_t i = get_global_id(0);
  a[i] = sub_group_ballot(a[i] > 5).x;
}

// AVX2-LABEL: vote.entry:
// AVX2: {{vtestps|vmovmskps|vptest}}
// AVX512-LABEL: vote.entry:
// AVX512: {{kortest|kmov}}
kernel void vote(global uint *a) {
  size_t i = get_global_id(0);
  a[i] = sub_group_non_uniform_any(a[i] > 5);
}

// Three rounds of eight lanes, four of sixteen; the last is an addition of scalars.
// AVX2-LABEL: sum.entry:
// AVX2: vextract{{[if]}}128
// AVX2-COUNT-2: vpaddd
// AVX512-LABEL: sum.entry:
// AVX512: vextract{{[if]}}64x4
// AVX512-COUNT-3: vpaddd
kernel void sum(global uint *a) {
  size_t i = get_global_id(0);
  a[i] = sub_group_reduce_add(a[i]);
}

// AVX2-LABEL: scan.entry:
// AVX2-COUNT-3: vpaddd
// AVX512-LABEL: scan.entry:
// AVX512-COUNT-4: vpaddd
kernel void scan(global uint *a) {
  size_t i = get_global_id(0);
  a[i] = sub_group_scan_inclusive_add(a[i]);
}

// Clusters of four stay within 128 bits.
// AVX2-LABEL: cluster.entry:
// AVX2-COUNT-2: vpmaxud
// AVX512-LABEL: cluster.entry:
// AVX512: vpshufd
// AVX512: vpmaxud
// AVX512: vpshufd
// AVX512: vpmaxud
kernel void cluster(global uint *a) {
  size_t i = get_global_id(0);
  a[i] = sub_group_clustered_reduce_max(a[i], 4);
}
