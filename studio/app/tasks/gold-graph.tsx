// Draws the task's stored solution from top to bottom: the user's facts, each call below the calls whose results it
// needs, and the answers. Vertical lines on the left lead from each source to the values that come from it. The drawing
// is never wider than the page, even with many calls.
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Task } from '../session/shapes.ts';
import { nodesOf, type Node } from './gold-nodes.ts';
import { railsOf, type Rail } from './rails.ts';

/** The sizes of the drawing in pixels. The style sheet gives heads and lines the same sizes. */
const HEAD = 30;
const LINE = 22;
const FOOT = 6;
const GAP = 12;
/** The width of all vertical lines together, and the largest distance between two of them. */
const RAILS = 96;
const APART = 12;

interface Placed extends Node {
  readonly top: number;
}

export function GoldGraph({ task }: { readonly task: Task }): JSX.Element {
  const { placed, rails, lanes, height } = useMemo(() => place(nodesOf(task)), [task]);
  const [near, setNear] = useState<string | undefined>(undefined);
  const apart = Math.min(APART, RAILS / Math.max(1, lanes));
  const width = 10 + apart * lanes;
  const titles = new Map(placed.map(({ key, title }) => [key, title]));
  return (
    <div class="gold-graph" role="group" aria-label="Gold as a graph" style={{ paddingLeft: `${width}px` }}>
      <svg width={width} height={height} aria-hidden="true">
        {rails.map((rail) => (
          <RailPath key={rail.source} rail={rail} width={width} apart={apart} near={near} titles={titles} />
        ))}
      </svg>
      <ol>
        {placed.map((node) => (
          <li
            key={node.key}
            class={`node node-${node.kind} ${isNear(node, near) ? 'on' : ''}`}
            style={{ marginBottom: `${GAP}px` }}
            onMouseEnter={() => setNear(node.key)}
            onMouseLeave={() => setNear(undefined)}
          >
            <b>{node.title}</b>
            {node.lines.length === 0 ? <span class="line soft">no arguments</span> : null}
            {node.lines.map(({ name, value, from, at }) => (
              <span key={name} class="line">
                <i title={name}>{name}</i>
                <span class="value" title={value}>
                  {value}
                </span>
                <span class="from soft" title={at}>
                  {sourcesOf(from)}
                </span>
              </span>
            ))}
          </li>
        ))}
      </ol>
    </div>
  );
}

function place(nodes: readonly Node[]): { placed: Placed[]; rails: readonly Rail[]; lanes: number; height: number } {
  let top = 0;
  const placed = nodes.map((node): Placed => {
    const at = top;
    top += HEAD + Math.max(1, node.lines.length) * LINE + FOOT + GAP;
    return { ...node, top: at };
  });
  const feeds = placed.flatMap((node) =>
    node.lines.flatMap(({ from }, nth) =>
      from.map((source) => ({ source, to: node.key, y: node.top + HEAD + (nth + 0.5) * LINE })),
    ),
  );
  const starts = new Map(placed.map((node) => [node.key, node.top + HEAD / 2]));
  return { placed, ...railsOf(feeds, starts), height: Math.max(1, top - GAP) };
}

function isNear({ key, lines }: Placed, near: string | undefined): boolean {
  return near !== undefined && (key === near || lines.some(({ from }) => from.includes(near)));
}

/** Says where a value comes from: ["user", "call 1"] becomes "from the user, call 2", because people count from 1. */
function sourcesOf(from: readonly string[]): string {
  const calls = from.filter((each) => each !== 'user').map((each) => Number(each.replace('call ', '')) + 1);
  const named = [
    ...(from.includes('user') ? ['the user'] : []),
    ...(calls.length === 0 ? [] : [`${calls.length === 1 ? 'call' : 'calls'} ${calls.join(', ')}`]),
  ];
  return named.length === 0 ? '' : `from ${named.join(', ')}`;
}

function RailPath({
  rail: { source, lane, start, ends },
  width,
  apart,
  near,
  titles,
}: {
  readonly rail: Rail;
  readonly width: number;
  readonly apart: number;
  readonly near: string | undefined;
  readonly titles: ReadonlyMap<string, string>;
}): JSX.Element {
  const x = width - 8 - lane * apart;
  const last = Math.max(...ends.map(({ y }) => y));
  const on = near !== undefined && (source === near || ends.some(({ to }) => to === near));
  return (
    <g class={`rail ${source === 'user' ? 'of-user' : ''} ${near === undefined ? '' : on ? 'on' : 'off'}`}>
      <title>{titles.get(source)}</title>
      <path d={`M${width} ${start}H${x + 4}q-4 0 -4 4V${last}`} />
      {ends.map(({ to, y }) => (
        <path key={`${to} ${y}`} d={`M${x} ${y}H${width}`} />
      ))}
      {ends.map(({ to, y }) => (
        <circle key={`${to} ${y}`} cx={x} cy={y} r="2.5" />
      ))}
    </g>
  );
}
