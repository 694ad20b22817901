/* The C signature of a compiled kernel's range function. Plain C: the compiler mirrors these
 * layouts in LLVM IR (compiler/workgroup/work_group_entry_point.cpp asserts the offsets). */
#ifndef HEDDLE_RUNTIME_ABI_ENTRY_POINT_H
#define HEDDLE_RUNTIME_ABI_ENTRY_POINT_H

#include "runtime/abi/checks.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One ND-range, constant for the whole command and shared by all workers. Unused dimensions have
 * size 1 and offset 0. Sizes are in work-items, numGroups in work-groups. */
typedef struct HeddleNdRange {
  uint64_t globalOffset[3];
  uint64_t globalSize[3];
  uint64_t localSize[3]; /* the enqueued local size; trailing work-groups may be smaller */
  uint64_t numGroups[3]; /* ceil(globalSize / localSize) */
  uint32_t workDim;      /* 1, 2 or 3 */
  uint32_t joined;       /* 1: the work-groups are not those that the application enqueued; all of
                            its own were of the enqueued size */
} HeddleNdRange;

/* One argument of a printf call after the format: what its bytes are. They lie in the values of the
 * call at `offset`, elements one behind the other as in memory. */
enum {
  heddlePrintInteger = 0, /* 1, 2, 4 or 8 bytes; the format says whether it has a sign */
  heddlePrintFloat = 1,   /* 4 or 8 bytes */
  heddlePrintPointer = 2, /* 8 bytes, never followed */
  heddlePrintString = 3   /* 8 bytes: a pointer to constant memory, where %s may follow it */
};
typedef struct HeddlePrintArgument {
  uint8_t kind;
  uint8_t elementSize; /* bytes */
  uint16_t elements;   /* of a vector; 1 for a scalar */
  uint32_t offset;     /* bytes, a multiple of elementSize */
} HeddlePrintArgument;

/* Added to the number of a panel's table: without it a kernel is as quick, but where many
 * sub-groups of a worker share it. */
enum { heddlePanelForMany = 64 };
typedef struct HeddlePanel {
  void *memory;
  uint64_t isNew; /* 0 or 1 */
} HeddlePanel;

/* What one worker thread lends to the work-groups that it runs, one after another. The sizes come
 * from the kernel's metadata (and the dynamic local arguments) and are checked before the
 * launch. */
typedef struct HeddleWorkerContext {
  void *localMemory; /* static and dynamic local memory of one work-group, 128-byte aligned */
  void *frames;      /* suspended sub-groups of one work-group, aligned as the metadata says */
  /* printf of one work-item: OpenCL C's result, 0 or -1. `format` ends in a zero; `arguments` has
   * `count` entries. Called on the thread that runs the work-group. */
  int32_t (*print)(struct HeddleWorkerContext *worker, const char *format,
                   const HeddlePrintArgument *arguments, uint32_t count, const void *values);
  /* With these a kernel tells the address spaces of generic pointers apart: what is neither local
   * memory, which ends where `frames` begins, nor private is global. */
  void *framesEnd; /* the first byte behind the memory of `frames` */
  void *stackEnd;  /* the stack of the work-group lies below */
  /* Memory of so many bytes for a panel of a matrix in the form that a kernel wants it in, 64-byte
   * aligned: with what the kernel has written to it in this launch when it asked for the same
   * table, a number below 64, the same number of bytes and the same keys, up to 8; or to be written
   * now (isNew). It may be lent to another panel after the fourth call from this one on. No memory
   * if there is none, or if the kernel does better without: with heddlePanelForMany, where a worker
   * has few sub-groups of the launch. May be null itself. */
  HeddlePanel (*panel)(struct HeddleWorkerContext *worker, uint32_t table, uint64_t bytes,
                       const uint64_t *keys, uint32_t count);
  /* One range for each argument, for kernels that ask (KernelMetadata::asksRanges) and with checks.
   * For those with checks, null for others: what is called with each finding. `value` is what the
   * place's kind says: of an access, the offset of its first byte in the object, or its address
   * where the place names no object; of a function, a bit for each lane that takes part; of an
   * operand, its value. */
  const HeddleArgumentRange *ranges;
  void (*found)(struct HeddleWorkerContext *worker, HeddlePlace *place,
                const HeddleFinders *finders, uint64_t value);
  /* Whether `touched` is to be called for this work-group, with each access to memory that
   * work-items share, and wherever they meet. */
  uint64_t traced;
  void (*touched)(struct HeddleWorkerContext *worker, HeddlePlace *place,
                  const HeddleFinders *finders, const HeddleTouch *touch);
  /* 1: stores that KernelMetadata::streamedBytes is about go past the caches; 0: they do not. */
  uint64_t streams;
} HeddleWorkerContext;

/* Runs the work-groups firstGroup .. firstGroup + groupCount - 1. A kernel numbers them as it
 * likes, each once; most with dimension 0 fastest: x + y * numGroups[0] + z * numGroups[0] *
 * numGroups[1].
 *
 * arguments: the argument block (kernel_metadata.hpp says where each argument lies). By-value
 * arguments hold their bytes, buffers hold the 64-bit address, local pointers hold the byte offset
 * from HeddleWorkerContext::localMemory, so that one block serves all workers: in the low 32 bits,
 * and in the high ones the distance of what the next one of joined work-groups, or the next copy,
 * has. */
typedef void (*HeddleKernelEntry)(const void *arguments, const HeddleNdRange *ndRange,
                                  uint64_t firstGroup, uint64_t groupCount,
                                  HeddleWorkerContext *worker);

#ifdef __cplusplus
}
#endif

#endif
