// What cannot be written is an error that says so, whatever stops it: a full disk, or the limit on
// file sizes, which is a signal for those who do not ignore it.
// RUN: not heddlec %s --target=x86-64-v3 --emit=asm -o /dev/full 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: not bash -c 'heddlec %s --target=x86-64-v3 --emit=asm -o - > /dev/full' 2>&1 | FileCheck %s --check-prefix=RESULT
// RUN: not bash -c 'heddlec --help > /dev/full' 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: not bash -c 'ulimit -f 0; exec heddlec %s --target=x86-64-v3 --emit=asm -o %t.s' 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: not bash -c 'ulimit -f 0; exec heddlec %s --target=x86-64-v3 -o %t.so' 2>&1 | FileCheck %s --check-prefix=LINK

// FULL: heddlec: cannot write '/dev/full': No space left on device
// RESULT: heddlec: cannot write the result: No space left on device
// OUTPUT: heddlec: cannot write to standard output: No space left on device
// LIMIT: heddlec: cannot write '{{.*}}.s': File too large
// LINK: error: cannot write an object into memory: File too large
kernel void twice(global int *x) { x[get_global_id(0)] *= 2; }
