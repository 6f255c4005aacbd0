// A list of every route of the page. The page draws only routes on this list, and a test visits each of them with the
// accessibility checker axe and by keyboard.

/** The parts of an environment, with the words on their tabs. */
export const ENVIRONMENT_PARTS = {
  tables: 'Tables',
  tools: 'Tools',
  tasks: 'Tasks',
  rules: 'Rules and scenarios',
} as const;

export type EnvironmentPart = keyof typeof ENVIRONMENT_PARTS;

/** The parts that a person can take in a session. */
export const SEATS = ['agent', 'user', 'both', 'watch'] as const;

export type Seat = (typeof SEATS)[number];

/**
 * Each path of the page. A part that begins with a colon stands for a name. `asks` lists the queries that change the
 * view; a value with a colon stands for a name too.
 */
export const ROUTES = [
  { path: '', view: 'home', asks: ['show=runs', 'show=others'] },
  { path: 'e/:environment', view: 'environment', asks: [] },
  { path: 'e/:environment/tables', view: 'environment', asks: [] },
  { path: 'e/:environment/tables/:table', view: 'environment', asks: ['column=:column&value=:value'] },
  { path: 'e/:environment/tools', view: 'environment', asks: ['show=flagged', 'show=added'] },
  { path: 'e/:environment/tools/:tool', view: 'environment', asks: [] },
  { path: 'e/:environment/tasks', view: 'environment', asks: [] },
  { path: 'e/:environment/tasks/:task', view: 'environment', asks: [] },
  { path: 'e/:environment/rules', view: 'environment', asks: [] },
  { path: 's/:session', view: 'session', asks: ['seat=agent', 'seat=user', 'seat=both', 'seat=watch'] },
  { path: 'r/:run', view: 'run', asks: ['with=:other'] },
] as const satisfies readonly { path: string; view: string; asks: readonly string[] }[];

export type ViewName = (typeof ROUTES)[number]['view'];

export interface Matched {
  readonly view: ViewName;
  /** The names that the path holds, by the words after the colons. */
  readonly names: Readonly<Record<string, string>>;
}

export function matchRoute(parts: readonly string[]): Matched | undefined {
  for (const { path, view } of ROUTES) {
    const wanted = path === '' ? [] : path.split('/');
    if (wanted.length !== parts.length) continue;
    if (!wanted.every((each, at) => each.startsWith(':') || each === parts[at])) continue;
    const names = wanted.flatMap((each, at) => (each.startsWith(':') ? [[each.slice(1), parts[at] ?? '']] : []));
    return { view, names: Object.fromEntries(names) as Record<string, string> };
  }
  return undefined;
}
