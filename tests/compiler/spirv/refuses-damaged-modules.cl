// A module that was cut off, that is none, or that wants what is missing: an error and no crash.

// RUN: heddlec %S/round-trip.cl --emit=spirv -o %t.spv
// RUN: head -c 400 %t.spv > %t.cut.spv
// RUN: not heddlec %t.cut.spv --target=x86-64-v3 -o %t.hdl 2>&1 | FileCheck --check-prefix=CUT %s
// CUT: error: invalid SPIR-V module:

// RUN: head -c 403 %t.spv > %t.odd.spv
// RUN: not heddlec %t.odd.spv --target=x86-64-v3 -o %t.hdl 2>&1 | FileCheck --check-prefix=ODD %s
// ODD: error: invalid SPIR-V module: it has 403 bytes, expected a header and a whole number of words

// RUN: printf '\003\002\043\007\000\000\001\000\000\000\000\000\010\000\000\000\000\000\000\000\021\000\002\000\021\000\000\000' > %t.pipes.spv
// RUN: not heddlec %t.pipes.spv --target=x86-64-v3 -o %t.hdl 2>&1 | FileCheck --check-prefix=PIPES %s
// PIPES: error: invalid SPIR-V module: word 5, OpCapability: capability Pipes is not supported
