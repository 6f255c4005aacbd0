// Clients that others wrote, installed as their users install them: the packages, the Python version, and the script
// that plays. The command `python SCRIPT.py URL TOKEN` prints one JSON line {client, version, episodes, rewards, ok,
// note}.

export interface ClientEntry {
  readonly script: string;
  /** The name of the protocol in the table. */
  readonly speaks: string;
  readonly packages: readonly string[];
  /** The oldest Python with which the packages can be installed. */
  readonly python: '3.11' | '3.12' | '3.13';
  /** True if the packages demand a Python version that they do not need. */
  readonly ignorePython?: boolean;
  /** Packages that are installed without dependencies, because their dependencies need a GPU. */
  readonly filesOnly?: readonly string[];
  /**
   * True for a hub's validator. It gets three environments with tasks as folders, and a server that serves only these.
   */
  readonly validates?: boolean;
}

const TORCH = 'torch==2.13.0';

export const CLIENTS: readonly ClientEntry[] = [
  { script: 'openreward_client', speaks: 'ORS', packages: ['openreward==0.1.167'], python: '3.11' },
  { script: 'trl_openreward', speaks: 'ORS', packages: [TORCH, 'trl[openreward]==1.16.0'], python: '3.11' },
  { script: 'trl_environment_factory', speaks: 'native', packages: [TORCH, 'trl[openreward]==1.16.0'], python: '3.11' },
  // callgym's own adapter, under TRL's trainer
  { script: 'trl_callgym', speaks: 'native', packages: [TORCH, 'trl[openreward]==1.16.0'], python: '3.11' },
  { script: 'nemo_gym_agents', speaks: 'NeMo Gym', packages: ['nemo-gym==0.7.0'], python: '3.13', ignorePython: true },
  { script: 'nemo_gym_agents', speaks: 'NeMo Gym', packages: ['nemo-gym==0.4.0'], python: '3.12', ignorePython: true },
  // NeMo Gym itself starts the callgym server, from the folder that `callgym export --hub nemo_gym` writes
  { script: 'nemo_gym_start', speaks: 'NeMo Gym', packages: ['nemo-gym==0.7.0'], python: '3.13', ignorePython: true },
  { script: 'verifiers_nemo_gym', speaks: 'NeMo Gym', packages: ['verifiers==0.4.0', 'uv', 'mcp'], python: '3.11' },
  {
    script: 'axolotl_nemo_run',
    speaks: 'NeMo Gym /run',
    packages: [TORCH, 'trl[openreward]==1.16.0', 'peft', 'addict'],
    python: '3.11',
    filesOnly: ['axolotl==0.21.0'],
  },
  { script: 'agent_lightning', speaks: '/episodes', packages: ['agentlightning==1.0.2'], python: '3.12' },
  { script: 'openenv_client', speaks: 'OpenEnv', packages: ['openenv==0.10.0', 'websockets'], python: '3.11' },
  { script: 'openenv_client', speaks: 'OpenEnv', packages: ['openenv==0.4.1', 'websockets'], python: '3.11' },
  {
    script: 'verifiers_openenv',
    speaks: 'OpenEnv',
    packages: ['verifiers[openenv]==0.4.0', 'uv', 'mcp'],
    python: '3.11',
  },
  {
    script: 'ms_swift',
    speaks: 'OpenEnv',
    packages: [TORCH, 'openenv==0.10.0', 'websockets', 'modelscope', 'transformers', 'datasets', 'peft', 'json_repair'],
    python: '3.11',
    filesOnly: ['ms-swift==4.6.0'],
  },
  {
    script: 'openenv_validate',
    speaks: 'OpenEnv',
    packages: ['openenv==0.10.0', 'websockets'],
    python: '3.11',
    validates: true,
  },
  {
    script: 'openenv_validate',
    speaks: 'OpenEnv',
    packages: ['openenv==0.4.1', 'websockets', 'uv'],
    python: '3.11',
    validates: true,
  },
  {
    script: 'vf_validate',
    speaks: 'NeMo Gym',
    packages: ['verifiers==0.4.0', 'uv', 'mcp'],
    python: '3.11',
    validates: true,
  },
  { script: 'art_tau_bench', speaks: 'tau', packages: ['openpipe-art==0.5.23'], python: '3.12' },
  { script: 'verifiers_v0', speaks: 'native', packages: ['verifiers==0.1.14', 'datasets'], python: '3.11' },
  { script: 'openai_agents_mcp', speaks: 'MCP', packages: ['openai-agents', 'mcp'], python: '3.11' },
  { script: 'mcp_burst', speaks: 'MCP', packages: ['mcp'], python: '3.11' },
  { script: 'pydantic_ai_mcp', speaks: 'MCP', packages: ['pydantic-ai'], python: '3.11' },
  {
    script: 'langchain_mcp',
    speaks: 'MCP',
    packages: ['langchain', 'langchain-mcp-adapters', 'langchain-openai'],
    python: '3.11',
  },
  { script: 'google_adk_mcp', speaks: 'MCP', packages: ['google-adk', 'litellm', 'mcp'], python: '3.11' },
  { script: 'inspect_mcp', speaks: 'MCP', packages: ['inspect-ai', 'mcp', 'openai'], python: '3.11' },
  {
    script: 'smolagents_mcp',
    speaks: 'MCP',
    packages: ['smolagents[mcp]', 'openai', 'mcp<2', 'websockets'],
    python: '3.11',
  },
];
