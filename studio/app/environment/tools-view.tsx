// Shows the tools of an environment: a list with filters, and one tool in full.
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { go, to, type Route } from '../route.ts';
import type { EnvironmentShown, ToolShown } from '../shapes.ts';
import { useKeys } from '../ui/keys.tsx';
import { Badge, Choice, counted, Empty, Search } from '../ui/parts.tsx';
import { FileEditor } from '../edit/file-editor.tsx';
import type { Scratch } from './scratch.ts';
import { ToolDetail } from './tool-detail.tsx';

/** The files that a person can edit below the tools. Only compiled environments have them. */
const OVERRIDES = ['overrides.json'];

type Kind = 'all' | 'read' | 'write' | 'agent' | 'user' | 'control' | 'flagged' | 'added';

const KINDS: readonly (readonly [Kind, string])[] = [
  ['all', 'all tools'],
  ['read', 'that read'],
  ['write', 'that write'],
  ['agent', "the agent's"],
  ['user', "the user's"],
  ['control', 'of control'],
  ['flagged', 'out of service'],
  ['added', 'added by callgym'],
];

function fits(tool: ToolShown, kind: Kind): boolean {
  if (kind === 'all') return true;
  if (kind === 'flagged') return tool.flag !== null;
  if (kind === 'added') return tool.added;
  return kind === 'read' || kind === 'write' ? tool.flag === null && tool.effect === kind : tool.audience === kind;
}

export function ToolsView({
  environment,
  route,
  scratch,
  onSaved,
}: {
  readonly environment: EnvironmentShown;
  readonly route: Route;
  readonly scratch: Scratch;
  readonly onSaved: () => void;
}): JSX.Element {
  const { name, tools } = environment;
  const [search, setSearch] = useState('');
  const asked = KINDS.find(([each]) => each === route.query.get('show'))?.[0];
  const [kind, setKind] = useState<Kind>(asked ?? 'all');
  useEffect(() => {
    if (asked !== undefined) setKind(asked);
  }, [asked]);
  const listed = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    return tools.filter(
      (tool) =>
        fits(tool, kind) && words.every((word) => `${tool.name} ${tool.description}`.toLowerCase().includes(word)),
    );
  }, [tools, search, kind]);
  const chosen = tools.find((tool) => tool.name === route.parts[3]) ?? listed[0];
  const move = (by: number): void => {
    const next = listed[Math.max(0, Math.min(listed.length - 1, listed.findIndex((tool) => tool === chosen) + by))];
    if (next !== undefined) go(['e', name, 'tools', next.name]);
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
  return (
    <div class="split">
      <div class="side">
        <div class="bar">
          <Search value={search} label="Search tools" onInput={setSearch} />
          <Choice
            label="Show"
            value={kind}
            values={KINDS.filter(([each]) => tools.some((tool) => fits(tool, each)))}
            onChange={setKind}
          />
        </div>
        <p class="soft" role="status">
          {counted(listed.length, 'tool')}
        </p>
        <ul class="list">
          {listed.map((tool) => (
            <li key={tool.name}>
              <a href={to(['e', name, 'tools', tool.name])} aria-current={tool === chosen ? 'true' : undefined}>
                <span class={`dot ${tool.flag === null ? tool.effect : 'flagged'}`} aria-hidden="true" />
                <span class="name">{tool.name}</span>
                {tool.flag === null ? null : <Badge tone="warn">out of service</Badge>}
                {tool.added ? <Badge tone="accent">added</Badge> : null}
                {tool.audience === 'agent' ? null : <Badge>{tool.audience}</Badge>}
              </a>
            </li>
          ))}
        </ul>
      </div>
      <div class="main">
        {chosen === undefined ? (
          <Empty title="No tool is like that" />
        ) : (
          <ToolDetail key={chosen.name} environment={environment} tool={chosen} scratch={scratch} onSaved={onSaved} />
        )}
        {environment.compiled && environment.origin === 'compiled' ? (
          <FileEditor environment={environment} only={OVERRIDES} onSaved={onSaved} />
        ) : null}
      </div>
    </div>
  );
}
