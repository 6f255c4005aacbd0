// Shows a text with a little markup: headings, lists, emphasis and code. HTML in the text has no effect.
import type { ComponentChildren, JSX } from 'preact';

type Block =
  | { readonly kind: 'heading' | 'paragraph' | 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] };

/** The level of all headings of the text, one below the page's heading above it. */
type Level = 2 | 3;

const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+/;

export function Prose({ text, level }: { readonly text: string; readonly level: Level }): JSX.Element {
  return (
    <div class="marked-up">
      {blocksOf(text).map((block, at) => (
        <Shown key={at} block={block} level={level} />
      ))}
    </div>
  );
}

function Shown({ block, level }: { readonly block: Block; readonly level: Level }): JSX.Element {
  switch (block.kind) {
    case 'heading':
      return level === 2 ? <h2>{inline(block.text)}</h2> : <h3>{inline(block.text)}</h3>;
    case 'code':
      return <pre>{block.text}</pre>;
    case 'paragraph':
      return <p>{inline(block.text)}</p>;
    case 'list': {
      const items = block.items.map((item, at) => <li key={at}>{inline(item)}</li>);
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
  }
}

export function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const from = at;
    at += 1;
    if (line.trim() === '') continue;
    if (line.startsWith('```')) {
      while (at < lines.length && !(lines[at] ?? '').startsWith('```')) at += 1;
      blocks.push({ kind: 'code', text: lines.slice(from + 1, at).join('\n') });
      at += 1;
    } else if (/^#{1,6}\s/.test(line)) {
      blocks.push({ kind: 'heading', text: line.replace(/^#+\s+/, '') });
    } else {
      while (at < lines.length && (lines[at] ?? '').trim() !== '' && !/^(?:#{1,6}\s|```)/.test(lines[at] ?? '')) {
        if (ITEM.test(lines[at] ?? '') && !ITEM.test(line)) break;
        at += 1;
      }
      blocks.push(blockOf(lines.slice(from, at)));
    }
  }
  return blocks;
}

function blockOf(lines: readonly string[]): Block {
  if (!ITEM.test(lines[0] ?? '')) return { kind: 'paragraph', text: lines.join('\n') };
  const items: string[] = [];
  for (const line of lines)
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  return { kind: 'list', ordered: /^\s*\d/.test(lines[0] ?? ''), items };
}

const MARKS = /`([^`\n]+)`|\*\*([^*\n]+)\*\*|(?<![\w*])\*([^*\s](?:[^*\n]*[^*\s])?)\*(?![\w*])/g;

function inline(text: string): ComponentChildren {
  const shown: ComponentChildren[] = [];
  let at = 0;
  for (const { index, 0: whole, 1: code, 2: strong, 3: em } of text.matchAll(MARKS)) {
    shown.push(text.slice(at, index));
    shown.push(code !== undefined ? <code>{code}</code> : strong !== undefined ? <b>{strong}</b> : <em>{em}</em>);
    at = index + whole.length;
  }
  return [...shown, text.slice(at)];
}
