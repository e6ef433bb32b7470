//===- TPRTToLLVM.cpp - everything to the LLVM dialect ------------------------===//
//
// Upstream's patterns for upstream's dialects, ours for `tprt` ops and for
// allocation. A call of the runtime takes descriptors of its tensors, which live in
// the frame of the function that calls; numbers known at compile time (the
// collective's descriptor, static sizes and strides) are constants of the module,
// equal ones shared.
//
//===----------------------------------------------------------------------===//

#include "tp/Conversion/Passes.h"
#include "tp/Dialect/TPRT/IR/TPRT.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::tp {
#define GEN_PASS_DEF_CONVERTTPRTTOLLVMPASS
#include "tp/Conversion/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;

//===----------------------------------------------------------------------===//
// Constants and functions of the module
//===----------------------------------------------------------------------===//

namespace {
/// Creates what patterns need at the top of the module, once each.
class ModuleConstants {
public:
  explicit ModuleConstants(ModuleOp module) : module(module) {}

  /// The address of constant 64-bit integers.
  Value words(OpBuilder &builder, Location loc, ArrayRef<int64_t> values) {
    auto type = LLVM::LLVMArrayType::get(builder.getI64Type(), values.size());
    auto attr = DenseIntElementsAttr::get(
        RankedTensorType::get(values.size(), builder.getI64Type()), values);
    return address(builder, loc, attr, type, "tprt_words_");
  }

  /// The address of a constant text that ends in a zero byte.
  Value text(OpBuilder &builder, Location loc, StringRef value) {
    std::string bytes = value.str();
    bytes.push_back(0);
    auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size());
    return address(builder, loc, builder.getStringAttr(bytes), type, "tprt_text_");
  }

  /// Calls a function of the runtime.
  LLVM::CallOp call(OpBuilder &builder, Location loc, StringRef name, Type result,
                    ValueRange arguments) {
    LLVM::LLVMFuncOp &function = functions[name];
    if (!function) {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(module.getBody());
      auto type = LLVM::LLVMFunctionType::get(result, llvm::to_vector(arguments.getTypes()));
      function = LLVM::LLVMFuncOp::create(builder, loc, name, type);
    }
    return LLVM::CallOp::create(builder, loc, function, arguments);
  }

private:
  Value address(OpBuilder &builder, Location loc, Attribute value, Type type,
                StringRef prefix) {
    LLVM::GlobalOp &global = globals[value];
    if (!global) {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(module.getBody());
      std::string name = (prefix + Twine(globals.size() - 1)).str();
      global = LLVM::GlobalOp::create(builder, loc, type, /*isConstant=*/true,
                                      LLVM::Linkage::Private, name, value);
    }
    return LLVM::AddressOfOp::create(builder, loc, global);
  }

  ModuleOp module;
  DenseMap<Attribute, LLVM::GlobalOp> globals;
  llvm::StringMap<LLVM::LLVMFuncOp> functions;
};

template <typename Op>
struct RuntimePattern : ConvertOpToLLVMPattern<Op> {
  RuntimePattern(const LLVMTypeConverter &converter, ModuleConstants &constants)
      // Preferred to upstream's patterns for the same op.
      : ConvertOpToLLVMPattern<Op>(converter, /*benefit=*/10), constants(constants) {}
  ModuleConstants &constants;
};
} // namespace

//===----------------------------------------------------------------------===//
// Small calls
//===----------------------------------------------------------------------===//

namespace {
struct RankLowering : RuntimePattern<tprt::RankOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(tprt::RankOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto call =
        constants.call(rewriter, op.getLoc(), "tprt_rank", rewriter.getI32Type(), {});
    rewriter.replaceOpWithNewOp<LLVM::SExtOp>(op, getIndexType(), call.getResult());
    return success();
  }
};

struct FailLowering : RuntimePattern<tprt::FailOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(tprt::FailOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Value message = constants.text(rewriter, op.getLoc(), op.getMessage());
    constants.call(rewriter, op.getLoc(), "tprt_fail", getVoidType(), message);
    rewriter.eraseOp(op);
    return success();
  }
};

struct AllocLowering : RuntimePattern<memref::AllocOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(memref::AllocOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    MemRefType type = op.getType();
    if (!isConvertibleAndHasIdentityMaps(type))
      return rewriter.notifyMatchFailure(op, "the layout is not the identity");
    SmallVector<Value> sizes, strides;
    Value bytes;
    getMemRefDescriptorSizes(op.getLoc(), type, adaptor.getDynamicSizes(), rewriter, sizes,
                             strides, bytes);
    auto call = constants.call(rewriter, op.getLoc(), "tprt_allocate", getPtrType(), bytes);
    Value data = call.getResult();
    Value descriptor = createMemRefDescriptor(op.getLoc(), type, data, data, sizes, strides,
                                              rewriter);
    rewriter.replaceOp(op, descriptor);
    return success();
  }
};

struct DeallocLowering : RuntimePattern<memref::DeallocOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(memref::DeallocOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    MemRefDescriptor descriptor(adaptor.getMemref());
    Value data = descriptor.allocatedPtr(rewriter, op.getLoc());
    constants.call(rewriter, op.getLoc(), "tprt_deallocate", getVoidType(), data);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Calls that take tensors
//===----------------------------------------------------------------------===//

namespace {
/// Builds `tprt_tensor_t`s, in the frame of the function around an op.
class FrameBuilder {
public:
  FrameBuilder(ConversionPatternRewriter &rewriter, Operation *op,
               const LLVMTypeConverter &converter, ModuleConstants &constants)
      : rewriter(rewriter), loc(op->getLoc()), converter(converter), constants(constants),
        entry(&op->getParentOfType<FunctionOpInterface>().getFunctionBody().front()) {}

  /// The address of an array of `tprt_tensor_t`.
  Value tensors(ValueRange memrefs, ValueRange descriptors) {
    MLIRContext *context = rewriter.getContext();
    auto pointer = LLVM::LLVMPointerType::get(context);
    auto type = LLVM::LLVMStructType::getLiteral(
        context, {pointer, rewriter.getI32Type(), pointer, pointer});
    Value array = allocate(type, std::max<size_t>(1, memrefs.size()));
    for (auto [index, memref, value] : llvm::enumerate(memrefs, descriptors)) {
      auto memrefType = cast<MemRefType>(memref.getType());
      MemRefDescriptor descriptor(value);
      Value data = descriptor.bufferPtr(rewriter, loc, converter, memrefType);
      Value rank = LLVM::ConstantOp::create(rewriter, loc, rewriter.getI32Type(),
                                            memrefType.getRank());
      Value sizes = shape(memrefType, descriptor);
      Value strides = offset(rewriter.getI64Type(), sizes, {int64_t(memrefType.getRank())});
      const Value fields[] = {data, rank, sizes, strides};
      for (auto [field, fieldValue] : llvm::enumerate(fields))
        LLVM::StoreOp::create(rewriter, loc, fieldValue,
                              offset(type, array, {int64_t(index), int64_t(field)}));
    }
    return array;
  }

  /// The address of integers, of which `dynamic` replace those that are kDynamic.
  Value words(ArrayRef<int64_t> values, ValueRange dynamic) {
    if (dynamic.empty())
      return constants.words(rewriter, loc, values);
    Value array = allocate(rewriter.getI64Type(), values.size());
    for (auto [index, value] : llvm::enumerate(values)) {
      Value word;
      if (ShapedType::isDynamic(value)) {
        word = dynamic.front();
        dynamic = dynamic.drop_front();
      } else {
        word = LLVM::ConstantOp::create(rewriter, loc, rewriter.getI64Type(), value);
      }
      LLVM::StoreOp::create(rewriter, loc, word,
                            offset(rewriter.getI64Type(), array, {int64_t(index)}));
    }
    return array;
  }

private:
  /// The address of a memref's sizes followed by its strides.
  Value shape(MemRefType type, MemRefDescriptor &descriptor) {
    auto [strides, unused] = type.getStridesAndOffset();
    SmallVector<int64_t> values(type.getShape());
    llvm::append_range(values, strides);
    SmallVector<Value> dynamic;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        dynamic.push_back(descriptor.size(rewriter, loc, dim));
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (ShapedType::isDynamic(strides[dim]))
        dynamic.push_back(descriptor.stride(rewriter, loc, dim));
    if (values.empty())
      values.push_back(0); // an address that is not null
    return words(values, dynamic);
  }

  Value allocate(Type type, int64_t count) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(entry);
    Value size =
        LLVM::ConstantOp::create(rewriter, loc, rewriter.getI64Type(), count);
    auto pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
    return LLVM::AllocaOp::create(rewriter, loc, pointer, type, size, /*alignment=*/8);
  }

  Value offset(Type type, Value base, ArrayRef<int64_t> indices) {
    SmallVector<LLVM::GEPArg> path;
    for (int64_t index : indices)
      path.push_back(int32_t(index));
    return LLVM::GEPOp::create(rewriter, loc, base.getType(), type, base, path);
  }

  ConversionPatternRewriter &rewriter;
  Location loc;
  const LLVMTypeConverter &converter;
  ModuleConstants &constants;
  Block *entry;
};

struct CollectiveLowering : RuntimePattern<tprt::CollectiveOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(tprt::CollectiveOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (!op.hasPureBufferSemantics() && !op.getInputs().empty())
      return rewriter.notifyMatchFailure(op, "not bufferized");
    Location loc = op.getLoc();
    FrameBuilder frame(rewriter, op, *getTypeConverter(), constants);
    Value descriptor = frame.words(op.getDescriptor(), adaptor.getSizes());
    Value length = LLVM::ConstantOp::create(rewriter, loc, rewriter.getI64Type(),
                                            op.getDescriptor().size());
    Value location = constants.text(rewriter, loc, op.getLocation());
    Value inputs = frame.tensors(op.getInputs(), adaptor.getInputs());
    Value outputs = frame.tensors(op.getOutputs(), adaptor.getOutputs());
    constants.call(rewriter, loc, "tprt_collective", getVoidType(),
                   {descriptor, length, location, inputs, outputs});
    rewriter.eraseOp(op);
    return success();
  }
};

struct ContractLowering : RuntimePattern<tprt::ContractOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(tprt::ContractOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (!op.hasPureBufferSemantics())
      return rewriter.notifyMatchFailure(op, "not bufferized");
    Location loc = op.getLoc();
    SmallVector<int64_t> descriptor;
    for (Value value : {op.getA(), op.getB(), op.getC()})
      descriptor.push_back(*tprt::getDtype(getElementTypeOrSelf(value.getType())));
    int64_t loopCount = 0;
    for (ArrayRef<int64_t> labels : {op.getALabels(), op.getBLabels(), op.getCLabels()})
      for (int64_t label : labels)
        loopCount = std::max(loopCount, label + 1);
    descriptor.push_back(loopCount);
    for (ArrayRef<int64_t> labels : {op.getALabels(), op.getBLabels(), op.getCLabels()})
      llvm::append_range(descriptor, labels);
    FrameBuilder frame(rewriter, op, *getTypeConverter(), constants);
    Value words = frame.words(descriptor, {});
    Value a = frame.tensors(op.getA(), adaptor.getA());
    Value b = frame.tensors(op.getB(), adaptor.getB());
    Value c = frame.tensors(op.getC(), adaptor.getC());
    constants.call(rewriter, loc, "tprt_contract", getVoidType(), {words, a, b, c});
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct ConvertTPRTToLLVM : mlir::tp::impl::ConvertTPRTToLLVMPassBase<ConvertTPRTToLLVM> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    MLIRContext *context = &getContext();
    for (auto function : module.getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal())
        function->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                          UnitAttr::get(context));
    LLVMTypeConverter converter(context);
    ModuleConstants constants(module);
    SymbolTableCollection symbols;
    RewritePatternSet patterns(context);
    populateFuncToLLVMConversionPatterns(converter, patterns, &symbols);
    cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
    arith::populateArithToLLVMConversionPatterns(converter, patterns);
    index::populateIndexToLLVMConversionPatterns(converter, patterns);
    ub::populateUBToLLVMConversionPatterns(converter, patterns);
    populateMathToLLVMConversionPatterns(converter, patterns);
    // Where LLVM has an intrinsic it is preferred: it may be computed in line.
    populateMathToLibmConversionPatterns(patterns, /*benefit=*/0);
    populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
    patterns.add<RankLowering, FailLowering, AllocLowering, DeallocLowering,
                 CollectiveLowering, ContractLowering>(converter, constants);
    LLVMConversionTarget target(*context);
    target.addLegalOp<ModuleOp>();
    if (failed(applyFullConversion(module, target, std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
