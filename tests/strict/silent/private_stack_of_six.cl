// global: 8
// local: 8
// argument: buffer 32
// As deep as it gets.
void push(int **top, int value) {
  *(*top)++ = value;
}

int pop(int **top) {
  return *--(*top);
}

kernel void private_stack_of_six(global int *out) {
  int places[6], *top = places, sum = 0;
  push(&top, 1);
  while (top != places) {
    int value = pop(&top);
    sum += value;
    if (value < 32) {
      push(&top, 2 * value);
      push(&top, 2 * value + 1);
    }
  }
  out[get_global_id(0)] = sum;
}
