// Exports a server for NeMo Gym: a configuration, rows, and a program that starts a callgym server on the port that
// NeMo Gym assigns.
import { ENVIRONMENT_AT, folderFiles } from './folder-files.ts';
import { FIND_COMMAND, getCallgym } from './get-callgym.ts';
import { hubCard } from './hub-card.ts';
import type { Hub, HubSubject } from './hub.ts';
import { taskLines } from './task-rows.ts';

const EXAMPLES = 5;

export const nemoGymHub: Hub = {
  name: 'nemo_gym',
  about: 'a resources server folder for NeMo Gym, with rows',
  files(subject) {
    const { module, world, tasks } = subject;
    const server = `resources_servers/callgym_${module}`;
    return new Map([
      [`${server}/app.py`, app(subject)],
      [`${server}/requirements.txt`, ''],
      [`${server}/configs/callgym_${module}.yaml`, config(subject)],
      [`${server}/data/example.jsonl`, taskLines(world, tasks.slice(0, EXAMPLES))],
      [`${server}/data/train.jsonl`, taskLines(world, tasks)],
      [`${server}/README.md`, hubCard(subject, use(subject))],
      ...folderFiles(subject).map(([path, text]): [string, string] => [`${server}/${path}`, text]),
    ]);
  },
};

const app = ({
  module,
  dashed,
}: HubSubject): string => `"""NeMo Gym's entry point: this process becomes \`callgym serve\` on the host and port that the configuration assigns."""

import json
import os
import pathlib
import shlex
import shutil
import sys

NAME = "callgym_${module}"
HERE = pathlib.Path(__file__).resolve().parent
${FIND_COMMAND}


def assigned():
    text = os.environ.get("NEMO_GYM_CONFIG_DICT", "")
    try:
        whole = json.loads(text) if text else {}
    except ValueError:
        import yaml

        whole = yaml.safe_load(text)
    own = whole.get(NAME, {}).get("resources_servers", {}).get(NAME, {})
    return str(own.get("host", "127.0.0.1")), str(own.get("port", 8080))


if __name__ == "__main__":
    host, port = assigned()
    command = found()
    folder = str(HERE / "${ENVIRONMENT_AT}" / "${dashed}")
    os.execvp(command[0], [*command, "serve", folder, "--host", host, "--port", port, "--dialects", "nemo"])
`;

const config = ({ module, world }: HubSubject): string => `callgym_${module}:
  resources_servers:
    callgym_${module}:
      entrypoint: app.py
      domain: agent
      verified: false
      description: ${JSON.stringify(world.environment.title)}
      value: "tool use in a stateful simulated API, each task verified"
callgym_${module}_simple_agent:
  responses_api_agents:
    simple_agent:
      entrypoint: app.py
      resources_server:
        type: resources_servers
        name: callgym_${module}
      model_server:
        type: responses_api_models
        name: policy_model
      datasets:
        - name: train
          type: train
          jsonl_fpath: resources_servers/callgym_${module}/data/train.jsonl
          license: Apache 2.0
        - name: example
          type: example
          jsonl_fpath: resources_servers/callgym_${module}/data/example.jsonl
`;

const use = ({ module, version }: HubSubject): string => `
${getCallgym(version)} \`CALLGYM_COMMAND\` names another command (\`node CHECKOUT/cli/callgym.js\`).

Copy \`resources_servers/callgym_${module}\` into a NeMo Gym checkout, then

\`\`\`sh
gym env start +config_paths='[resources_servers/callgym_${module}/configs/callgym_${module}.yaml,responses_api_models/openai_model/configs/openai_model.yaml]'
\`\`\`

verifiers and prime-rl need no copy: their \`nemo_gym\` taskset takes \`data/train.jsonl\` and the URL of \`callgym serve … --dialects nemo\`.
`;
