//===- LocalValues.h - the local forms of global values ---------*- C++ -*-===//
//
// The map (value, sharding) → local value. A form that is asked for and not there is
// made from the one that it takes the fewest bytes from, and kept: no reshard is
// done twice.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TRANSFORMS_PARTITION_LOCALVALUES_H
#define TP_TRANSFORMS_PARTITION_LOCALVALUES_H

#include "tp/Analysis/Reshard.h"
#include "tp/Interfaces/ShardableOpInterface.h"

namespace mlir::tp {

class LocalValues {
public:
  LocalValues(const Mesh &mesh, ReshardPlanner &planner, RankArithmetic &arithmetic)
      : mesh(mesh), planner(planner), arithmetic(arithmetic) {}

  struct Info {
    RankedTensorType type; // global
    Sharding declared;     // at its definition
    SmallVector<std::pair<Sharding, Value>, 2> forms;
  };

  /// Declares a value of the global program.
  Info &declare(Value value, RankedTensorType type, Sharding sharding) {
    return infos[value] = {type, std::move(sharding), {}};
  }
  bool contains(Value value) const { return infos.contains(value); }
  const Info &get(Value value) const { return infos.find(value)->second; }

  void addForm(Value value, const Sharding &sharding, Value local) {
    infos[value].forms.push_back({sharding, local});
  }

  /// The local value in this sharding; collectives that it takes are inserted at
  /// `builder`, with `because` as the reason in their locations.
  Value inSharding(Value value, const Sharding &wanted, OpBuilder &builder, Location loc,
                   const Twine &because);

private:
  Value emit(const ReshardStep &step, Value local, RankedTensorType global,
             OpBuilder &builder, Location loc);
  Value emitMask(const ReshardStep &step, Value local, OpBuilder &builder, Location loc);

  const Mesh &mesh;
  ReshardPlanner &planner;
  RankArithmetic &arithmetic;
  DenseMap<Value, Info> infos;
};

} // namespace mlir::tp

#endif // TP_TRANSFORMS_PARTITION_LOCALVALUES_H
