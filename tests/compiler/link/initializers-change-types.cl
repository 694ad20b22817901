// RUN: heddlec --compile %s -o %t.spv -- -cl-std=CL3.0 -DDEFINE
// RUN: heddlec --link %s %t.spv --target=x86-64-v3 -o %t.hdl -- -cl-std=CL3.0
// An initializer has its own type where a struct has padding or a union: the size is what counts.
typedef struct { char c; int i; } Padded;
typedef union { float f; int i; char bytes[8]; } Either;
#ifdef DEFINE
global Padded padded = {1, 2};
constant Either one = {.i = 3};
constant Either several[2] = {{.i = 3}, {.f = 1.0f}};
constant Padded open[3] = {{1, 2}, {3, 4}, {5, 6}};
#else
extern global Padded padded;
extern constant Either one;
extern constant Either several[2];
extern constant Padded open[];
kernel void k(global int *p) {
  p[0] = padded.i + one.i + several[p[1] & 1].i + open[p[2] & 1].c;
}
#endif
