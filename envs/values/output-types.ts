// The types of answers that a task can ask for. The type decides how the judge looks for the value in the agent's
// messages.
export const OUTPUT_TYPES = ['money', 'date', 'count', 'id', 'choice', 'text', 'reason', 'contains'] as const;
