// Joins several stories of one person into one story. The names of steps stay distinct, the user tells each fact once,
// and the agent identifies the user once. A story that takes a value from an earlier story begins with a step that
// computes the value.
import { canonicalJson, checkedAs, type Json } from '../../../envs/values/json.ts';
import type { Expressed, StoryStep } from '../../../envs/values/story.ts';
import { withExpressions } from './remarks.ts';
import type { Occasion } from './occasion.ts';

type Naming = (name: string) => string;

export interface JoinedStories {
  readonly knows: Readonly<Record<string, Json>>;
  readonly who: readonly string[];
  readonly steps: readonly StoryStep[];
  /** For each occasion (a story with its values), the function that gives a value of the story its new name. */
  readonly naming: ReadonlyMap<Occasion, Naming>;
}

export function joinStories(occasions: readonly Occasion[]): JoinedStories {
  const joining: Joining = { knows: {}, who: new Set(), steps: [], identified: [], naming: new Map() };
  for (const [at, occasion] of occasions.entries()) add(joining, occasion, at);
  return { ...joining, who: [...joining.who] };
}

interface Joining {
  readonly knows: Record<string, Json>;
  readonly who: Set<string>;
  readonly steps: StoryStep[];
  /**
   * The texts of the steps that identify the user. If two stories identify the user in the same way, the steps are kept
   * once.
   */
  readonly identified: string[];
  readonly naming: Map<Occasion, Naming>;
}

/**
 * Adds the steps and facts of one occasion. If another occasion already uses a name with another value, the name gets a
 * number.
 */
function add({ knows, who, steps, identified, naming }: Joining, occasion: Occasion, at: number): void {
  const { story, who: own, identifying = 0, link } = occasion;
  const names = new Map<string, string>();
  for (const [name, value] of Object.entries(story.knows)) {
    const free = knows[name] === undefined || knows[name] === value ? name : `${name}_${at + 1}`;
    names.set(name, free);
    knows[free] = value;
    if (own.includes(name)) who.add(free);
  }
  const head = story.steps.slice(0, identifying);
  const text = canonicalJson(head);
  const known = identified.indexOf(text);
  const place = known === -1 ? identified.push(text) - 1 : known;
  for (const step of head)
    for (const name of boundBy(step)) names.set(name, place === 0 ? name : `${name}_of_${place + 1}`);
  const rename: Naming = (name) => names.get(name) ?? (name === 'it' || at === 0 ? name : `${name}_${at + 1}`);
  naming.set(occasion, rename);
  const giver = link === undefined ? undefined : naming.get(link.giver);
  if (link !== undefined && giver !== undefined) {
    names.set(link.name, `${link.name}_${at + 1}`);
    steps.push({ let: rename(link.name), be: renamedIn(link.be, giver) });
  }
  steps.push(...story.steps.slice(known === -1 ? 0 : identifying).map((step) => renamed(step, rename)));
}

function boundBy(step: StoryStep): string[] {
  if ('call' in step) return [step.as, step.gather].flatMap((name) => name ?? []);
  if ('choose' in step) return [step.as];
  return 'let' in step ? [step.let] : [];
}

export const renamedIn = (text: string, name: Naming): string =>
  text.replaceAll(/:([A-Za-z_]\w*)/g, (_all, each: string) => `:${name(each)}`);

const NAMES = new Set(['as', 'gather', 'let']);
const STEPS = new Set(['do', 'else', 'try']);
const KEPT = new Set(['call', 'forbids', 'decline', 'rule', 'by', 'answer', 'type', 'optional', 'money']);
const WORDS = new Set(['says', 'tell']);

function renamed(step: StoryStep, name: Naming): StoryStep {
  const expressed = (given: Expressed): Expressed => {
    if (typeof given === 'string') return renamedIn(given, name);
    if (Array.isArray(given)) return (given as readonly Expressed[]).map(expressed);
    return Object.fromEntries(Object.entries(given).map(([key, each]) => [key, expressed(each as Expressed)]));
  };
  return checkedAs<StoryStep>(
    Object.fromEntries(
      Object.entries(step).map(([key, value]) => {
        if (WORDS.has(key)) return [key, withExpressions(String(value), (each) => renamedIn(each, name))];
        if (KEPT.has(key)) return [key, value];
        if (NAMES.has(key)) return [key, name(String(value))];
        if (STEPS.has(key)) return [key, (value as readonly StoryStep[]).map((each) => renamed(each, name))];
        return [key, key === 'with' ? expressed(value as Expressed) : renamedIn(String(value), name)];
      }),
    ),
  );
}
