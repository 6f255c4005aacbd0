#!/bin/sh
# Supervised fine-tuning with LLaMA-Factory: phase 1, then phase 2 from its checkpoint.
#
#   pip install llamafactory
#   callgym dataset out/kept.jsonl --format llamafactory --out out/data
#   sh docs/recipes/llamafactory_two_phases.sh out/data Qwen/Qwen3-0.6B qwen3 out/model
#
# Rows with messages that are not to be trained are in callgym_phaseN_last_turn; train them with mask_history: true.
set -eu
data=$1 model=$2 template=$3 out=$4
shift 4

for phase in 1 2; do
  llamafactory-cli train \
    --stage sft --do_train true --finetuning_type full \
    --model_name_or_path "$model" --template "$template" \
    --dataset_dir "$data" --dataset "callgym_phase$phase" \
    --cutoff_len 8192 --per_device_train_batch_size 1 --gradient_accumulation_steps 16 \
    --learning_rate "$([ $phase = 1 ] && echo 1.0e-5 || echo 5.0e-6)" --num_train_epochs 1 \
    --lr_scheduler_type cosine --warmup_ratio 0.03 --logging_steps 1 --save_strategy epoch --save_only_model true \
    --overwrite_cache true --overwrite_output_dir true --report_to none --seed 1 \
    --output_dir "$out/phase$phase" "$@"
  model=$out/phase$phase
done
echo "trained: $model"
