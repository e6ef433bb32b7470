//===- Rules.h - sharding rules of upstream dialects ------------*- C++ -*-===//

#ifndef TP_RULES_RULES_H
#define TP_RULES_RULES_H

namespace mlir {
class DialectRegistry;

namespace tp {

/// Attaches `ShardableOpInterface` to the ops of one dialect, when it is loaded.
void registerLinalgRules(DialectRegistry &registry);
void registerTensorRules(DialectRegistry &registry);
void registerArithRules(DialectRegistry &registry);
void registerSCFRules(DialectRegistry &registry);
void registerTPRules(DialectRegistry &registry);

/// All of them.
inline void registerShardingRules(DialectRegistry &registry) {
  registerLinalgRules(registry);
  registerTensorRules(registry);
  registerArithRules(registry);
  registerSCFRules(registry);
  registerTPRules(registry);
}

} // namespace tp
} // namespace mlir

#endif // TP_RULES_RULES_H
