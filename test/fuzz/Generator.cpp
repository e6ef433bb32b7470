//===- Generator.cpp - what random programs are made of ----------------------===//
//
// Each `draw` function appends one op that reads values in scope, or does nothing where
// none fits. Sizes come from a small pool for each program, so that dimensions meet.
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include <algorithm>
#include <map>
#include <numeric>

using namespace tp::fuzz;

namespace {
constexpr int64_t kMaxElements = 4096;

/// `d0, d1, d2`
std::string listDims(size_t count, const char *prefix = "d") {
  std::string text;
  for (size_t i = 0; i < count; ++i)
    text += (i ? ", " : "") + std::string(prefix) + std::to_string(i);
  return text;
}

std::string list(const std::vector<int64_t> &values) {
  std::string text;
  for (size_t i = 0; i < values.size(); ++i)
    text += (i ? ", " : "") + std::to_string(values[i]);
  return text;
}

/// `"parallel", "parallel"`
std::string listParallel(size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i)
    text += i ? ", \"parallel\"" : "\"parallel\"";
  return text;
}

/// `%q0: index, %q1: index`
std::string listPositions(size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i)
    text += (i ? ", %q" : "%q") + std::to_string(i) + ": index";
  return text;
}

struct Generator {
  std::mt19937_64 random;
  Program program;
  std::vector<int64_t> sizes; // the pool
  std::string element;        // of most tensors
  using Scope = std::vector<int>;

  explicit Generator(uint64_t seed) : random(seed * 0x9e3779b97f4a7c15ull + 1) {}

  int64_t below(int64_t n) { return int64_t(random() % uint64_t(n)); }
  bool chance(int percent) { return below(100) < percent; }
  template <typename T>
  T pick(const std::vector<T> &from) {
    return from[below(from.size())];
  }

  int newValue(Type type) {
    program.types.push_back(std::move(type));
    return program.types.size() - 1;
  }
  const Type &typeOf(int value) const { return program.types[value]; }

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  template <typename Fits>
  int find(const Scope &scope, Fits fits) {
    std::vector<int> found;
    for (int value : scope)
      if (fits(typeOf(value)))
        found.push_back(value);
    // Late values make deep programs.
    if (found.size() > 4 && chance(60))
      found.erase(found.begin(), found.end() - 4);
    return found.empty() ? -1 : pick(found);
  }
  int findFloat(const Scope &scope, size_t minRank = 0) {
    return find(scope, [&](const Type &type) {
      return type.element == element && type.shape.size() >= minRank;
    });
  }

  Type drawType() {
    Type type{chance(80) ? element : "i32", {}};
    int64_t rank = chance(5) ? 0 : 1 + below(4);
    for (int64_t i = 0; i < rank; ++i)
      type.shape.push_back(pick(sizes));
    while (type.size() > kMaxElements / 4)
      type.shape.pop_back();
    return type;
  }

  std::string drawSharding(const Type &type, bool isClosed, bool mayBePartial) {
    std::vector<std::string> axes;
    for (const Axis &axis : program.mesh) {
      if (axis.size == 4 && chance(15)) {
        axes.push_back("\"" + axis.name + "\":(1)2");
        axes.push_back("\"" + axis.name + "\":(2)2");
      } else if (axis.size == 8 && chance(25)) {
        axes.push_back("\"" + axis.name + "\":(1)4");
        axes.push_back("\"" + axis.name + "\":(4)2");
      } else {
        axes.push_back("\"" + axis.name + "\"");
      }
    }
    std::shuffle(axes.begin(), axes.end(), random);
    std::vector<std::vector<std::string>> dims(type.shape.size());
    std::string unreduced;
    for (const std::string &axis : axes) {
      if (chance(25))
        continue;
      if (mayBePartial && chance(10))
        unreduced += (unreduced.empty() ? "" : ", ") + axis;
      else if (!dims.empty())
        dims[below(dims.size())].push_back(axis);
    }
    std::string text = "[";
    for (size_t d = 0; d < dims.size(); ++d) {
      text += d ? ", {" : "{";
      for (size_t i = 0; i < dims[d].size(); ++i)
        text += (i ? ", " : "") + dims[d][i];
      bool isOpen = !isClosed && chance(30);
      if (isOpen)
        text += dims[d].empty() ? "?" : ", ?";
      text += "}";
      if (isOpen && chance(20))
        text += "p" + std::to_string(below(3));
      if (!dims[d].empty() && chance(10))
        text += " g" + std::to_string(1 + below(4));
      if (!dims[d].empty() && chance(12))
        for (int64_t chunks : {3, 2})
          if (type.shape[d] % chunks == 0) {
            text += " c" + std::to_string(chunks);
            break;
          }
    }
    text += "]";
    if (!unreduced.empty())
      text += ", unreduced=" + std::string(chance(30) ? "max" : "") + "{" + unreduced + "}";
    return text;
  }

  int addArgument(Type type) {
    int value = newValue(type);
    program.arguments.push_back(
        {value, chance(65) ? drawSharding(type, false, true) : std::string()});
    return value;
  }

  //===--------------------------------------------------------------------===//
  // Ops
  //===--------------------------------------------------------------------===//

  Op &append(std::vector<Op> &ops, Scope &scope, std::string text, std::vector<int> operands,
             std::vector<Type> results) {
    Op op;
    op.text = std::move(text);
    op.operands = std::move(operands);
    for (Type &type : results) {
      op.results.push_back(newValue(std::move(type)));
      scope.push_back(op.results.back());
    }
    ops.push_back(std::move(op));
    return ops.back();
  }

  std::string unaryName(const Type &type) {
    if (!type.isFloat())
      return "";
    return pick<std::string>({"math.tanh", "math.sin", "arith.negf", "math.absf"});
  }
  std::string binaryName(const Type &type) {
    if (type.isFloat())
      return pick<std::string>({"arith.addf", "arith.addf", "arith.subf", "arith.mulf",
                                "arith.maximumf", "arith.minnumf"});
    return pick<std::string>({"arith.addi", "arith.muli", "arith.subi", "arith.maxsi",
                              "arith.minui", "arith.xori", "arith.andi"});
  }
  std::string zeroOf(const std::string &type) { return type[0] == 'f' ? "0.0" : "0"; }

  void drawUnary(std::vector<Op> &ops, Scope &scope) {
    int a = findFloat(scope);
    if (a < 0)
      return;
    Type type = typeOf(a);
    append(ops, scope, "$r = " + unaryName(type) + " $0 : " + type.str(), {a}, {type});
  }

  void drawBinary(std::vector<Op> &ops, Scope &scope) {
    int a = find(scope, [](const Type &) { return true; });
    int b = find(scope, [&](const Type &type) { return type == typeOf(a); });
    Type type = typeOf(a);
    append(ops, scope, "$r = " + binaryName(type) + " $0, $1 : " + type.str(), {a, b}, {type});
  }

  /// Tensors that hold one number, to be written into.
  std::string init(const Type &type, const std::string &name, const std::string &value) {
    std::string e = "$r_" + name;
    // `$r_x`: `$r` is replaced, `_x` makes it another name.
    return e + "c = arith.constant " + value + " : " + type.element + "\n" + e +
           "e = tensor.empty() : " + type.str() + "\n" + e + " = linalg.fill ins(" + e + "c : " +
           type.element + ") outs(" + e + "e : " + type.str() + ") -> " + type.str() + "\n";
  }

  /// A product of two tensors over named loops, some of which are summed.
  void drawContraction(std::vector<Op> &ops, Scope &scope) {
    int a = findFloat(scope, 1);
    if (a < 0)
      return;
    int b = find(scope, [&](const Type &type) {
      if (type.element != element || type.shape.empty())
        return false;
      for (int64_t d : type.shape)
        if (std::count(typeOf(a).shape.begin(), typeOf(a).shape.end(), d))
          return true;
      return false;
    });
    if (b < 0)
      return;
    std::vector<int64_t> loops = typeOf(a).shape;
    std::vector<int64_t> inA(loops.size()), inB;
    std::iota(inA.begin(), inA.end(), 0);
    std::vector<bool> isShared(loops.size(), false);
    for (int64_t d : typeOf(b).shape) {
      int64_t loop = -1;
      for (size_t i = 0; i < inA.size(); ++i)
        if (loops[i] == d && !isShared[i] && (loop < 0 || chance(50)))
          loop = i;
      if (loop >= 0 && chance(90)) {
        isShared[loop] = true;
      } else {
        loop = loops.size();
        loops.push_back(d);
      }
      inB.push_back(loop);
    }
    std::vector<int64_t> out;
    Type result{element, {}};
    std::string iterators;
    std::vector<int64_t> order(loops.size());
    std::iota(order.begin(), order.end(), 0);
    if (chance(50))
      std::shuffle(order.begin(), order.end(), random);
    std::vector<bool> isKept(loops.size());
    for (int64_t loop : order) {
      bool both = size_t(loop) < isShared.size() && isShared[loop];
      isKept[loop] = chance(both ? 30 : 90);
      if (isKept[loop]) {
        out.push_back(loop);
        result.shape.push_back(loops[loop]);
      }
    }
    int64_t trips = 1;
    for (int64_t d : loops)
      trips *= d;
    if (result.size() > kMaxElements || trips > 200000 || result.shape.size() > 5)
      return;
    for (size_t i = 0; i < loops.size(); ++i)
      iterators += std::string(i ? ", " : "") + (isKept[i] ? "\"parallel\"" : "\"reduction\"");
    auto map = [&](const std::vector<int64_t> &dims) {
      std::string text = "affine_map<(" + listDims(loops.size()) + ") -> (";
      for (size_t i = 0; i < dims.size(); ++i)
        text += (i ? ", d" : "d") + std::to_string(dims[i]);
      return text + ")>";
    };
    std::string text = init(result, "f", chance(80) ? "0.0" : "1.5") +
                       "$r = linalg.generic {indexing_maps = [" + map(inA) + ", " + map(inB) +
                       ", " + map(out) + "], iterator_types = [" + iterators + "]} ins($0, $1 : " +
                       typeOf(a).str() + ", " + typeOf(b).str() + ") outs($r_f : " +
                       result.str() + ") {\n^bb0(%i: " + element + ", %j: " + element +
                       ", %o: " + element + "):\n%m = arith.mulf %i, %j : " + element +
                       "\n%s = arith.addf %o, %m : " + element + "\nlinalg.yield %s : " +
                       element + "\n} -> " + result.str();
    append(ops, scope, text, {a, b}, {result});
    // Keeps numbers small.
    if (chance(40)) {
      int sum = scope.back();
      append(ops, scope, "$r = math.tanh $0 : " + result.str(), {sum}, {result});
    }
  }

  void drawTranspose(std::vector<Op> &ops, Scope &scope) {
    int a = find(scope, [](const Type &type) { return type.shape.size() > 1; });
    if (a < 0)
      return;
    Type type = typeOf(a), result = type;
    std::vector<int64_t> order(type.shape.size());
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    for (size_t i = 0; i < order.size(); ++i)
      result.shape[i] = type.shape[order[i]];
    append(ops, scope,
           "$r_e = tensor.empty() : " + result.str() + "\n$r = linalg.transpose ins($0 : " +
               type.str() + ") outs($r_e : " + result.str() + ") permutation = [" + list(order) +
               "]",
           {a}, {result});
  }

  void drawBroadcast(std::vector<Op> &ops, Scope &scope) {
    int a = find(scope, [](const Type &type) {
      return type.shape.size() < 4 && type.size() < 512;
    });
    if (a < 0)
      return;
    Type type = typeOf(a), result = type;
    int64_t at = below(type.shape.size() + 1);
    result.shape.insert(result.shape.begin() + at, pick(sizes));
    if (result.size() > kMaxElements)
      return;
    append(ops, scope,
           "$r_e = tensor.empty() : " + result.str() + "\n$r = linalg.broadcast ins($0 : " +
               type.str() + ") outs($r_e : " + result.str() + ") dimensions = [" +
               std::to_string(at) + "]",
           {a}, {result});
  }

  void drawReduce(std::vector<Op> &ops, Scope &scope) {
    int a = find(scope, [](const Type &type) { return !type.shape.empty(); });
    if (a < 0)
      return;
    Type type = typeOf(a), result{type.element, {}};
    std::vector<int64_t> reduced;
    for (size_t d = 0; d < type.shape.size(); ++d)
      if (chance(45))
        reduced.push_back(d);
      else
        result.shape.push_back(type.shape[d]);
    if (reduced.empty())
      return;
    struct Combiner {
      std::string name, start;
    };
    static const std::vector<Combiner> floats = {{"arith.addf", "0.0"},
                                                 {"arith.addf", "2.0"},
                                                 {"arith.maximumf", "-1.0e30"},
                                                 {"arith.minnumf", "3.0"}};
    static const std::vector<Combiner> integers = {
        {"arith.addi", "0"}, {"arith.muli", "1"}, {"arith.maxsi", "-5"},
        {"arith.xori", "7"}, {"arith.ori", "0"},  {"arith.minui", "-1"}};
    Combiner combiner = pick(type.isFloat() ? floats : integers);
    append(ops, scope,
           init(result, "f", combiner.start) + "$r = linalg.reduce { " + combiner.name +
               " } ins($0 : " + type.str() + ") outs($r_f : " + result.str() +
               ") dimensions = [" + list(reduced) + "]",
           {a}, {result});
  }

  void drawExpand(std::vector<Op> &ops, Scope &scope) {
    int a = find(scope, [](const Type &type) {
      return type.shape.size() < 4 && type.shape.size() > 0;
    });
    if (a < 0)
      return;
    Type type = typeOf(a), result{type.element, {}};
    int64_t at = below(type.shape.size());
    std::string groups;
    for (size_t d = 0; d < type.shape.size(); ++d) {
      groups += d ? ", [" : "[";
      groups += std::to_string(result.shape.size());
      if (int64_t(d) == at) {
        std::vector<int64_t> divisors;
        for (int64_t k = 1; k <= type.shape[d]; ++k)
          if (type.shape[d] % k == 0)
            divisors.push_back(k);
        int64_t first = divisors.empty() ? 1 : pick(divisors);
        result.shape.push_back(first);
        groups += ", " + std::to_string(result.shape.size());
        result.shape.push_back(type.shape[d] / first);
      } else {
        result.shape.push_back(type.shape[d]);
      }
      groups += "]";
    }
    append(ops, scope,
           "$r = tensor.expand_shape $0 [" + groups + "] output_shape [" + list(result.shape) +
               "] : " + type.str() + " into " + result.str(),
           {a}, {result});
  }

  void drawCollapse(std::vector<Op> &ops, Scope &scope) {
    int a = find(scope, [](const Type &type) { return type.shape.size() > 1; });
    if (a < 0)
      return;
    Type type = typeOf(a), result{type.element, {}};
    std::string groups = "0";
    result.shape.push_back(type.shape[0]);
    for (size_t d = 1; d < type.shape.size(); ++d) {
      if (chance(60)) {
        groups += ", ";
        result.shape.back() *= type.shape[d];
      } else {
        groups += "], [";
        result.shape.push_back(type.shape[d]);
      }
      groups += std::to_string(d);
    }
    if (result.shape.size() == type.shape.size())
      return;
    append(ops, scope,
           "$r = tensor.collapse_shape $0 [[" + groups + "]] : " + type.str() + " into " +
               result.str(),
           {a}, {result});
  }

  void drawSlice(std::vector<Op> &ops, Scope &scope) {
    // (MLIR refuses slices of what has no elements.)
    int a = find(scope, [](const Type &type) {
      return !type.shape.empty() && type.size() > 0;
    });
    if (a < 0)
      return;
    Type type = typeOf(a), result = type;
    std::vector<int64_t> offsets, strides;
    for (int64_t &d : result.shape) {
      int64_t whole = d, stride = 1;
      int64_t offset = 0;
      if (chance(50) && whole > 0) {
        if (chance(40) && whole % 2 == 0) { // one of two halves
          d = whole / 2;
          offset = below(2) * d;
        } else {
          stride = chance(25) ? 2 : 1;
          offset = below(whole);
          d = 1 + below((whole - offset + stride - 1) / stride);
        }
      }
      offsets.push_back(offset);
      strides.push_back(stride);
    }
    append(ops, scope,
           "$r = tensor.extract_slice $0[" + list(offsets) + "] [" + list(result.shape) + "] [" +
               list(strides) + "] : " + type.str() + " to " + result.str(),
           {a}, {result});
  }

  void drawInsert(std::vector<Op> &ops, Scope &scope) {
    int a = find(scope, [](const Type &type) {
      return !type.shape.empty() && type.size() > 0;
    });
    if (a < 0)
      return;
    int b = find(scope, [&](const Type &type) {
      if (type.element != typeOf(a).element || type.shape.size() != typeOf(a).shape.size())
        return false;
      for (size_t d = 0; d < type.shape.size(); ++d)
        if (type.shape[d] < typeOf(a).shape[d])
          return false;
      return true;
    });
    if (b < 0)
      return;
    std::vector<int64_t> offsets, strides(typeOf(a).shape.size(), 1);
    for (size_t d = 0; d < strides.size(); ++d)
      offsets.push_back(below(typeOf(b).shape[d] - typeOf(a).shape[d] + 1));
    append(ops, scope,
           "$r = tensor.insert_slice $0 into $1[" + list(offsets) + "] [" +
               list(typeOf(a).shape) + "] [" + list(strides) + "] : " + typeOf(a).str() +
               " into " + typeOf(b).str(),
           {a, b}, {typeOf(b)});
  }

  void drawPad(std::vector<Op> &ops, Scope &scope) {
    int a = findFloat(scope, 1);
    if (a < 0)
      return;
    Type type = typeOf(a), result = type;
    std::vector<int64_t> low, high;
    for (int64_t &d : result.shape) {
      low.push_back(chance(40) ? below(3) : 0);
      high.push_back(chance(40) ? below(3) : 0);
      d += low.back() + high.back();
    }
    if (result.size() > kMaxElements)
      return;
    append(ops, scope,
           "$r_c = arith.constant " + std::string(chance(60) ? "0.0" : "1.0") + " : " + element +
               "\n$r = tensor.pad $0 low[" + list(low) + "] high[" + list(high) + "] {\n^bb0(" +
               listPositions(low.size()) +
               "):\ntensor.yield $r_c : " + element + "\n} : " + type.str() + " to " +
               result.str(),
           {a}, {result});
  }

  void drawConcat(std::vector<Op> &ops, Scope &scope) {
    int a = find(scope, [](const Type &type) { return !type.shape.empty(); });
    if (a < 0)
      return;
    int64_t along = below(typeOf(a).shape.size());
    std::vector<int> operands = {a};
    Type result = typeOf(a);
    int64_t count = 1 + below(3);
    for (int64_t i = 0; i < count; ++i) {
      int b = find(scope, [&](const Type &type) {
        if (type.element != result.element || type.shape.size() != result.shape.size())
          return false;
        for (size_t d = 0; d < type.shape.size(); ++d)
          if (int64_t(d) != along && type.shape[d] != result.shape[d])
            return false;
        return true;
      });
      operands.push_back(b);
      result.shape[along] += typeOf(b).shape[along];
    }
    if (result.size() > kMaxElements)
      return;
    std::string names, types;
    for (size_t i = 0; i < operands.size(); ++i) {
      names += (i ? ", $" : "$") + std::to_string(i);
      types += (i ? ", " : "") + typeOf(operands[i]).str();
    }
    append(ops, scope,
           "$r = tensor.concat dim(" + std::to_string(along) + ") " + names + " : (" + types +
               ") -> " + result.str(),
           operands, {result});
  }

  /// A mask or a weight from positions.
  void drawIndex(std::vector<Op> &ops, Scope &scope) {
    int a = findFloat(scope, 1);
    if (a < 0)
      return;
    Type type = typeOf(a);
    size_t rank = type.shape.size();
    std::string map = "affine_map<(" + listDims(rank) + ") -> (" + listDims(rank) + ")>";
    std::string iterators = listParallel(rank);
    std::string body;
    std::string i = std::to_string(below(rank)), j = std::to_string(below(rank));
    if (chance(50))
      body = "%p = linalg.index " + i + " : index\n%q = linalg.index " + j +
             " : index\n%c = arith.cmpi sle, %p, %q : index\n%z = arith.constant -2.0 : " +
             element + "\n%y = arith.select %c, %x, %z : " + element + "\n";
    else
      body = "%p = linalg.index " + i + " : index\n%q = arith.index_cast %p : index to i32\n%w = "
             "arith.sitofp %q : i32 to " +
             element + "\n%y = arith.mulf %x, %w : " + element + "\n";
    append(ops, scope,
           "$r_e = tensor.empty() : " + type.str() + "\n$r = linalg.generic {indexing_maps = [" +
               map + ", " + map + "], iterator_types = [" + iterators + "]} ins($0 : " +
               type.str() + ") outs($r_e : " + type.str() + ") {\n^bb0(%x: " + element + ", %o: " +
               element + "):\n" + body + "linalg.yield %y : " + element + "\n} -> " + type.str(),
           {a}, {type});
  }

  /// Reversed, strided and windowed maps.
  void drawWindow(std::vector<Op> &ops, Scope &scope) {
    int a = find(scope, [&](const Type &type) {
      return type.element == element && type.shape.size() == 1 && type.shape[0] >= 4;
    });
    if (a < 0)
      return;
    Type type = typeOf(a);
    int64_t d = type.shape[0];
    Type result{element, {}};
    std::string from, iterators = "\"parallel\"", body = "%i", dims = "d0";
    switch (below(3)) {
    case 0:
      from = std::to_string(d - 1) + " - d0";
      result.shape = {d};
      break;
    case 1:
      from = "d0 * 2";
      result.shape = {(d + 1) / 2};
      break;
    default:
      // A window of 3 needs a tensor that says so.
      result.shape = {d - 2};
      append(ops, scope,
             init(result, "f", "0.0") + "$r_w = tensor.empty() : tensor<3xf32>\n" +
                 "$r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 + d1)>, "
                 "affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = "
                 "[\"parallel\", \"reduction\"]} ins($0, $r_w : " +
                 type.str() + ", tensor<3xf32>) outs($r_f : " + result.str() + ") {\n^bb0(%i: " +
                 element + ", %k: f32, %o: " + element + "):\n%s = arith.addf %o, %i : " +
                 element + "\nlinalg.yield %s : " + element + "\n} -> " + result.str(),
             {a}, {result});
      return;
    }
    append(ops, scope,
           "$r_e = tensor.empty() : " + result.str() +
               "\n$r = linalg.generic {indexing_maps = [affine_map<(d0) -> (" + from +
               ")>, affine_map<(d0) -> (d0)>], iterator_types = [\"parallel\"]} ins($0 : " +
               type.str() + ") outs($r_e : " + result.str() + ") {\n^bb0(%i: " + element +
               ", %o: " + element + "):\nlinalg.yield %i : " + element + "\n} -> " +
               result.str(),
           {a}, {result});
  }

  /// Rows of a table at positions that another tensor holds.
  void drawGather(std::vector<Op> &ops, Scope &scope) {
    int table = findFloat(scope, 1);
    int index = find(scope, [](const Type &type) {
      return type.element == "i32" && !type.shape.empty() && type.shape.size() < 3;
    });
    if (table < 0 || index < 0 || typeOf(table).shape.size() > 2 || typeOf(table).size() == 0)
      return;
    Type result{element, typeOf(index).shape};
    size_t rank = result.shape.size();
    bool hasRow = typeOf(table).shape.size() == 2;
    if (hasRow)
      result.shape.push_back(typeOf(table).shape[1]);
    if (result.size() > kMaxElements)
      return;
    size_t loops = result.shape.size();
    std::string iterators = listParallel(loops);
    std::string body =
        "%n = arith.constant " + std::to_string(typeOf(table).shape[0]) +
        " : i32\n%m = arith.remui %i, %n : i32\n%p = arith.index_cast %m : i32 to index\n";
    if (hasRow)
      body += "%q = linalg.index " + std::to_string(loops - 1) + " : index\n";
    body += "%x = tensor.extract $0[%p" + std::string(hasRow ? ", %q" : "") +
            "] : " + typeOf(table).str() + "\n";
    append(ops, scope,
           "$r_e = tensor.empty() : " + result.str() +
               "\n$r = linalg.generic {indexing_maps = [affine_map<(" + listDims(loops) +
               ") -> (" + listDims(rank) + ")>, affine_map<(" + listDims(loops) + ") -> (" +
               listDims(loops) + ")>], iterator_types = [" + iterators + "]} ins($1 : " +
               typeOf(index).str() + ") outs($r_e : " + result.str() + ") {\n^bb0(%i: i32, %o: " +
               element + "):\n" + body + "linalg.yield %x : " + element + "\n} -> " +
               result.str(),
           {table, index}, {result});
  }

  void drawConstant(std::vector<Op> &ops, Scope &scope) {
    Type type = drawType();
    std::string value = type.isFloat() ? pick<std::string>({"0.5", "-1.0", "0.0"})
                                       : pick<std::string>({"1", "0", "3"});
    if (chance(50) && type.size() > 0) {
      append(ops, scope, "$r = arith.constant dense<" + value + "> : " + type.str(), {}, {type});
      return;
    }
    append(ops, scope,
           "$r_c = arith.constant " + value + " : " + type.element + "\n$r = tensor.splat $r_c : " +
               type.str(),
           {}, {type});
  }

  void drawSoftmax(std::vector<Op> &ops, Scope &scope) {
    int a = findFloat(scope, 1);
    if (a < 0 || typeOf(a).size() == 0)
      return;
    Type type = typeOf(a);
    append(ops, scope,
           "$r_e = tensor.empty() : " + type.str() + "\n$r = linalg.softmax dimension(" +
               std::to_string(below(type.shape.size())) + ") ins($0 : " + type.str() +
               ") outs($r_e : " + type.str() + ") -> " + type.str(),
           {a}, {type});
  }

  void drawConstraint(std::vector<Op> &ops, Scope &scope) {
    int a = find(scope, [](const Type &type) { return !type.shape.empty(); });
    if (a < 0)
      return;
    append(ops, scope,
           "$r = tp.sharding_constraint $0 <@mesh, " +
               drawSharding(typeOf(a), false, typeOf(a).isFloat()) + "> : " + typeOf(a).str(),
           {a}, {typeOf(a)});
  }

  void drawGenerate(std::vector<Op> &ops, Scope &scope) {
    Type type = drawType();
    if (!type.isFloat() || type.shape.empty())
      return;
    std::string arguments = listPositions(type.shape.size());
    append(ops, scope,
           "$r = tensor.generate {\n^bb0(" + arguments + "):\n%i = arith.index_cast %q" +
               std::to_string(below(type.shape.size())) +
               " : index to i32\n%f = arith.sitofp %i : i32 to " + element +
               "\n%w = arith.constant 0.125 : " + element + "\n%g = arith.mulf %f, %w : " +
               element + "\ntensor.yield %g : " + element + "\n} : " + type.str(),
           {}, {type});
  }

  void drawExtract(std::vector<Op> &ops, Scope &scope) {
    int a = findFloat(scope, 1);
    if (a < 0 || typeOf(a).size() == 0)
      return;
    Type result = drawType();
    if (!result.isFloat())
      return;
    std::string text, indices;
    for (size_t d = 0; d < typeOf(a).shape.size(); ++d) {
      std::string name = "$r_i" + std::to_string(d);
      text += name + " = arith.constant " + std::to_string(below(typeOf(a).shape[d])) +
              " : index\n";
      indices += (d ? ", " : "") + name;
    }
    append(ops, scope,
           text + "$r_x = tensor.extract $0[" + indices + "] : " + typeOf(a).str() +
               "\n$r = tensor.splat $r_x : " + result.str(),
           {a}, {result});
  }

  void drawLoop(std::vector<Op> &ops, Scope &scope, int depth) {
    std::vector<int> starts = {findFloat(scope)};
    if (starts[0] < 0)
      return;
    if (chance(40))
      starts.push_back(find(scope, [](const Type &) { return true; }));
    Op op;
    Scope inner = scope;
    std::string names, assigns, types, yields;
    for (size_t i = 0; i < starts.size(); ++i) {
      Type type = typeOf(starts[i]);
      op.operands.push_back(starts[i]);
      op.parameters.push_back(newValue(type));
      op.results.push_back(newValue(type));
      inner.push_back(op.parameters.back());
      std::string n = std::to_string(i);
      assigns += (i ? ", $p" : "$p") + n + " = $" + n;
      names += (i ? ", $r" : "$r") + n;
      types += (i ? ", " : "") + type.str();
      yields += (i ? ", $y" : "$y") + n;
    }
    op.regions.emplace_back();
    drawOps(op.regions[0], inner, 1 + below(4), depth + 1);
    for (int start : starts)
      op.yields.push_back(find(inner, [&](const Type &type) { return type == typeOf(start); }));
    std::string trips = std::to_string(below(4));
    std::string lb = nameless("lb"), ub = nameless("ub"), step = nameless("st");
    op.text = lb + " = arith.constant 0 : index\n" + ub + " = arith.constant " + trips +
              " : index\n" + step + " = arith.constant 1 : index\n" + names +
              " = scf.for " + nameless("iv") + " = " + lb + " to " + ub + " step " + step +
              " iter_args(" + assigns + ") -> (" + types + ") {\n$B0scf.yield " + yields +
              " : " + types + "\n}";
    for (int result : op.results)
      scope.push_back(result);
    ops.push_back(std::move(op));
  }

  void drawIf(std::vector<Op> &ops, Scope &scope, int depth) {
    int a = findFloat(scope);
    if (a < 0)
      return;
    Type type = typeOf(a);
    Op op;
    for (int branch = 0; branch < 2; ++branch) {
      Scope inner = scope;
      op.regions.emplace_back();
      drawOps(op.regions[branch], inner, below(3), depth + 1);
      op.yields.push_back(find(inner, [&](const Type &other) { return other == type; }));
    }
    op.results.push_back(newValue(type));
    scope.push_back(op.results[0]);
    op.text = "$r_p = arith.constant " + std::string(chance(50) ? "true" : "false") + "\n";
    int b = findFloat(scope, 1);
    // A predicate from data, of numbers far apart.
    if (b >= 0 && b != op.results[0] && chance(50) && typeOf(b).size() > 0) {
      op.operands.push_back(b);
      std::string indices;
      for (size_t d = 0; d < typeOf(b).shape.size(); ++d)
        indices += d ? ", $r_z" : "$r_z";
      op.text = "$r_z = arith.constant 0 : index\n$r_x = tensor.extract $0[" + indices + "] : " +
                typeOf(b).str() + "\n$r_t = arith.constant 1.0e9 : " + element +
                "\n$r_p = arith.cmpf olt, $r_x, $r_t : " + element + "\n";
    }
    op.text += "$r = scf.if $r_p -> (" + type.str() + ") {\n$B0scf.yield $y0 : " + type.str() +
               "\n} else {\n$B1scf.yield $y1 : " + type.str() + "\n}";
    ops.push_back(std::move(op));
  }

  int names = 0;
  std::string nameless(const char *prefix) {
    return "%" + std::string(prefix) + std::to_string(names++);
  }


  void drawOps(std::vector<Op> &ops, Scope &scope, int64_t count, int depth) {
    using Draw = void (Generator::*)(std::vector<Op> &, Scope &);
    static const std::vector<Draw> draws = {
        &Generator::drawUnary,       &Generator::drawBinary,      &Generator::drawBinary,
        &Generator::drawBinary,      &Generator::drawContraction, &Generator::drawContraction,
        &Generator::drawContraction, &Generator::drawTranspose,   &Generator::drawBroadcast,
        &Generator::drawReduce,      &Generator::drawReduce,      &Generator::drawExpand,
        &Generator::drawExpand,      &Generator::drawCollapse,    &Generator::drawCollapse,
        &Generator::drawSlice,       &Generator::drawSlice,       &Generator::drawInsert,
        &Generator::drawPad,         &Generator::drawConcat,      &Generator::drawIndex,
        &Generator::drawWindow,      &Generator::drawGather,      &Generator::drawConstant,
        &Generator::drawSoftmax,     &Generator::drawConstraint,  &Generator::drawConstraint,
        &Generator::drawGenerate,    &Generator::drawExtract};
    for (int64_t i = 0; i < count; ++i) {
      if (depth < 2 && chance(4))
        drawLoop(ops, scope, depth);
      else if (depth < 2 && chance(3))
        drawIf(ops, scope, depth);
      else
        (this->*pick(draws))(ops, scope);
    }
  }

  Program make() {
    static const std::vector<std::vector<Axis>> meshes = {
        {{"tp", 1}}, {{"tp", 2}}, {{"tp", 3}}, {{"tp", 4}}, {{"tp", 5}}, {{"tp", 8}},
        {{"dp", 2}, {"tp", 2}}, {{"dp", 2}, {"tp", 3}}};
    program.mesh = pick(meshes);
    element = chance(85) ? "f64" : "f32";
    static const std::vector<int64_t> all = {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16};
    for (int i = 0; i < 4; ++i)
      sizes.push_back(chance(2) ? 0 : pick(all));
    Scope scope;
    int64_t arguments = 2 + below(4);
    for (int64_t i = 0; i < arguments; ++i)
      scope.push_back(addArgument(drawType()));
    drawOps(program.ops, scope, 4 + below(16), 0);
    int64_t results = 1 + below(3);
    for (int64_t i = 0; i < results; ++i) {
      int value = scope[scope.size() - 1 - below(std::min<int64_t>(scope.size(), 6))];
      const Type &type = typeOf(value);
      program.results.push_back(
          {value, chance(50) ? drawSharding(type, false, type.isFloat()) : std::string()});
    }
    program.removeDead();
    return program;
  }
};
} // namespace

Program tp::fuzz::makeProgram(uint64_t seed) { return Generator(seed).make(); }
