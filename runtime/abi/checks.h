/* What kernels that are compiled with checks (CompileRequest::checks) and the runtime tell each
 * other. Plain C: compiler/strict/lower_findings.cpp mirrors the layouts in LLVM IR. */
#ifndef HEDDLE_RUNTIME_ABI_CHECKS_H
#define HEDDLE_RUNTIME_ABI_CHECKS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum HeddleFindingKind {
#define HEDDLE_FINDING_KIND(enumerator, name, rule, section) heddleFinding_##enumerator,
#include "runtime/abi/finding_kinds.def"
  heddleFindingKinds
} HeddleFindingKind;

/* What is done at a place. */
enum {
  heddleReads = 1,
  heddleWrites = 2,
  heddleAtomic = 4,       /* or volatile */
  heddleWaits = 8,        /* in a loop that does nothing but wait for another value */
  heddleOfSubGroup = 16,  /* all lanes together access so many bytes */
  heddleOfWorkGroup = 32, /* a copy that all work-items begin together; or all of them meet */
  heddleLocal = 64,       /* memory that is accessed, or of which a barrier orders accesses */
  heddleGlobal = 128,
  heddleHasValue = 256,   /* what is written is known */
  heddleWantsValue = 512, /* what is read must have been written; of local memory by the
                             work-group, all of whose writes are traced */
  heddleMeets = 1024,     /* no access: work-items meet here */
  heddleByHabit = 2048,   /* no specification says that accesses are ordered here */
  heddleBarrier = 4096,   /* of the work-group */
  heddleImage = 8192,     /* as heddleLocal, of images */
  heddleRestrict = 16384, /* through an argument that is `restrict` */
  heddleRows = 32768,     /* several rows, of the bytes each: the value is the distance of two, and
                             in the upper 16 bits how many */
  heddlePair = 65536,     /* of two sub-groups, whose numbers differ in the lowest bit */
  heddleAwaitsCopies = 131072, /* those that the work-group has begun */
  heddleHasLength = 262144,    /* the value is how many bytes each lane accesses */
  heddleReleases = 524288,     /* what came before, for those in heddleOrderScope */
  heddleAcquires = 1048576,
  heddleFollowed = 2097152, /* all that may order accesses of the kernel's work-items is told */
  heddleOrderScopeShift = 22,
  heddleOrderScope = 3 << heddleOrderScopeShift, /* heddleScopeWorkItem and so on */
  heddleSameInGroup = 1 << 24, /* no access: an operand, the value, which all work-items of the
                                  work-group give alike; a pointer where it reads or writes */
  heddleArrives = 1 << 25,     /* the first half of a split barrier */
  heddleHasArrived = 1 << 26   /* the second one */
};

/* How far two work-items are from one another, and how far atomic operations reach. */
enum { heddleScopeWorkItem, heddleScopeSubGroup, heddleScopeWorkGroup, heddleScopeDevice };

/* A place in a kernel at which something may be found. Lies in the kernel binary. */
typedef struct HeddlePlace {
  const char *kernel;
  const char *file; /* "" where the program names none */
  const char
      *subject;   /* the variable or argument that is accessed, or the function called; or "" */
  uint64_t bytes; /* of an access, 0 where they are not constant */
  uint64_t objectSize; /* bytes of the variable that is accessed, 0 for arguments */
  uint32_t line;       /* 0 where the program names none */
  uint32_t column;
  uint32_t alignment; /* of an access, bytes */
  int32_t argument;   /* number of the one that is accessed, -1 for none */
  uint32_t kind;     /* HeddleFindingKind; of an access outOfBounds, which also stands for the three
                        behind it */
  uint32_t access;   /* heddleReads and so on */
  uint32_t lanes;    /* of a sub-group */
  uint16_t scope;    /* of an atomic operation */
  uint16_t ordered;  /* work-items that are no further apart may order their accesses by atomics of
                        the kernel, and no race is looked for */
  uint64_t reported; /* one bit for each kind; the runtime's, which sets them atomically */
} HeddlePlace;

/* What an argument that is a pointer leads to. Arguments of which nothing is known have all of
 * memory. */
typedef struct HeddleArgumentRange {
  uint64_t before;   /* bytes of the object in front of the pointer */
  uint64_t size;     /* bytes of the object in all */
  uint64_t writable; /* as many, or none if kernels may not write it */
  uint64_t readable; /* likewise, if they may not read it */
  uint64_t written;  /* bytes from the beginning on that have been written before the launch; behind
                        them there are some that have not, and maybe others that have. None where
                        kernels may not read */
} HeddleArgumentRange;

/* Where the work-items are that found something: the numbers of their work-group and, in it, of the
 * first lane's work-item; one bit for each lane. */
typedef struct HeddleFinders {
  uint64_t group[3];
  uint64_t firstItem;
  uint64_t lanes;
  const uint64_t *values; /* that they have found, of all lanes; null where it is one for all */
} HeddleFinders;

/* What each lane of a sub-group is about to access. */
typedef struct HeddleTouch {
  uint64_t bytes;
  uint64_t address;          /* of lane 0; the others' are `step` behind one another */
  uint64_t step;             /* bytes */
  const uint64_t *addresses; /* where they are not: of all lanes */
  const uint64_t *values;    /* heddleHasValue: of all lanes, in the low bytes, or of one for all */
  uint64_t valueStep;        /* 0 or 1 */
} HeddleTouch;

#ifdef __cplusplus
}
#endif

#endif
