/*===- HeaderTest.c - tprt.h is C -------------------------------------------===
 *
 * Compiled as C11, without C++ in between: runs a world of two ranks through
 * the header as a C program would.
 *===----------------------------------------------------------------------===*/

#include "tprt/tprt.h"

#include <string.h>

static float sums[2];

static void rankProgram(int32_t rank, void *user_data) {
  const float *values = (const float *)user_data;
  /* all_reduce sum f32 of one tensor of rank 0 over the digit {2,1} */
  const int64_t descriptor[] = {
      TPRT_ALL_REDUCE, TPRT_SUM, TPRT_F32, 1, 1, 2, 1, 0};
  float *result = (float *)tprt_allocate((int64_t)sizeof(float));
  tprt_tensor_t input, output;
  memset(&input, 0, sizeof input);
  memset(&output, 0, sizeof output);
  input.data = (void *)&values[rank];
  output.data = result;
  tprt_collective(descriptor, (int64_t)(sizeof descriptor / sizeof *descriptor),
                  "HeaderTest.c", &input, &output);
  sums[rank] = *result;
  tprt_deallocate(result);
}

/* Zero when all went well. */
int tprtRunHeaderTest(void) {
  float values[2] = {1.5f, 2.25f};
  tprt_world_options_t options = {2, 0.0};
  tprt_world_t *world = NULL;
  tprt_status_t status = tprt_world_create(&options, &world);
  if (status != TPRT_OK)
    return 1;
  status = tprt_world_run(world, rankProgram, values);
  tprt_world_destroy(world);
  if (status != TPRT_OK)
    return 2;
  if (strcmp(tprt_status_name(status), "ok") != 0)
    return 3;
  return sums[0] == 3.75f && sums[1] == 3.75f ? 0 : 4;
}
