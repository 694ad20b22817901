// What is added to is read, and so is what an atomic operation adds to.
// global: 16
// argument: write-only 64
// argument: write-only 4
kernel void write_only_sum(global int *a, global int *sum) {
  int i = get_global_id(0);
  a[i] = i;
  a[i] += 2; // finds: write-only-memory
  atomic_add(sum, i); // finds: write-only-memory
}
