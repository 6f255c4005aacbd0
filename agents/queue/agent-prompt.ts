// Builds the agent's instructions from the text that the run's author gives. The text may contain {policy}, which is
// replaced by the environment's policy.
export function agentPrompt(text: string): (given: { readonly system: string; readonly policy: string }) => string {
  return ({ policy }) =>
    text.includes('{policy}')
      ? text.replaceAll('{policy}', () => policy.trim())
      : `${text.trim()}\n\n# Policy\n\n${policy.trim()}`;
}
