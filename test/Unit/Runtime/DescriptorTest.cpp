//===- DescriptorTest.cpp - calls that say something impossible -----------===//
//
// Each is an invalid argument with a text that names the value and what was
// expected; none may crash or hang.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

using namespace tprt_test;

namespace {

const Digits axis = {{2, 1}};

Collective gather() {
  return {TPRT_ALL_GATHER,
          TPRT_SUM,
          TPRT_F32,
          axis,
          {{{4, 3}, {{axis}, {}}, whole(2)}}};
}

/// Runs a raw descriptor with tensors of these sizes on a world of two ranks
/// and expects that it is refused with a text that contains `expected`.
void expectRefused(const std::vector<int64_t> &descriptor,
                   const std::string &expected, Sizes inputSizes = {2, 3},
                   Sizes outputSizes = {4, 3}) {
  World world(2);
  tprt_status_t status = world.run([&](int32_t) {
    auto &inputs = keep(std::vector<Tensor>());
    auto &outputs = keep(std::vector<Tensor>());
    inputs.emplace_back(inputSizes, TPRT_F32);
    outputs.emplace_back(outputSizes, TPRT_F32);
    call(descriptor, inputs, outputs, "here");
  });
  EXPECT_EQ(status, TPRT_INVALID_ARGUMENT) << world.error;
  expectContains(world.error, expected);
  expectContains(world.error, " at here");
}

/// The words of `gather()`, by name.
enum Word {
  Kind = 0,
  Reduction,
  Dtype,
  TensorCount,
  GroupDigits,
  GroupSize,
  GroupStride,
  TensorRank,
  GlobalSize0,
  GlobalSize1,
  InputDigits0,
  InputSize0,
  InputStride0,
  InputGranule0,
  InputChunks0,
};

std::vector<int64_t> gatherWith(Word word, int64_t value) {
  std::vector<int64_t> descriptor = gather().descriptor();
  descriptor[word] = value;
  return descriptor;
}

} // namespace

TEST(Descriptor, unknown_enum_values) {
  expectRefused(gatherWith(Kind, TPRT_KIND_COUNT), "kind 7 is not in [0, 6]");
  expectRefused(gatherWith(Kind, -1), "kind -1");
  expectRefused(gatherWith(Reduction, 99), "reduction 99");
  expectRefused(gatherWith(Dtype, 9), "dtype 9 is not in [0, 8]");
}

TEST(Descriptor, counts_that_do_not_fit) {
  expectRefused(gatherWith(TensorCount, 0), "tensor count 0");
  expectRefused(gatherWith(TensorCount, 2), "descriptor ends");
  expectRefused(gatherWith(GroupDigits, -1), "digit count -1");
  expectRefused(gatherWith(GroupDigits, 50), "descriptor ends");
  expectRefused(gatherWith(TensorRank, 33), "tensor rank 33");
  expectRefused(gatherWith(TensorRank, -2), "tensor rank -2");
  expectRefused(gatherWith(GlobalSize0, -4), "global size -4");
}

TEST(Descriptor, every_shorter_length_is_refused) {
  std::vector<int64_t> full = gather().descriptor();
  for (size_t length = 0; length < full.size(); ++length)
    expectRefused({full.begin(), full.begin() + length}, "descriptor ");
}

TEST(Descriptor, words_beyond_the_end) {
  std::vector<int64_t> descriptor = gather().descriptor();
  descriptor.push_back(0);
  expectRefused(descriptor, "words, expected ");
}

// A size of -1 is that of the input; a dimension that is cut has a size of its own.

TEST(Descriptor, size_of_the_input) {
  World world(2);
  Collective reduce = {
      TPRT_ALL_REDUCE, TPRT_SUM, TPRT_F32, axis, {{{4, 3}, whole(2), whole(2)}}};
  std::vector<int64_t> descriptor = reduce.descriptor();
  descriptor[GlobalSize0] = -1;
  descriptor[GlobalSize1] = -1;
  tprt_status_t status = world.run([&](int32_t rank) {
    auto &inputs = keep(std::vector<Tensor>());
    auto &outputs = keep(std::vector<Tensor>());
    inputs.emplace_back(Sizes{4, 3}, TPRT_F32);
    outputs.emplace_back(Sizes{4, 3}, TPRT_F32);
    for (int64_t i = 0; i < 12; ++i)
      inputs[0].set<float>(i, float(i + rank));
    call(descriptor, inputs, outputs, "here");
    for (int64_t i = 0; i < 12; ++i)
      EXPECT_EQ(outputs[0].get<float>(i), float(2 * i + 1));
  });
  EXPECT_EQ(status, TPRT_OK) << world.error;
}

TEST(Descriptor, no_size_of_the_input_for_a_dimension_that_is_cut) {
  std::vector<int64_t> descriptor = gather().descriptor();
  descriptor[GlobalSize0] = -1;
  expectRefused(descriptor, "global size -1 is not in");
}

TEST(Descriptor, any_word_may_be_wrong_without_a_crash) {
  std::vector<int64_t> full = gather().descriptor();
  World world(2, 5);
  for (size_t word = 0; word < full.size(); ++word)
    for (int64_t value : {INT64_MIN, int64_t(-1), int64_t(0), int64_t(1),
                          int64_t(2), int64_t(5), INT64_MAX}) {
      std::vector<int64_t> descriptor = full;
      descriptor[word] = value;
      // Refused, or another collective that is well formed.
      world.run([&](int32_t) {
        auto &inputs = keep(std::vector<Tensor>());
        auto &outputs = keep(std::vector<Tensor>());
        inputs.emplace_back(Sizes{2, 3}, TPRT_F64);
        outputs.emplace_back(Sizes{4, 3}, TPRT_F64);
        call(descriptor, inputs, outputs);
      });
    }
}

TEST(Descriptor, digits_that_are_no_factors_of_the_world) {
  expectRefused(gatherWith(GroupSize, 3), "group: digit {3,1} is no factor");
  expectRefused(gatherWith(GroupStride, 2), "digit {2,2} is no factor");
  expectRefused(gatherWith(GroupSize, 0), "digit {0,1}");
  expectRefused(gatherWith(GroupStride, 0), "digit {2,0}");
  expectRefused(gatherWith(InputSize0, INT64_MAX), "dimension 0: digit");
}

TEST(Descriptor, digits_that_overlap) {
  Collective collective = gather();
  collective.group = {{2, 1}, {2, 1}};
  expectRefused(collective.descriptor(), "digits {2,1} and {2,1} overlap");
  collective = gather();
  collective.items[0].input = {{axis}, {axis}};
  expectRefused(collective.descriptor(), "input layout of tensor 0");
}

TEST(Descriptor, granule_and_chunks) {
  expectRefused(gatherWith(InputGranule0, 0), "granule 0");
  expectRefused(gatherWith(InputChunks0, 0), "chunks 0");
  expectRefused(gatherWith(InputChunks0, 3),
                "dimension 0 of size 4 cannot be cut in 3 equal chunks");
  expectRefused(gatherWith(InputChunks0, INT64_MAX), "chunks");
}

TEST(Descriptor, more_elements_than_memory) {
  std::vector<int64_t> descriptor = gatherWith(GlobalSize0, INT64_MAX / 2);
  descriptor[GlobalSize1] = INT64_MAX / 2;
  expectRefused(descriptor, "more elements than memory can have");
}

TEST(Descriptor, a_null_descriptor) {
  World world(1);
  EXPECT_EQ(world.run([](int32_t) {
    tprt_collective(nullptr, 4, "here", nullptr, nullptr);
  }),
            TPRT_INVALID_ARGUMENT);
  EXPECT_EQ(world.run([](int32_t) { tprt_barrier(nullptr, 1, nullptr); }),
            TPRT_INVALID_ARGUMENT);
  int64_t word = 0;
  EXPECT_EQ(world.run([&](int32_t) { tprt_barrier(&word, -1, nullptr); }),
            TPRT_INVALID_ARGUMENT);
}

//===----------------------------------------------------------------------===//
// Tensors that are not what the layout says
//===----------------------------------------------------------------------===//

TEST(Descriptor, local_sizes_are_checked) {
  std::vector<int64_t> descriptor = gather().descriptor();
  expectRefused(descriptor,
                "input tensor 0: dimension 0 has size 3, expected 2 on rank",
                {3, 3});
  expectRefused(descriptor,
                "output tensor 0: dimension 1 has size 4, expected 3 on rank",
                {2, 3}, {4, 4});
  expectRefused(descriptor, "input tensor 0: rank 1, expected 2", {2});
}

TEST(Descriptor, null_tensors) {
  std::vector<int64_t> descriptor = gather().descriptor();
  World world(2);
  auto runWith = [&](const tprt_tensor_t *inputs,
                     const tprt_tensor_t *outputs) {
    tprt_status_t status = world.run([&](int32_t) {
      tprt_collective(descriptor.data(), int64_t(descriptor.size()), nullptr,
                      inputs, outputs);
    });
    EXPECT_EQ(status, TPRT_INVALID_ARGUMENT);
  };
  int64_t sizes[] = {2, 3}, strides[] = {3, 1}, outputSizes[] = {4, 3};
  float data[12] = {}, result[12];
  tprt_tensor_t input = {data, 2, sizes, strides};
  tprt_tensor_t output = {result, 2, outputSizes, strides};
  tprt_tensor_t noData = {nullptr, 2, sizes, strides};
  tprt_tensor_t noSizes = {data, 2, nullptr, strides};
  tprt_tensor_t noStrides = {data, 2, sizes, nullptr};
  runWith(nullptr, &output);
  expectContains(world.error.empty() ? tprt_last_error() : world.error,
                 "the list of inputs is null");
  runWith(&input, nullptr);
  runWith(&noData, &output);
  expectContains(world.error, "data is null");
  runWith(&noSizes, &output);
  expectContains(world.error, "sizes or strides are null");
  runWith(&noStrides, &output);
}

TEST(Descriptor, an_output_that_overlaps_an_input) {
  Collective collective = {
      TPRT_ALL_REDUCE, TPRT_SUM, TPRT_F32, axis, {{{8}, whole(1), whole(1)}}};
  std::vector<int64_t> descriptor = collective.descriptor();
  World world(2);
  EXPECT_EQ(world.run([&](int32_t) {
    float data[12] = {};
    int64_t size = 8, stride = 1;
    tprt_tensor_t input = {data, 1, &size, &stride};
    tprt_tensor_t output = {data + 4, 1, &size, &stride};
    tprt_collective(descriptor.data(), int64_t(descriptor.size()), "", &input,
                    &output);
  }),
            TPRT_INVALID_ARGUMENT);
  expectContains(world.error, "output tensor 0 overlaps input tensor 0");
}

TEST(Descriptor, interleaved_views_do_not_overlap) {
  // Even elements in, odd elements out.
  Collective collective = {
      TPRT_ALL_REDUCE, TPRT_SUM, TPRT_F32, axis, {{{4}, whole(1), whole(1)}}};
  std::vector<int64_t> descriptor = collective.descriptor();
  World world(2);
  expectRuns(world, [&](int32_t) {
    float data[8] = {1, 0, 2, 0, 3, 0, 4, 0};
    int64_t size = 4, stride = 2;
    tprt_tensor_t input = {data, 1, &size, &stride};
    tprt_tensor_t output = {data + 1, 1, &size, &stride};
    tprt_collective(descriptor.data(), int64_t(descriptor.size()), "", &input,
                    &output);
    for (int i = 0; i < 4; ++i)
      EXPECT_EQ(data[2 * i + 1], float(2 * (i + 1)));
  });
}

//===----------------------------------------------------------------------===//
// Layouts that the kind cannot serve
//===----------------------------------------------------------------------===//

TEST(Descriptor, all_slice_of_what_another_rank_holds) {
  Collective collective = {TPRT_ALL_SLICE,
                           TPRT_SUM,
                           TPRT_F32,
                           axis,
                           {{{4, 3}, {{axis}, {}}, whole(2)}}};
  expectRefused(collective.descriptor(),
                "needs 12 elements for output layout [{}, {}], but only 6 of "
                "them are held by itself");
}

TEST(Descriptor, a_gather_over_the_wrong_group) {
  Collective collective = gather();
  collective.group = {};
  expectRefused(collective.descriptor(),
                "are held by members of the group with input layout [{2,1}, "
                "{}]");
}

TEST(Descriptor, a_reduction_of_different_parts) {
  Collective collective = {TPRT_ALL_REDUCE,
                           TPRT_SUM,
                           TPRT_F32,
                           axis,
                           {{{4, 3}, {{axis}, {}}, {{axis}, {}}}}};
  expectRefused(collective.descriptor(), "is cut over the group {2,1}", {2, 3},
                {2, 3});
}

TEST(Descriptor, a_broadcast_of_more_than_the_sender_has) {
  Collective collective = {TPRT_BROADCAST,
                           TPRT_SUM,
                           TPRT_F32,
                           axis,
                           {{{4, 3}, {{axis}, {}}, whole(2)}}};
  expectRefused(collective.descriptor(), "the member that sends");
}
