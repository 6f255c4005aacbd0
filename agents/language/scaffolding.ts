// Finds marks of chat templates, tool formats and simulators. No message of an agent or a user should contain them.
const SCAFFOLDING =
  /<\|[a-z_]+\|>|<\/?(?:tool_call|tool_response|function_call|think|tools?|s|start_of_turn|end_of_turn)>|\[\/?(?:INST|TOOL_CALLS?)\]|###\s?[A-Z-]{4,}\s?###|"(?:tool_calls|function_call)"\s*:|^(?:assistant|user|system)\s*:/im;

export function hasScaffolding(text: string): boolean {
  return SCAFFOLDING.test(text);
}
