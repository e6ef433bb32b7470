# Our own helpers, so that leaf files are lists of sources.

add_library(TPCommonOptions INTERFACE)
target_include_directories(TPCommonOptions INTERFACE
  "${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include")
target_compile_options(TPCommonOptions INTERFACE
  -Wall -Wextra -Wno-unused-parameter -Wno-comment)
if(TP_ENABLE_WERROR)
  target_compile_options(TPCommonOptions INTERFACE -Werror)
endif()
if(TP_SANITIZER)
  target_compile_options(TPCommonOptions INTERFACE
    -fsanitize=${TP_SANITIZER} -fno-omit-frame-pointer)
  target_link_options(TPCommonOptions INTERFACE -fsanitize=${TP_SANITIZER})
endif()

# The compiler's flags: LLVM's headers, no RTTI and no exceptions as LLVM has them.
add_library(TPCompilerOptions INTERFACE)
target_link_libraries(TPCompilerOptions INTERFACE TPCommonOptions)
target_include_directories(TPCompilerOptions SYSTEM INTERFACE
  ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
target_compile_definitions(TPCompilerOptions INTERFACE ${LLVM_DEFINITIONS_LIST})
if(NOT LLVM_ENABLE_RTTI)
  target_compile_options(TPCompilerOptions INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
endif()

# MLIR's headers take most of the time that a file of ours takes to compile: they are
# compiled once, for all compiler libraries and tools.
option(TP_ENABLE_PCH "Precompile MLIR's headers" ON)
if(TP_ENABLE_PCH)
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/TPHeaders.cpp" CONTENT "// precompiled headers\n")
  add_library(TPHeaders STATIC "${PROJECT_BINARY_DIR}/TPHeaders.cpp")
  target_link_libraries(TPHeaders PRIVATE TPCompilerOptions)
  target_precompile_headers(TPHeaders PRIVATE
    <map>
    <set>
    <mlir/Dialect/Arith/IR/Arith.h>
    <mlir/Dialect/Bufferization/IR/Bufferization.h>
    <mlir/Dialect/Func/IR/FuncOps.h>
    <mlir/Dialect/LLVMIR/LLVMDialect.h>
    <mlir/Dialect/Linalg/IR/Linalg.h>
    <mlir/Dialect/MemRef/IR/MemRef.h>
    <mlir/Dialect/SCF/IR/SCF.h>
    <mlir/Dialect/Tensor/IR/Tensor.h>
    <mlir/Pass/PassManager.h>
    <mlir/Transforms/DialectConversion.h>)
endif()

# Uses them in a target.
function(tp_use_precompiled_headers name)
  if(TP_ENABLE_PCH)
    target_precompile_headers(${name} REUSE_FROM TPHeaders)
  endif()
endfunction()

# add_tp_library(NAME sources... [DEPENDS targets...] [LINK targets...])
# A static library of compiler code; MLIR and LLVM come from their shared libraries.
function(add_tp_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC TPCompilerOptions ${ARG_LINK} MLIR LLVM)
  tp_use_precompiled_headers(${name})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

# add_tp_tool(NAME sources... [LINK targets...])
function(add_tp_tool name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE TPCompilerOptions ${ARG_LINK} MLIR LLVM)
  tp_use_precompiled_headers(${name})
  # Compiled as libraries are, with -fPIC instead of -fPIE: else the precompiled headers
  # do not fit and are read again, which takes a minute for each file.
  target_compile_options(${name} PRIVATE -fPIC)
  set_target_properties(${name} PROPERTIES
    POSITION_INDEPENDENT_CODE OFF
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
endfunction()

# add_tp_unittest(NAME sources... [LINK targets...])
# A GoogleTest program in build/bin; scripts/check.sh runs each and sums them.
function(add_tp_unittest name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE TPCommonOptions ${ARG_LINK} GTest::gtest GTest::gtest_main)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/unit")
  set_property(GLOBAL APPEND PROPERTY TP_UNITTESTS ${name})
  add_test(NAME ${name} COMMAND ${name})
endfunction()
