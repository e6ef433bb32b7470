//===- OutlineKernels.cpp - loops and runtime calls become functions ----------===//
//
// What is left of the program is a list of allocations and calls. Two ops that are
// equal as text become calls of one function, so layers of a model share all their
// kernels; LLVM then optimises each once.
//
// A kernel takes, in this order, the memrefs and scalars that its op uses, then what
// the op's region captures; constants are copied in. Two operands that are one value
// are one argument.
//
// When all memrefs are static the function takes bare pointers, so that a call of the
// host program is a handful of instructions. An argument that is written is `noalias`
// when it comes from an allocation that no other argument can come from: the loops
// may then keep sums in registers and need no checks to be vectorised.
//
//===----------------------------------------------------------------------===//

#include "tp/Conversion/Passes.h"
#include "tp/Dialect/TPRT/IR/TPRT.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::tp {
#define GEN_PASS_DEF_TPRTOUTLINEKERNELSPASS
#include "tp/Conversion/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;

//===----------------------------------------------------------------------===//
// What a kernel uses
//===----------------------------------------------------------------------===//

namespace {
/// The values from outside that an op and its regions use.
struct Uses {
  SetVector<Value> arguments;
  SetVector<Operation *> constants;
};
} // namespace

static Uses getUses(Operation *op) {
  Uses uses;
  auto add = [&](Value value) {
    Operation *definition = value.getDefiningOp();
    if (definition && definition->hasTrait<OpTrait::ConstantLike>())
      uses.constants.insert(definition);
    else
      uses.arguments.insert(value);
  };
  llvm::for_each(op->getOperands(), add);
  for (Region &region : op->getRegions())
    visitUsedValuesDefinedAbove(region, region, [&](OpOperand *use) { add(use->get()); });
  return uses;
}

/// The value that a view is (a part) of.
static Value getRoot(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return value;
}

/// True when the two cannot share memory: one is an allocation, the other something
/// else that is not made from allocations.
static bool areDistinct(Value a, Value b) {
  a = getRoot(a);
  b = getRoot(b);
  auto isKnown = [](Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return isa<func::FuncOp>(argument.getOwner()->getParentOp());
    return isa<memref::AllocOp, memref::GetGlobalOp>(value.getDefiningOp());
  };
  return a != b && a.getDefiningOp<memref::AllocOp>() && isKnown(b);
}

/// The memrefs that the op writes.
static SmallVector<Value> getWritten(Operation *op) {
  auto destination = cast<DestinationStyleOpInterface>(op);
  return llvm::to_vector(ValueRange(destination.getDpsInits()));
}

//===----------------------------------------------------------------------===//
// Outlining
//===----------------------------------------------------------------------===//

namespace {
/// The kernels of a module by structure.
class KernelTable {
public:
  KernelTable(ModuleOp module) : module(module), symbols(module) {}

  /// Moves `op` into a kernel, new or known, and leaves a call.
  void outline(Operation *op);

private:
  func::FuncOp buildKernel(Operation *op, const Uses &uses);
  /// The known kernel that equals this one, or null.
  func::FuncOp findEqual(func::FuncOp kernel);

  ModuleOp module;
  SymbolTable symbols;
  int64_t count = 0;
  DenseMap<size_t, SmallVector<func::FuncOp, 1>> kernels;
};
} // namespace

func::FuncOp KernelTable::buildKernel(Operation *op, const Uses &uses) {
  OpBuilder builder(op->getContext());
  SmallVector<Type> types;
  bool bare = true;
  for (Value argument : uses.arguments) {
    types.push_back(argument.getType());
    if (auto memref = dyn_cast<MemRefType>(argument.getType()))
      bare = bare && LLVMTypeConverter::canConvertToBarePtr(memref);
  }
  auto kernel = func::FuncOp::create(op->getLoc(), "kernel",
                                     builder.getFunctionType(types, {}));
  kernel.setPrivate();
  Block *body = kernel.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  for (Operation *constant : uses.constants)
    builder.clone(*constant, mapping);
  mapping.map(uses.arguments.getArrayRef(), body->getArguments());
  builder.clone(*op, mapping);
  func::ReturnOp::create(builder, op->getLoc());
  if (!bare)
    return kernel;
  kernel->setAttr("llvm.bareptr", builder.getUnitAttr());
  for (Value written : getWritten(op)) {
    bool distinct = llvm::all_of(uses.arguments, [&](Value other) {
      return other == written || !isa<MemRefType>(other.getType()) ||
             areDistinct(written, other);
    });
    auto *position = llvm::find(uses.arguments, written);
    if (distinct)
      kernel.setArgAttr(position - uses.arguments.begin(),
                        LLVM::LLVMDialect::getNoAliasAttrName(), builder.getUnitAttr());
  }
  return kernel;
}

func::FuncOp KernelTable::findEqual(func::FuncOp kernel) {
  llvm::hash_code hash = llvm::hash_combine(kernel.getFunctionType(), kernel.getArgAttrsAttr());
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    hash = llvm::hash_combine(
        hash, OperationEquivalence::computeHash(op, OperationEquivalence::ignoreHashValue,
                                                OperationEquivalence::ignoreHashValue,
                                                OperationEquivalence::IgnoreLocations));
  });
  SmallVector<func::FuncOp, 1> &bucket = kernels[hash];
  for (func::FuncOp other : bucket)
    if (other.getFunctionType() == kernel.getFunctionType() &&
        other.getArgAttrsAttr() == kernel.getArgAttrsAttr() &&
        OperationEquivalence::isRegionEquivalentTo(&other.getBody(), &kernel.getBody(),
                                                   OperationEquivalence::IgnoreLocations))
      return other;
  bucket.push_back(kernel);
  return {};
}

void KernelTable::outline(Operation *op) {
  Uses uses = getUses(op);
  func::FuncOp kernel = buildKernel(op, uses);
  if (func::FuncOp known = findEqual(kernel)) {
    kernel.erase();
    kernel = known;
  } else {
    // Numbers are dealt here: an insertion into the table would try from 0 each time.
    std::string name;
    do
      name = "kernel_" + std::to_string(count++);
    while (symbols.lookup(name));
    kernel.setSymName(name);
    symbols.insert(kernel, module.getBody()->end());
  }
  OpBuilder builder(op);
  func::CallOp::create(builder, op->getLoc(), kernel, uses.arguments.getArrayRef());
  op->erase();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Copies that are not one block of memory become loops.
static void convertStridedCopies(ModuleOp module) {
  SmallVector<memref::CopyOp> copies;
  module.walk([&](memref::CopyOp op) {
    auto isPlain = [](Value value) {
      auto type = dyn_cast<MemRefType>(value.getType());
      return type && (type.getLayout().isIdentity() || type.getRank() == 0);
    };
    if (!isPlain(op.getSource()) || !isPlain(op.getTarget()))
      copies.push_back(op);
  });
  for (memref::CopyOp op : copies) {
    OpBuilder builder(op);
    linalg::CopyOp::create(builder, op.getLoc(), op.getSource(), op.getTarget());
    op.erase();
  }
}

namespace {
struct TPRTOutlineKernels
    : mlir::tp::impl::TPRTOutlineKernelsPassBase<TPRTOutlineKernels> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    convertStridedCopies(module);
    SmallVector<Operation *> ops;
    module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!isa<linalg::LinalgOp, tprt::CollectiveOp, tprt::ContractOp>(op))
        return WalkResult::advance();
      if (cast<DestinationStyleOpInterface>(op).hasPureBufferSemantics())
        ops.push_back(op);
      return WalkResult::skip();
    });
    KernelTable table(module);
    for (Operation *op : ops)
      table.outline(op);
  }
};
} // namespace
