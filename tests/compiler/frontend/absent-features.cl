// Pipes and queues on the device are not reported, and a program that uses them is told which it is.
// RUN: not heddlec %s --target=x86-64-v3 -o %t -- -cl-std=CL3.0 -DPIPES 2>&1 | FileCheck %s --check-prefix=PIPES
// RUN: not heddlec %s --target=x86-64-v3 -o %t -- -cl-std=CL2.0 -DPIPES 2>&1 | FileCheck %s --check-prefix=PIPES-2
// RUN: not heddlec %s --target=x86-64-v3 -o %t -- -cl-std=CL2.0 -DENQUEUE 2>&1 | FileCheck %s --check-prefix=ENQUEUE
// RUN: not heddlec %s --target=x86-64-v3 -o %t -- -cl-std=CL3.0 -DENQUEUE 2>&1 | FileCheck %s --check-prefix=ENQUEUE-3

#if defined(__opencl_c_pipes) || defined(__opencl_c_device_enqueue)
#error "a macro of something that is not reported"
#endif

#ifdef PIPES
// PIPES: error:{{.*}}pipe
// PIPES-2: error: pipes are not supported by this device
kernel void reads(read_only pipe int p, global int *o) { read_pipe(p, o); }
#endif

#ifdef ENQUEUE
// ENQUEUE: error: device-side enqueue is not supported by this device
// ENQUEUE-3: error:{{.*}}queue_t
kernel void enqueues(queue_t queue, global int *o) { o[0] = 1; }
#endif
