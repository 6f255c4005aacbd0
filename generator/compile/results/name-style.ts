// Finds the style in which a list of tools names its arguments: snake, camel or pascal case. Results without a schema
// name their fields in this style.
import type { ToolFacts } from '../read/tool-facts.ts';

export type NameStyle = 'snake' | 'camel' | 'pascal';

const MOST = 0.6;

export function styleOf(tools: readonly ToolFacts[]): NameStyle {
  const names = tools.flatMap((tool) => tool.arguments.map((node) => node.field.name));
  const pascal = names.filter((name) => /^[A-Z][A-Za-z0-9]*[a-z]/.test(name)).length;
  if (pascal > names.length * MOST) return 'pascal';
  const camel = names.filter((name) => /[a-z][A-Z]/.test(name)).length;
  const snake = names.filter((name) => name.includes('_')).length;
  return camel > snake ? 'camel' : 'snake';
}

/** Writes the words as the name of a field in the given style. */
export function styled(words: readonly string[], style: NameStyle): string {
  if (style === 'snake') return words.join('_');
  const raised = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return style === 'pascal' ? raised : raised.charAt(0).toLowerCase() + raised.slice(1);
}
