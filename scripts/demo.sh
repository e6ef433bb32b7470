#!/usr/bin/env bash
# The main job, start to end: a two-layer GPT with weights annotated as Megatron-LM
# splits them is partitioned for 4 ranks, compiled, run on 4 ranks of this process,
# and compared with what one device computes.
#
#   scripts/demo.sh             builds what it needs first; a second run takes seconds
#   scripts/demo.sh MODEL N     another model of test/models on N ranks
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

model=${1:-gpt_2l}
ranks=${2:-4}
models=build/test/models
tolerance=2e-4
[[ $model = *bf16* ]] && tolerance=5e-2
trap 'echo "demo: FAILED"' ERR

scripts/setup.sh
[ -f build/build.ninja ] || cmake --preset release -DTP_ENABLE_ASSERTIONS=ON
cmake --build build --target tp-run
python3 test/models/materialize.py "$models" "$model"

run=(build/bin/tp-run "$models/$model.mlir" --mesh "tp=$ranks"
     --inputs "$models/$model.inputs.safetensors"
     --compare "$models/$model.expected.safetensors" --tolerance "$tolerance"
     --report=text)
printf '\n$ %s\n\n' "${run[*]}"
"${run[@]}"
printf '\ndemo: OK: %s on %s ranks equals the single-device reference\n' "$model" "$ranks"
