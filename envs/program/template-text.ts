// Parses message templates: text with {argument}, {row.column} and {=expression}. {{ and }} stand for braces. A
// template is parsed only once.

export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'name'; readonly path: readonly string[] }
  | { readonly kind: 'expression'; readonly expression: string };

/** Parses a template. If it is malformed, throws a plain Error that names the fault. */
export function parseTemplate(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let text = '';
  let at = 0;
  while (at < template.length) {
    const two = template.slice(at, at + 2);
    if (two === '{{' || two === '}}') {
      text += two[0];
      at += 2;
    } else if (template[at] === '{') {
      const end = closing(template, at);
      if (end < 0) throw new Error(`the template has a { without a }: ${template}`);
      if (text !== '') parts.push({ kind: 'text', text });
      text = '';
      parts.push(hole(template.slice(at + 1, end)));
      at = end + 1;
    } else {
      text += template[at];
      at += 1;
    }
  }
  if (text !== '') parts.push({ kind: 'text', text });
  return parts;
}

/**
 * Returns the position of the } that ends a placeholder such as {argument}. Braces in a quoted text of an expression
 * are skipped.
 */
function closing(template: string, start: number): number {
  let quoted = false;
  for (let at = start + 1; at < template.length; at++) {
    if (template[at] === "'") quoted = !quoted;
    else if (template[at] === '}' && !quoted) return at;
  }
  return template.indexOf('}', start);
}

function hole(inside: string): TemplatePart {
  if (inside.startsWith('=')) return { kind: 'expression', expression: inside.slice(1) };
  const path = inside.trim().split('.');
  if (!path.every((name) => /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name)))
    throw new Error(`{${inside}} is neither a name nor {=expression}`);
  return { kind: 'name', path };
}
