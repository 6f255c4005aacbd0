// The agent's instructions when the user gives their own: {policy} stands for the policy of the environment.
export function agentPrompt(text: string): (given: { readonly system: string; readonly policy: string }) => string {
  return ({ policy }) =>
    text.includes('{policy}')
      ? text.replaceAll('{policy}', () => policy.trim())
      : `${text.trim()}\n\n# Policy\n\n${policy.trim()}`;
}
