//===- Program.h - random programs, as data ----------------------*- C++ -*-===//
//
// A program is a list of ops over numbered values, some with regions that hold lists of
// their own. It is drawn op by op from what is there, printed as MLIR, and made smaller
// by edits that leave it well-formed.
//
// An op is its text with holes: `$r` is its first result (`$r1` the next), `$0` its first
// operand, `$p0` the first value that its regions define, `$B0` the ops of its first
// region and `$y0` the first value that this region yields.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TEST_FUZZ_PROGRAM_H
#define TP_TEST_FUZZ_PROGRAM_H

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace tp::fuzz {

struct Type {
  std::string element; // "f64", "f32", "i32", "i64"
  std::vector<int64_t> shape;

  std::string str() const;
  int64_t size() const;
  bool isFloat() const { return element[0] == 'f'; }
  bool operator==(const Type &o) const { return element == o.element && shape == o.shape; }
};

struct Op {
  std::string text;
  std::vector<int> operands;
  std::vector<int> results;
  std::vector<int> parameters; // defined inside its regions
  std::vector<std::vector<Op>> regions;
  std::vector<int> yields; // read at the ends of regions
};

struct Argument {
  int value;
  std::string sharding; // "" for none
};

struct Axis {
  std::string name;
  int64_t size;
};

struct Program {
  std::vector<Axis> mesh;
  std::vector<Type> types; // by value
  std::vector<Argument> arguments;
  std::vector<Op> ops;
  std::vector<Argument> results;

  std::string print() const;
  /// Without ops that nothing depends on.
  void removeDead();
  /// All programs that are one edit smaller, the largest edits first.
  std::vector<Program> getSmaller() const;
};

/// The program of a seed.
Program makeProgram(uint64_t seed);

} // namespace tp::fuzz

#endif // TP_TEST_FUZZ_PROGRAM_H
