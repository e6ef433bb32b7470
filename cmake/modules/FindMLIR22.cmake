# Finds LLVM and MLIR 22: at MLIR_DIR when that is given, else where the Debian
# packages put them. `find_package(MLIR 22)` is refused by the package's version
# file, so the version is checked here.

find_package(MLIR QUIET CONFIG
  HINTS "${MLIR_DIR}" /usr/lib/llvm-22/lib/cmake/mlir)
if(NOT MLIR_FOUND)
  message(FATAL_ERROR
    "MLIR 22 was not found. On Debian or Ubuntu run scripts/setup.sh (it installs "
    "libmlir-22-dev, mlir-22-tools and llvm-22-dev), or pass "
    "-DMLIR_DIR=<prefix>/lib/cmake/mlir for an installation of your own.")
endif()
if(NOT LLVM_VERSION_MAJOR EQUAL 22)
  message(FATAL_ERROR
    "MLIR ${LLVM_PACKAGE_VERSION} was found at ${MLIR_DIR}, but version 22 is needed. "
    "Pass -DMLIR_DIR=<prefix>/lib/cmake/mlir of an MLIR 22 installation.")
endif()
message(STATUS "MLIR ${LLVM_PACKAGE_VERSION}: ${MLIR_DIR}")

list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)
include(HandleLLVMOptions)

# The package sets LLVM_ENABLE_ASSERTIONS to what LLVM was built with; ours is
# a matter of our own code only.
string(REGEX REPLACE "(^| )[-/]D *NDEBUG($| )" " " CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")
string(REGEX REPLACE "(^| )[-/]D *NDEBUG($| )" " " CMAKE_CXX_FLAGS_RELWITHDEBINFO "${CMAKE_CXX_FLAGS_RELWITHDEBINFO}")
if(TP_ENABLE_ASSERTIONS)
  remove_definitions(-DNDEBUG)
  add_compile_options(-UNDEBUG)
else()
  add_compile_definitions(NDEBUG)
endif()
set(MLIR_LINK_MLIR_DYLIB ON)
set(LLVM_LINK_LLVM_DYLIB ON)
separate_arguments(LLVM_DEFINITIONS_LIST NATIVE_COMMAND "${LLVM_DEFINITIONS}")
list(TRANSFORM LLVM_DEFINITIONS_LIST REPLACE "^-D" "")
# For tablegen, which reads the directory property.
include_directories("${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include")
include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
