// The types of answers. The type decides how a value is found in words.
export const OUTPUT_TYPES = ['money', 'date', 'count', 'id', 'choice', 'text', 'reason', 'contains'] as const;
