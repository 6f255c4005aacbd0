"""ms-swift's OpenEnv scheduler for GRPO, fed with replies as a policy writes them: JSON for a call, plain words at the end."""

import asyncio
import json
import sys

from gold import NAME, calls, plain_tasks, tell, words
from swift.infer_engine.protocol import ChatCompletionResponseChoice, ChatMessage, RolloutInferRequest
from swift.rollout.multi_turn import OpenEnvScheduler

url, token = sys.argv[1:3]
TASKS = plain_tasks(url, token)


async def episode(scheduler, at, task, idle):
    env = {"base_url": f"{url}/openenv/{NAME}", "reset_kwargs": {"task_id": task["id"]}}
    request = RolloutInferRequest(messages=[], data_dict={"env_config": env}, uuid=f"rollout-{at}")
    await scheduler.on_trajectory_start([request])
    assert task["user"]["opening"] in json.loads(request.messages[0]["content"])["prompt"]
    replies = [] if idle else [json.dumps({"type": "call_tool", "tool_name": name, "arguments": arguments}) for name, arguments in calls(task)]
    replies.append("nothing" if idle else words(task))
    for turn, reply in enumerate(replies):
        choice = ChatCompletionResponseChoice(index=0, message=ChatMessage(role="assistant", content=reply), finish_reason="stop", logprobs=None)
        told = await scheduler.on_turn_end(request, choice, turn)
        assert told["done"] is (turn == len(replies) - 1), told
    return told["rollout_infos"]["total_reward"]


async def main():
    scheduler = OpenEnvScheduler(max_turns=20)
    return [await episode(scheduler, at, task, at == len(TASKS) - 1) for at, task in enumerate(TASKS)]


tell("ms-swift OpenEnvScheduler", ["ms-swift", "openenv"], asyncio.run(main()), [1] * (len(TASKS) - 1) + [0])
