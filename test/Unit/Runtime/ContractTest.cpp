//===- ContractTest.cpp - the general matrix product ----------------------===//
//
// Compared with a loop over all iterations. Inputs are small integers, so that
// every sum is exact in every type and results can be compared bit by bit;
// single rounding has cases of its own.
//
// A case is written like an einsum: "mk,kn->mn", with a size per letter.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <algorithm>
#include <map>

using namespace tprt_test;

namespace {

using LetterSizes = std::map<char, int64_t>;

struct Pattern {
  std::string labels[3]; // of A, B, C
  std::string letters;   // all, in order of first appearance

  explicit Pattern(const std::string &einsum) {
    size_t comma = einsum.find(','), arrow = einsum.find("->");
    labels[0] = einsum.substr(0, comma);
    labels[1] = einsum.substr(comma + 1, arrow - comma - 1);
    labels[2] = einsum.substr(arrow + 2);
    for (const std::string &label : labels)
      for (char letter : label)
        if (letters.find(letter) == std::string::npos)
          letters += letter;
  }

  std::vector<int64_t> descriptor(tprt_dtype_t ab, tprt_dtype_t c) const {
    std::vector<int64_t> words = {ab, ab, c, int64_t(letters.size())};
    for (const std::string &label : labels)
      for (char letter : label)
        words.push_back(int64_t(letters.find(letter)));
    return words;
  }

  Sizes sizesOf(int operand, const LetterSizes &sizes) const {
    Sizes result;
    for (char letter : labels[operand])
      result.push_back(sizes.at(letter));
    return result;
  }

  /// How far a step of each letter moves in an operand, row-major.
  Sizes strideOfLetters(int operand, const LetterSizes &sizes) const {
    Sizes strides(letters.size(), 0);
    int64_t stride = 1;
    for (size_t d = labels[operand].size(); d-- > 0;) {
      strides[letters.find(labels[operand][d])] = stride;
      stride *= sizes.at(labels[operand][d]);
    }
    return strides;
  }
};

double read(Tensor &tensor, tprt_dtype_t dtype, int64_t i) {
  switch (dtype) {
  case TPRT_F32:
    return tensor.get<float>(i);
  case TPRT_F64:
    return tensor.get<double>(i);
  case TPRT_F16:
    return tprt_f16_to_f32(tensor.get<uint16_t>(i));
  default:
    return tprt_bf16_to_f32(tensor.get<uint16_t>(i));
  }
}

void write(Tensor &tensor, tprt_dtype_t dtype, int64_t i, double value) {
  switch (dtype) {
  case TPRT_F32:
    return tensor.set(i, float(value));
  case TPRT_F64:
    return tensor.set(i, value);
  case TPRT_F16:
    return tensor.set(i, tprt_f32_to_f16(float(value)));
  default:
    return tensor.set(i, tprt_f32_to_bf16(float(value)));
  }
}

void callContract(const std::vector<int64_t> &descriptor, Tensor &a, Tensor &b,
                  Tensor &c) {
  tprt_tensor_t views[] = {a.view(), b.view(), c.view()};
  tprt_contract(descriptor.data(), &views[0], &views[1], &views[2]);
}

/// Runs one pattern and compares all of C.
void expectContracts(const std::string &einsum, const LetterSizes &sizes,
                     tprt_dtype_t ab = TPRT_F32, tprt_dtype_t cType = TPRT_F32,
                     Memory memoryA = Memory::Dense,
                     Memory memoryB = Memory::Dense,
                     Memory memoryC = Memory::Dense) {
  Pattern pattern(einsum);
  Tensor a(pattern.sizesOf(0, sizes), ab, memoryA);
  Tensor b(pattern.sizesOf(1, sizes), ab, memoryB);
  Tensor c(pattern.sizesOf(2, sizes), cType, memoryC);
  for (int64_t i = 0; i < a.volume(); ++i)
    write(a, ab, i, double(i * 7 % 5) - 2);
  for (int64_t i = 0; i < b.volume(); ++i)
    write(b, ab, i, double(i * 11 % 7) - 3);
  std::vector<double> expected;
  for (int64_t i = 0; i < c.volume(); ++i) {
    write(c, cType, i, double(i % 4));
    expected.push_back(double(i % 4));
  }

  // All iterations, one after the other.
  std::vector<double> valuesA, valuesB;
  for (int64_t i = 0; i < a.volume(); ++i)
    valuesA.push_back(read(a, ab, i));
  for (int64_t i = 0; i < b.volume(); ++i)
    valuesB.push_back(read(b, ab, i));
  Sizes stridesA = pattern.strideOfLetters(0, sizes);
  Sizes stridesB = pattern.strideOfLetters(1, sizes);
  Sizes stridesC = pattern.strideOfLetters(2, sizes);
  std::function<void(size_t, int64_t, int64_t, int64_t)> loop =
      [&](size_t letter, int64_t i, int64_t j, int64_t o) {
        int64_t size = sizes.at(pattern.letters[letter]);
        bool innermost = letter + 1 == pattern.letters.size();
        for (int64_t n = 0; n < size; ++n) {
          if (innermost)
            expected[o] += valuesA[i] * valuesB[j];
          else
            loop(letter + 1, i, j, o);
          i += stridesA[letter];
          j += stridesB[letter];
          o += stridesC[letter];
        }
      };
  if (pattern.letters.empty())
    expected[0] += valuesA[0] * valuesB[0];
  else
    loop(0, 0, 0, 0);

  callContract(pattern.descriptor(ab, cType), a, b, c);
  int64_t faults = 0;
  for (int64_t i = 0; i < c.volume(); ++i)
    faults += read(c, cType, i) != expected[i];
  EXPECT_EQ(faults, 0) << einsum << " " << tprt_dtype_name(ab) << " "
                       << tprt_dtype_name(cType) << " memory " << int(memoryA)
                       << int(memoryB) << int(memoryC);
  EXPECT_TRUE(c.paddingIntact()) << einsum;
}

const char *const patterns[] = {
    "mk,kn->mn",
    "mk,nk->mn",
    "km,kn->mn",
    "km,nk->mn",
    "mk,kn->nm",
    "km,nk->nm",
    "k,k->",
    "mk,k->m",
    "k,kn->n",
    "m,n->mn",
    "m,n->nm",
    "bmk,bkn->bmn",
    "bmk,bnk->bmn",
    "bkm,bkn->bmn",
    "bmk,kn->bmn",
    "mbk,bkn->mbn",
    "bsk,khd->bshd",
    "bsk,khd->bhsd",
    "bhsd,bhtd->bhst",
    "bhst,bhtd->bshd",
    "bshd,bthd->bhst",
    "bhsd,hde->bse",
    "bshd,hde->bse",
    "mkl,lkn->mn",
    "mk,n->mn",
    "m,mn->n",
    "mk,kn->",
    "b,b->b",
    "bm,bm->bm",
    "mk,->m",
    ",->",
    ",n->n",
    "mk,kn->mnz",
    "abc,cde->adbe",
    "abcd,dcef->fbea",
    "xyk,zk->zxy",
};

} // namespace

static const LetterSizes smallSizes = {{'m', 5}, {'n', 4}, {'k', 6}, {'l', 3},
                                       {'b', 3}, {'s', 4}, {'t', 5}, {'h', 2},
                                       {'d', 3}, {'e', 4}, {'a', 2}, {'c', 3},
                                       {'f', 2}, {'x', 2}, {'y', 3}, {'z', 4}};

/// Large enough for peeling.
static const LetterSizes mediumSizes = {
    {'m', 37}, {'n', 33}, {'k', 40}, {'l', 3},  {'b', 3},  {'s', 33},
    {'t', 35}, {'h', 2},  {'d', 34}, {'e', 36}, {'a', 20}, {'c', 9},
    {'f', 5},  {'x', 21}, {'y', 19}, {'z', 22}};

TEST(Contract, every_pattern_in_every_type) {
  for (const char *pattern : patterns)
    for (const LetterSizes &sizes : {smallSizes, mediumSizes}) {
      expectContracts(pattern, sizes, TPRT_F32, TPRT_F32);
      expectContracts(pattern, sizes, TPRT_BF16, TPRT_F32);
      expectContracts(pattern, sizes, TPRT_F16, TPRT_F32);
      expectContracts(pattern, sizes, TPRT_F64, TPRT_F64);
      expectContracts(pattern, sizes, TPRT_F64, TPRT_F32);
    }
}

TEST(Contract, sixteen_bit_results) {
  // Sums small enough to be exact in the result's type.
  LetterSizes sizes = smallSizes;
  sizes['k'] = 3;
  for (const char *pattern : patterns) {
    expectContracts(pattern, sizes, TPRT_BF16, TPRT_BF16);
    expectContracts(pattern, sizes, TPRT_F16, TPRT_F16);
  }
}

TEST(Contract, strided_operands) {
  const Memory memories[] = {Memory::Dense, Memory::Padded, Memory::Transposed};
  for (const char *pattern : {"mk,kn->mn", "bmk,bkn->bmn", "bsk,khd->bhsd",
                              "bhsd,hde->bse", "mk,nk->nm"})
    for (Memory a : memories)
      for (Memory b : memories)
        for (Memory c : memories) {
          expectContracts(pattern, smallSizes, TPRT_F32, TPRT_F32, a, b, c);
          expectContracts(pattern, mediumSizes, TPRT_F32, TPRT_F32, a, b, c);
          expectContracts(pattern, smallSizes, TPRT_F64, TPRT_F64, a, b, c);
          expectContracts(pattern, mediumSizes, TPRT_BF16, TPRT_F32, a, b, c);
        }
}

TEST(Contract, loops_of_one_and_of_no_iterations) {
  for (const char *pattern : patterns)
    for (char letter : Pattern(pattern).letters)
      for (int64_t size : {0, 1}) {
        LetterSizes sizes = smallSizes;
        sizes[letter] = size;
        expectContracts(pattern, sizes);
        expectContracts(pattern, sizes, TPRT_F64, TPRT_F64);
        expectContracts(pattern, sizes, TPRT_BF16, TPRT_F32);
      }
}

TEST(Contract, rows_and_columns_of_larger_matrices) {
  // Slices of a buffer: strides of the whole, sizes of the part.
  std::vector<float> a(20 * 30), b(30 * 40), c(20 * 40), expected;
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = float(int(i % 9) - 4);
  for (size_t i = 0; i < b.size(); ++i)
    b[i] = float(int(i % 11) - 5);
  expected = c;
  for (int m = 0; m < 7; ++m)
    for (int n = 0; n < 9; ++n)
      for (int k = 0; k < 13; ++k)
        expected[(m + 2) * 40 + n + 3] +=
            a[(m + 1) * 30 + k + 4] * b[(k + 5) * 40 + n + 6];
  int64_t sizesA[] = {7, 13}, stridesA[] = {30, 1};
  int64_t sizesB[] = {13, 9}, stridesB[] = {40, 1};
  int64_t sizesC[] = {7, 9}, stridesC[] = {40, 1};
  tprt_tensor_t viewA = {&a[1 * 30 + 4], 2, sizesA, stridesA};
  tprt_tensor_t viewB = {&b[5 * 40 + 6], 2, sizesB, stridesB};
  tprt_tensor_t viewC = {&c[2 * 40 + 3], 2, sizesC, stridesC};
  std::vector<int64_t> descriptor =
      Pattern("mk,kn->mn").descriptor(TPRT_F32, TPRT_F32);
  tprt_contract(descriptor.data(), &viewA, &viewB, &viewC);
  EXPECT_EQ(c, expected);
}

TEST(Contract, operands_with_repeated_and_reversed_elements) {
  // A reads one row again and again (stride 0), B is reversed (stride -1).
  std::vector<float> a = {1, 2, 3}, b = {30, 20, 10}, c(2);
  int64_t sizesA[] = {2, 3}, stridesA[] = {0, 1};
  int64_t sizesB[] = {3}, stridesB[] = {-1};
  int64_t sizesC[] = {2}, stridesC[] = {1};
  tprt_tensor_t viewA = {a.data(), 2, sizesA, stridesA};
  tprt_tensor_t viewB = {b.data() + 2, 1, sizesB, stridesB};
  tprt_tensor_t viewC = {c.data(), 1, sizesC, stridesC};
  std::vector<int64_t> descriptor =
      Pattern("mk,k->m").descriptor(TPRT_F32, TPRT_F32);
  tprt_contract(descriptor.data(), &viewA, &viewB, &viewC);
  EXPECT_EQ(c, std::vector<float>(2, 1 * 10 + 2 * 20 + 3 * 30));
}

TEST(Contract, overlapping_windows) {
  // A is a moving window over one vector: strides {1, 1}.
  std::vector<float> a(20), b = {1, 10, 100, 1000}, c(17);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = float(i);
  int64_t sizesA[] = {17, 4}, stridesA[] = {1, 1};
  int64_t sizesB[] = {4, 1}, stridesB[] = {1, 1};
  int64_t sizesC[] = {17, 1}, stridesC[] = {1, 1};
  tprt_tensor_t viewA = {a.data(), 2, sizesA, stridesA};
  tprt_tensor_t viewB = {b.data(), 2, sizesB, stridesB};
  tprt_tensor_t viewC = {c.data(), 2, sizesC, stridesC};
  std::vector<int64_t> descriptor =
      Pattern("mk,kn->mn").descriptor(TPRT_F32, TPRT_F32);
  tprt_contract(descriptor.data(), &viewA, &viewB, &viewC);
  for (int i = 0; i < 17; ++i)
    EXPECT_EQ(c[i], a[i] + 10 * a[i + 1] + 100 * a[i + 2] + 1000 * a[i + 3]);
}

TEST(Contract, bf16_results_are_rounded_once) {
  // C = 256, plus 1 four times: 260 when summed in f32; each step alone would
  // stay at 256.
  Tensor a({4}, TPRT_BF16), b({4}, TPRT_BF16), c({}, TPRT_BF16);
  for (int64_t i = 0; i < 4; ++i) {
    write(a, TPRT_BF16, i, 1);
    write(b, TPRT_BF16, i, 1);
  }
  write(c, TPRT_BF16, 0, 256);
  callContract(Pattern("k,k->").descriptor(TPRT_BF16, TPRT_BF16), a, b, c);
  EXPECT_EQ(read(c, TPRT_BF16, 0), 260);
}

TEST(Contract, f16_products_do_not_overflow_in_f32) {
  Tensor a({2}, TPRT_F16), b({2}, TPRT_F16), c({}, TPRT_F32);
  for (int64_t i = 0; i < 2; ++i) {
    write(a, TPRT_F16, i, 1000);
    write(b, TPRT_F16, i, 1000);
  }
  write(c, TPRT_F32, 0, 0);
  callContract(Pattern("k,k->").descriptor(TPRT_F16, TPRT_F32), a, b, c);
  EXPECT_EQ(read(c, TPRT_F32, 0), 2e6);
}

TEST(Contract, ranks_compute_at_once_and_alike) {
  World world(4);
  std::vector<std::vector<float>> results(4);
  expectRuns(world, [&](int32_t rank) {
    Tensor a({50, 70}, TPRT_F32), b({70, 60}, TPRT_F32), c({50, 60}, TPRT_F32);
    for (int64_t i = 0; i < a.volume(); ++i)
      a.set(i, 1.0f / float(i % 100 + 1));
    for (int64_t i = 0; i < b.volume(); ++i)
      b.set(i, 1.0f / float(i % 77 + 1));
    for (int64_t i = 0; i < c.volume(); ++i)
      c.set(i, 0.0f);
    callContract(Pattern("mk,kn->mn").descriptor(TPRT_F32, TPRT_F32), a, b, c);
    for (int64_t i = 0; i < c.volume(); ++i)
      results[rank].push_back(c.get<float>(i));
  });
  for (const auto &result : results)
    EXPECT_EQ(result, results[0]);
}

//===----------------------------------------------------------------------===//
// What is refused
//===----------------------------------------------------------------------===//

/// Runs with a raw descriptor and expects a refusal with this status and text.
static void expectRefused(const std::vector<int64_t> &descriptor, Sizes a,
                          Sizes b, Sizes c, tprt_status_t expected,
                          const std::string &text) {
  World world(1);
  tprt_status_t status = world.run([&](int32_t) {
    callContract(descriptor, keep(Tensor(a, TPRT_F64)),
                 keep(Tensor(b, TPRT_F64)), keep(Tensor(c, TPRT_F64)));
  });
  EXPECT_EQ(status, expected) << world.error;
  expectContains(world.error, text);
}

TEST(Contract, sizes_of_a_loop_have_to_agree) {
  std::vector<int64_t> matmul =
      Pattern("mk,kn->mn").descriptor(TPRT_F32, TPRT_F32);
  expectRefused(matmul, {2, 3}, {4, 5}, {2, 5}, TPRT_INVALID_ARGUMENT,
                "loop 1 has size 4 in B dimension 0, but 3 in A");
  expectRefused(matmul, {2, 3}, {3, 5}, {2, 6}, TPRT_INVALID_ARGUMENT,
                "loop 2 has size 6 in C dimension 1, but 5 in B");
}

TEST(Contract, labels_have_to_be_loops) {
  expectRefused({0, 0, 0, 1, 0, 1, 0}, {2}, {2}, {2}, TPRT_INVALID_ARGUMENT,
                "dimension 0 of B has label 1, expected one in [0, 1)");
  expectRefused({0, 0, 0, 1, -1, 0, 0}, {2}, {2}, {2}, TPRT_INVALID_ARGUMENT,
                "dimension 0 of A has label -1");
  expectRefused({0, 0, 0, 1, 0, 0, 0, 0}, {2, 2}, {2}, {2},
                TPRT_INVALID_ARGUMENT, "loop 0 labels two dimensions of A");
  expectRefused({0, 0, 0, 2, 0, 0, 0}, {2}, {2}, {2}, TPRT_INVALID_ARGUMENT,
                "loop 1 labels no dimension");
  expectRefused({0, 0, 0, -1, 0, 0, 0}, {2}, {2}, {2}, TPRT_INVALID_ARGUMENT,
                "loop count -1");
}

TEST(Contract, types_have_to_match) {
  auto refuse = [](int64_t a, int64_t b, int64_t c, tprt_status_t status,
                   const char *text) {
    expectRefused({a, b, c, 1, 0, 0, 0}, {2}, {2}, {2}, status, text);
  };
  refuse(TPRT_F32, TPRT_F64, TPRT_F32, TPRT_UNSUPPORTED,
         "A, B, C of f32, f64, f32");
  refuse(TPRT_F16, TPRT_BF16, TPRT_F32, TPRT_UNSUPPORTED, "f16, bf16, f32");
  refuse(TPRT_F32, TPRT_F32, TPRT_F64, TPRT_UNSUPPORTED, "f32, f32, f64");
  refuse(TPRT_I32, TPRT_I32, TPRT_I32, TPRT_UNSUPPORTED, "i32, i32, i32");
  refuse(77, TPRT_F32, TPRT_F32, TPRT_INVALID_ARGUMENT, "dtype 77 of A");
}

TEST(Contract, null_arguments) {
  World world(1);
  std::vector<int64_t> descriptor =
      Pattern("k,k->").descriptor(TPRT_F32, TPRT_F32);
  int64_t size = 3, stride = 1;
  float value = 0;
  tprt_tensor_t vector = {nullptr, 1, &size, &stride};
  tprt_tensor_t scalar = {&value, 0, nullptr, nullptr};
  tprt_tensor_t noSizes = {&value, 1, nullptr, &stride};
  auto expectInvalid = [&](const int64_t *words, const tprt_tensor_t *a,
                           const char *text) {
    EXPECT_EQ(world.run([&](int32_t) { tprt_contract(words, a, a, &scalar); }),
              TPRT_INVALID_ARGUMENT);
    expectContains(world.error, text);
  };
  expectInvalid(nullptr, &vector, "the descriptor or a tensor is null");
  expectInvalid(descriptor.data(), nullptr, "the descriptor or a tensor");
  expectInvalid(descriptor.data(), &vector, "data of A is null");
  expectInvalid(descriptor.data(), &noSizes, "sizes or strides of A are null");
}
