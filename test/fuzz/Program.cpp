//===- Program.cpp - random programs, as data --------------------------------===//
//
// Printing and making smaller; what is drawn is in Generator.cpp.
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include <algorithm>
#include <cctype>
#include <set>

using namespace tp::fuzz;

std::string Type::str() const {
  std::string text = "tensor<";
  for (int64_t d : shape)
    text += std::to_string(d) + "x";
  return text + element + ">";
}

int64_t Type::size() const {
  int64_t n = 1;
  for (int64_t d : shape)
    n *= d;
  return n;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static std::string nameOf(int value) { return "%v" + std::to_string(value); }

static void printOps(const std::vector<Op> &ops, std::string &out);

/// The number behind a hole's letter; 0 when there is none.
static int readNumber(const std::string &text, size_t &i) {
  int number = 0;
  for (; i < text.size() && isdigit(text[i]); ++i)
    number = number * 10 + (text[i] - '0');
  return number;
}

static void printOp(const Op &op, std::string &out) {
  for (size_t i = 0; i < op.text.size();) {
    if (op.text[i] != '$') {
      out += op.text[i++];
      continue;
    }
    char kind = op.text[++i];
    if (isdigit(kind)) {
      out += nameOf(op.operands.at(readNumber(op.text, i)));
      continue;
    }
    ++i;
    int number = readNumber(op.text, i);
    switch (kind) {
    case 'r':
      out += nameOf(op.results.at(number));
      break;
    case 'p':
      out += nameOf(op.parameters.at(number));
      break;
    case 'y':
      out += nameOf(op.yields.at(number));
      break;
    case 'B':
      printOps(op.regions.at(number), out);
      break;
    }
  }
  out += '\n';
}

static void printOps(const std::vector<Op> &ops, std::string &out) {
  for (const Op &op : ops)
    printOp(op, out);
}

std::string Program::print() const {
  std::string out = "tp.mesh @mesh = <[";
  for (size_t i = 0; i < mesh.size(); ++i)
    out += (i ? ", \"" : "\"") + mesh[i].name + "\"=" + std::to_string(mesh[i].size);
  out += "]>\nfunc.func @main(";
  auto printSharding = [&](const Argument &argument) {
    if (!argument.sharding.empty())
      out += " {tp.sharding = #tp.sharding<@mesh, " + argument.sharding + ">}";
  };
  for (size_t i = 0; i < arguments.size(); ++i) {
    out += (i ? ",\n    " : "") + nameOf(arguments[i].value) + ": " +
           types[arguments[i].value].str();
    printSharding(arguments[i]);
  }
  out += ")\n    -> (";
  for (size_t i = 0; i < results.size(); ++i) {
    out += (i ? ", " : "") + types[results[i].value].str();
    printSharding(results[i]);
  }
  out += ") {\n";
  printOps(ops, out);
  out += "return ";
  for (size_t i = 0; i < results.size(); ++i)
    out += (i ? ", " : "") + nameOf(results[i].value);
  out += " : ";
  for (size_t i = 0; i < results.size(); ++i)
    out += (i ? ", " : "") + types[results[i].value].str();
  return out + "\n}\n";
}

//===----------------------------------------------------------------------===//
// Making smaller
//===----------------------------------------------------------------------===//

/// Keeps the ops that `live` depends on, and adds what they read to it.
static void keepLive(std::vector<Op> &ops, std::set<int> &live) {
  std::vector<Op> kept;
  for (auto op = ops.rbegin(); op != ops.rend(); ++op) {
    if (std::none_of(op->results.begin(), op->results.end(),
                     [&](int result) { return live.count(result); }))
      continue;
    live.insert(op->operands.begin(), op->operands.end());
    live.insert(op->yields.begin(), op->yields.end());
    for (std::vector<Op> &region : op->regions)
      keepLive(region, live);
    kept.push_back(std::move(*op));
  }
  std::reverse(kept.begin(), kept.end());
  ops = std::move(kept);
}

void Program::removeDead() {
  std::set<int> live;
  for (const Argument &result : results)
    live.insert(result.value);
  keepLive(ops, live);
  arguments.erase(std::remove_if(arguments.begin(), arguments.end(),
                                 [&](const Argument &argument) {
                                   return !live.count(argument.value);
                                 }),
                  arguments.end());
}

std::vector<Program> Program::getSmaller() const {
  std::vector<Program> smaller;
  auto add = [&](Program program) {
    program.removeDead();
    smaller.push_back(std::move(program));
  };
  if (results.size() > 1)
    for (const Argument &result : results) {
      Program one = *this;
      one.results = {result};
      add(std::move(one));
    }
  // What an op makes comes in from outside instead; later ops first cut off most.
  for (size_t i = ops.size(); i-- > 0;) {
    Program without = *this;
    for (int result : ops[i].results)
      without.arguments.push_back({result, ""});
    without.ops.erase(without.ops.begin() + i);
    add(std::move(without));
    for (size_t k = 0; k < ops[i].regions.size(); ++k)
      for (size_t j = 0; j < ops[i].regions[k].size(); ++j) {
        // Inside, a value of the same type takes its place.
        const Op &inner = ops[i].regions[k][j];
        if (inner.results.size() != 1)
          continue;
        for (int parameter : ops[i].parameters) {
          if (!(types[parameter] == types[inner.results[0]]))
            continue;
          Program replaced = *this;
          Op &outer = replaced.ops[i];
          auto rename = [&](std::vector<int> &list) {
            std::replace(list.begin(), list.end(), inner.results[0], parameter);
          };
          rename(outer.yields);
          for (Op &other : outer.regions[k])
            rename(other.operands);
          outer.regions[k].erase(outer.regions[k].begin() + j);
          add(std::move(replaced));
          break;
        }
      }
  }
  auto dropShardings = [&](std::vector<Argument> Program::*list) {
    for (size_t i = 0; i < (this->*list).size(); ++i)
      if (!(this->*list)[i].sharding.empty()) {
        Program open = *this;
        (open.*list)[i].sharding.clear();
        smaller.push_back(std::move(open));
      }
  };
  dropShardings(&Program::arguments);
  dropShardings(&Program::results);
  for (size_t i = 0; i < mesh.size(); ++i)
    if (mesh[i].size > 2) {
      Program fewer = *this;
      fewer.mesh[i].size = 2;
      smaller.push_back(std::move(fewer));
    }
  return smaller;
}
