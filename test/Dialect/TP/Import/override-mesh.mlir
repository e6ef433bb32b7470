// Axis sizes on the command line beat those in the file.
//
// RUN: split-file %s %t
// RUN: tp-opt %t/mesh.mlir --mesh "tp=8" | FileCheck %s --check-prefix=ONE
// RUN: tp-opt %t/mesh.mlir --tp-import="mesh=tp=1,dp=3" | FileCheck %s --check-prefix=BOTH
// RUN: tp-opt %t/mesh.mlir --pass-pipeline="builtin.module(tp-pipeline{mesh=tp=8})" | FileCheck %s --check-prefix=ONE
// RUN: tp-opt %t/none.mlir --mesh " dp=2 , tp=4 " | FileCheck %s --check-prefix=NEW
// RUN: not tp-opt %t/mesh.mlir --mesh "" 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not tp-opt %t/mesh.mlir --mesh "tp" 2>&1 | FileCheck %s --check-prefix=NOSIZE
// RUN: not tp-opt %t/mesh.mlir --mesh "tp=x" 2>&1 | FileCheck %s --check-prefix=NAN
// RUN: not tp-opt %t/mesh.mlir --mesh "tp=0" 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not tp-opt %t/mesh.mlir --mesh "tp=-1" 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not tp-opt %t/mesh.mlir --mesh "tp=2,tp=4" 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not tp-opt %t/mesh.mlir --mesh "pp=2" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tp-opt %t/mesh.mlir --mesh "tp=99999999999" 2>&1 | FileCheck %s --check-prefix=HUGE

// ONE: tp.mesh @mesh = <["dp"=2, "tp"=8]>
// BOTH: tp.mesh @mesh = <["dp"=3, "tp"=1]>
// NEW: tp.mesh @mesh = <["dp"=2, "tp"=4]>
// EMPTY: error: bad mesh "": '' is no axis with a size; expected axes and sizes as in "dp=2,tp=4"
// NOSIZE: error: bad mesh "tp": 'tp' is no axis with a size
// NAN: error: bad mesh "tp=x": 'tp=x' is no axis with a size
// ZERO: error: bad mesh "tp=0": axis 'tp' has size 0
// NEGATIVE: error: bad mesh "tp=-1": axis 'tp' has size -1
// TWICE: error: bad mesh "tp=2,tp=4": axis 'tp' appears twice
// UNKNOWN: error: bad mesh "pp=2": unknown axis 'pp'
// UNKNOWN: note: the mesh is declared here
// HUGE: error: bad mesh "tp=99999999999": more than 1048576 ranks

//--- mesh.mlir
tp.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
//--- none.mlir
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
