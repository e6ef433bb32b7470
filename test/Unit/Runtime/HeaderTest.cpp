//===- HeaderTest.cpp - runs the program of HeaderTest.c ------------------===//
//
// gtest is C++; what it runs here is C.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

extern "C" int tprtRunHeaderTest(void);

TEST(Header, a_c_program_runs_a_world) { EXPECT_EQ(tprtRunHeaderTest(), 0); }
