// An array of which as much is read as was written.
// global: 16
// argument: buffer 1024
kernel void stack_of_a_walk(global int *tree) {
  int stack[16], top = 0, sum = 0;
  stack[top++] = 0;
  while (top > 0) {
    int node = stack[--top];
    sum += tree[node];
    if (2 * node + 2 < 31) {
      stack[top++] = 2 * node + 1;
      stack[top++] = 2 * node + 2;
    }
  }
  tree[100 + get_global_id(0)] = sum;
}
