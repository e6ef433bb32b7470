/*===- tprt.h - the tensor-parallel runtime, C ABI --------------------------===
 *
 * What a partitioned program calls while it runs, and what starts its ranks.
 * No LLVM in here: a program compiled ahead of time links this library alone.
 *
 * A *world* is N ranks that run one program. On the in-process transport each
 * rank is a thread of this process. A rank finds its world through thread-local
 * state, so compiled code passes no handle around.
 *
 * Conventions
 *  - Every call that can fail returns a `tprt_status_t`; out-parameters come
 *    last. `tprt_last_error()` has the text for the calling thread.
 *  - The `tprt_*` calls in section "called from compiled code" do not return on
 *    failure: they record the error, wake the other ranks of the world and leave
 *    the rank's program (`tprt_world_run` then returns that error).
 *  - Sizes and strides are in elements, byte counts in bytes.
 *===----------------------------------------------------------------------===*/

#ifndef TPRT_TPRT_H
#define TPRT_TPRT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define TPRT_API
#else
#define TPRT_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*===--------------------------------------------------------------------===*
 * Status
 *===--------------------------------------------------------------------===*/

typedef enum tprt_status_t {
  TPRT_OK = 0,
  TPRT_INVALID_ARGUMENT = 1, /* a null, negative or inconsistent argument     */
  TPRT_OUT_OF_MEMORY = 2,    /* an allocation failed                          */
  TPRT_MISMATCH = 3,         /* ranks disagree in a collective's signature    */
  TPRT_TIMEOUT = 4,          /* a rank did not come to a collective in time   */
  TPRT_CHECK_FAILED = 5,     /* an assertion of the program failed            */
  TPRT_ABORTED = 6,          /* another rank failed first                     */
  TPRT_UNSUPPORTED = 7       /* a (kind, dtype, reduction) that has no meaning*/
} tprt_status_t;

/* The name of a status, e.g. "invalid argument". Never null. */
TPRT_API const char *tprt_status_name(tprt_status_t status);

/* The text of the last error of the calling thread; "" when there was none. */
TPRT_API const char *tprt_last_error(void);

/*===--------------------------------------------------------------------===*
 * Element types, reductions, collective kinds
 *===--------------------------------------------------------------------===*/

typedef enum tprt_dtype_t {
  TPRT_F32 = 0,
  TPRT_F64 = 1,
  TPRT_F16 = 2,
  TPRT_BF16 = 3,
  TPRT_I1 = 4, /* one byte, 0 or 1 */
  TPRT_I8 = 5,
  TPRT_I16 = 6,
  TPRT_I32 = 7,
  TPRT_I64 = 8,
  TPRT_DTYPE_COUNT = 9
} tprt_dtype_t;

/* Bytes of one element; 0 for a value outside the enum. */
TPRT_API size_t tprt_dtype_size(tprt_dtype_t dtype);
TPRT_API const char *tprt_dtype_name(tprt_dtype_t dtype);

/* Reductions, with the meaning that MLIR's arith dialect gives them: `maximumf`
 * and `minimumf` keep a NaN, `maxnumf` and `minnumf` drop it. Integers are
 * signless: signed and unsigned forms of min and max differ. f16 and bf16 are
 * reduced in f32, in rank order, and rounded once. */
typedef enum tprt_reduction_t {
  TPRT_SUM = 0,
  TPRT_PROD = 1,
  TPRT_AND = 2,
  TPRT_OR = 3,
  TPRT_XOR = 4,
  TPRT_MINSI = 5,
  TPRT_MAXSI = 6,
  TPRT_MINUI = 7,
  TPRT_MAXUI = 8,
  TPRT_MINIMUMF = 9,
  TPRT_MAXIMUMF = 10,
  TPRT_MINNUMF = 11,
  TPRT_MAXNUMF = 12,
  TPRT_REDUCTION_COUNT = 13
} tprt_reduction_t;

TPRT_API const char *tprt_reduction_name(tprt_reduction_t reduction);

/* True when elements of this type can be reduced so (sum and prod: all types, on
 * i1 they are addition and multiplication modulo 2; and, or, xor, integer min
 * and max: integer types; float min and max: float types). */
TPRT_API bool tprt_reduction_supports(tprt_reduction_t reduction,
                                      tprt_dtype_t dtype);

typedef enum tprt_collective_kind_t {
  TPRT_ALL_REDUCE = 0,     /* ncclAllReduce, MPI_Allreduce           */
  TPRT_ALL_GATHER = 1,     /* ncclAllGather, MPI_Allgatherv          */
  TPRT_REDUCE_SCATTER = 2, /* ncclReduceScatter, MPI_Reduce_scatter  */
  TPRT_ALL_TO_ALL = 3,     /* MPI_Alltoallw                          */
  TPRT_PERMUTE = 4,        /* grouped ncclSend/ncclRecv              */
  TPRT_BROADCAST = 5,      /* ncclBroadcast from coordinate 0        */
  TPRT_ALL_SLICE = 6,      /* no communication: keep one's own part  */
  TPRT_KIND_COUNT = 7
} tprt_collective_kind_t;

TPRT_API const char *tprt_collective_kind_name(tprt_collective_kind_t kind);

/*===--------------------------------------------------------------------===*
 * Worlds
 *===--------------------------------------------------------------------===*/

typedef struct tprt_world tprt_world_t;

typedef struct tprt_world_options_t {
  int32_t rank_count;      /* MPI_Comm_size                                    */
  double timeout_seconds;  /* wait for a missing rank; <= 0 means the default, 60 */
} tprt_world_options_t;

/* Largest number of ranks of an in-process world. */
#define TPRT_MAX_RANKS 1024

/* A world of `rank_count` in-process ranks (threads; started by
 * `tprt_world_run`). 1 <= rank_count <= TPRT_MAX_RANKS. */
TPRT_API tprt_status_t tprt_world_create(const tprt_world_options_t *options,
                                         tprt_world_t **out_world);
TPRT_API void tprt_world_destroy(tprt_world_t *world);

typedef void (*tprt_rank_function_t)(int32_t rank, void *user_data);

/* Runs `function` once per rank, each on its own thread with its rank set, and
 * waits for all. Returns the status of the first rank that failed (by time, an
 * ABORTED rank is never the first); `tprt_last_error()` of the caller then says
 * "rank R: ...". Buffers from `tprt_allocate` stay valid until the next run or
 * the end of the world. A world can run many times, also after a failed run. */
TPRT_API tprt_status_t tprt_world_run(tprt_world_t *world,
                                      tprt_rank_function_t function,
                                      void *user_data);

/* How `rank` ended in the last run: TPRT_OK, its own failure, or TPRT_ABORTED.
 * `out_text`, when not null, gets the text of the failure ("" when there is
 * none), valid until the next run. Not during a run. */
TPRT_API tprt_status_t tprt_world_rank_status(const tprt_world_t *world,
                                              int32_t rank,
                                              const char **out_text);

/* Frees what `tprt_allocate` gave on all ranks. Not during a run. */
TPRT_API void tprt_world_release_buffers(tprt_world_t *world);

/* Largest number of bytes that were allocated at once on `rank` since the last
 * `tprt_world_release_buffers`. */
TPRT_API int64_t tprt_world_peak_bytes(const tprt_world_t *world, int32_t rank);

/* How many collective calls `rank` has made since the world was created, and how
 * many bytes their results had on that rank (a bucket is one call). An all_slice
 * moves nothing between ranks and is not counted. */
TPRT_API int64_t tprt_world_collective_calls(const tprt_world_t *world, int32_t rank);
TPRT_API int64_t tprt_world_collective_bytes(const tprt_world_t *world, int32_t rank);

/*===--------------------------------------------------------------------===*
 * Called from compiled code, and by rank functions
 *===--------------------------------------------------------------------===*/

/* A strided view of memory: MLIR's ranked memref, offset already applied. */
typedef struct tprt_tensor_t {
  void *data;
  int32_t rank;
  const int64_t *sizes;   /* rank entries, elements */
  const int64_t *strides; /* rank entries, elements */
} tprt_tensor_t;

/* MPI_Comm_rank and MPI_Comm_size of the world of the calling rank. */
TPRT_API int32_t tprt_rank(void);
TPRT_API int32_t tprt_rank_count(void);

/* Memory for a result or temporary, aligned to 64 bytes, owned by the rank.
 * A size of 0 gives a valid pointer. A negative size, or one above the machine's
 * memory, is TPRT_OUT_OF_MEMORY. A thread outside of any world counts as rank 0
 * of a world of 1; its buffers live until they are given back. */
TPRT_API void *tprt_allocate(int64_t bytes);
/* Gives back one such buffer before the end of the run; null is ignored. */
TPRT_API void tprt_deallocate(void *data);

/* Ends the rank's program with TPRT_CHECK_FAILED and this text. As all failing
 * calls of this section, it jumps to where the rank was started: objects of C++
 * frames in between are not destroyed. Outside of a world it prints the text to
 * stderr and aborts the process. */
TPRT_API void tprt_fail(const char *message);

/* One collective over one or more tensors (a fused bucket has several).
 *
 * `descriptor` is what the compiler knows, as 64-bit integers:
 *
 *   kind, reduction, dtype, tensor_count,
 *   digit_count, { size, stride } x digit_count          the group
 *   per tensor:
 *     rank, global size x rank,
 *     input layout, output layout
 *   a layout, per dimension:
 *     digit_count, { size, stride } x digit_count, granule, chunks
 *
 * A *digit* is one factor of the rank number: coordinate = (rank / stride) %
 * size. A mesh axis is a digit: over the mesh <["dp"=2, "tp"=4]> "dp" is {2, 4}
 * and "tp" is {4, 1}. The group is the set of ranks that differ from the caller
 * in the listed digits only; group members are ordered by their coordinates,
 * first digit major.
 *
 * A layout says which part of each dimension of the global tensor a rank holds.
 * With n = product of the digits' sizes and i = the rank's combined coordinate
 * (first digit major): the dimension is cut in `chunks` equal chunks, each chunk
 * of size s in units of `granule` elements (the last may be short), u units in
 * all; the rank holds of each chunk the units [ceil(i u / n), ceil((i+1) u / n)),
 * the parts of the chunks one after the other in its local tensor. A dimension
 * with no digits is held whole. A part may be empty. A global size of -1 stands for
 * the size that the input tensor has on the calling rank; both layouts hold such a
 * dimension whole.
 *
 * Meaning of the kinds:
 *   all_reduce, reduce_scatter  every member holds a partial value of what the
 *       input layout gives it, which must be the same part for all members (an
 *       input layout that is cut over the group is an invalid argument); the
 *       output is the reduction over the members, in group order, of which each
 *       member keeps what the output layout says.
 *   broadcast   the output is what the member with coordinate 0 holds.
 *   all_gather, all_to_all, permute, all_slice   the output is the same global
 *       tensor in the output layout.
 *   all_slice   never communicates; a layout that would need another rank's
 *       data is an invalid argument.
 *
 * `location` is the source location for messages (may be ""). The inputs are not
 * written; an output may not overlap any input.
 */
TPRT_API void tprt_collective(const int64_t *descriptor, int64_t descriptor_length,
                              const char *location, const tprt_tensor_t *inputs,
                              const tprt_tensor_t *outputs);

/* Keeps all members of the group in step without moving data. `descriptor` has
 * digit_count, { size, stride } x digit_count. */
TPRT_API void tprt_barrier(const int64_t *descriptor, int64_t descriptor_length,
                           const char *location);

/* C += A contracted with B (no aliasing), the general matrix product: each
 * dimension of the three tensors is labelled with a loop; labels absent from C
 * are summed. `descriptor` is
 *
 *   a_dtype, b_dtype, c_dtype, loop_count,
 *   label of each dimension of A, of B, of C
 *
 * Every loop appears in at least one tensor, at most once per tensor. Supported
 * dtypes: A and B f32, f64, f16 or bf16, alike; C the same or f32. 16-bit inputs
 * are multiplied and summed in f32.
 */
TPRT_API void tprt_contract(const int64_t *descriptor, const tprt_tensor_t *a,
                            const tprt_tensor_t *b, const tprt_tensor_t *c);

/* Conversions that compiler-generated code may need on CPUs without the
 * instructions; round to nearest even. */
TPRT_API float tprt_f16_to_f32(uint16_t value);
TPRT_API uint16_t tprt_f32_to_f16(float value);
TPRT_API float tprt_bf16_to_f32(uint16_t value);
TPRT_API uint16_t tprt_f32_to_bf16(float value);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPRT_TPRT_H */
