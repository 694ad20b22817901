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

enum { heddleReads = 1, heddleWrites = 2 };

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
  uint32_t access;   /* heddleReads, heddleWrites */
  uint32_t lanes;    /* of a sub-group */
  uint32_t reported; /* one bit for each kind; the runtime's, which sets them atomically */
} HeddlePlace;

/* What an argument that is a pointer leads to. Arguments of which nothing is known have all of
 * memory. */
typedef struct HeddleArgumentRange {
  uint64_t before; /* bytes of the object in front of the pointer */
  uint64_t size;   /* bytes of the object in all */
} HeddleArgumentRange;

/* Where the work-items are that found something: the numbers of their work-group and, in it, of the
 * first lane's work-item; one bit for each lane. */
typedef struct HeddleFinders {
  uint64_t group[3];
  uint64_t firstItem;
  uint64_t lanes;
} HeddleFinders;

#ifdef __cplusplus
}
#endif

#endif
