// Draws gold: each call stands right of the calls whose results it needs; a line ends at the argument that it feeds.
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Task } from '../session/shapes.ts';
import { nodesOf, type Node } from './gold-nodes.ts';

const WIDTH = 236;
const LINE = 19;
const HEAD = 30;
const GAP = { x: 76, y: 20 } as const;

interface Placed extends Node {
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

function place(nodes: readonly Node[]): { placed: Placed[]; width: number; height: number } {
  const placed: Placed[] = [];
  const columns: number[] = [];
  for (const node of nodes) {
    const height = HEAD + Math.max(node.lines.length, 1) * LINE + 8;
    const y = columns[node.rank] ?? 1;
    columns[node.rank] = y + height + GAP.y;
    placed.push({ ...node, x: 1 + node.rank * (WIDTH + GAP.x), y, height });
  }
  return {
    placed,
    width: Math.max(...placed.map(({ x }) => x)) + WIDTH + 2,
    height: Math.max(...placed.map(({ y, height }) => y + height)) + 2,
  };
}

export function GoldGraph({ task }: { readonly task: Task }): JSX.Element {
  const { placed, width, height } = useMemo(() => place(nodesOf(task)), [task]);
  const byKey = new Map(placed.map((node) => [node.key, node]));
  return (
    <div class="relations" tabIndex={0} role="group" aria-label="Gold as a graph">
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        {placed.flatMap((node) =>
          node.lines.flatMap(({ name, from, at }, nth) =>
            from.flatMap((feeding) => {
              const source = byKey.get(feeding);
              if (source === undefined) return [];
              const fact =
                source.kind === 'user' ? source.lines.findIndex((line) => line.value === node.lines[nth]?.value) : -1;
              const [x1, y1] = [source.x + WIDTH, source.y + (fact < 0 ? HEAD / 2 : HEAD + (fact + 0.5) * LINE)];
              const [x2, y2] = [node.x, node.y + HEAD + (nth + 0.5) * LINE];
              const bend = Math.max(30, (x2 - x1) / 2);
              return [
                <path
                  key={`${node.key} ${name} ${feeding}`}
                  class={`tie ${source.kind === 'user' ? '' : 'on'}`}
                  d={`M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`}
                >
                  <title>{`${name} comes from ${source.title}${at === '' ? '' : `, ${at}`}`}</title>
                </path>,
              ];
            }),
          ),
        )}
        {placed.map((node) => (
          <g key={node.key} class={`table-box node-${node.kind}`}>
            <rect class="frame" x={node.x} y={node.y} width={WIDTH} height={node.height} rx="8" />
            <path
              class="band"
              d={`M${node.x} ${node.y + HEAD}V${node.y + 8}q0 -8 8 -8h${WIDTH - 16}q8 0 8 8V${node.y + HEAD}z`}
            />
            <text class="name" x={node.x + 10} y={node.y + 20}>
              {short(node.title, 28)}
            </text>
            {node.lines.map(({ name, value }, nth) => (
              <g key={name} transform={`translate(${node.x} ${node.y + HEAD + nth * LINE + 15})`}>
                <text class="type" x="10">
                  {short(name, 14)}
                </text>
                <text x={WIDTH - 10} text-anchor="end">
                  {short(value, 17)}
                  <title>{value}</title>
                </text>
              </g>
            ))}
          </g>
        ))}
      </svg>
    </div>
  );
}

function short(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
