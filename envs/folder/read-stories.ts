// Reads stories.json, the file of story patterns, in either of its two forms: a list of stories, or a book whose
// stories share people and views. Each story of a book gets its own copy of these, so that no other file needs to know
// the second form.
import { badInput } from '../errors/gym-error.ts';
import type { Json } from '../values/json.ts';
import { STORIES_FILE_SCHEMA, STORY_BOOK_SCHEMA, type People, type Story, type StoryStep } from '../values/story.ts';
import { makeParser } from '../values/validator.ts';

type BookStep = StoryStep | { readonly use: string };

interface StoryBook {
  readonly people?: People;
  readonly views?: Readonly<Record<string, string>>;
  readonly series?: Readonly<Record<string, readonly BookStep[]>>;
  readonly stories: readonly Story[];
}

const MEND = 'docs/tasks.md shows the format';
const parseStories = makeParser<readonly Story[]>(STORIES_FILE_SCHEMA, MEND);
const parseBook = makeParser<StoryBook>(STORY_BOOK_SCHEMA, MEND);

export function readStories(value: Json, file: string): readonly Story[] {
  if (Array.isArray(value)) return parseStories(value, file);
  const { people, views = {}, series = {}, stories } = parseBook(value, file);
  return stories.map((story) => ({
    ...story,
    rows: withViews(story.rows, views),
    steps: spelledOut(story.steps, series, file),
    ...(people === undefined || !mentions(story.rows, people.key) ? {} : { people }),
  }));
}

/** Puts the views that a SELECT uses before it, as a WITH clause. Includes the views that these views use. */
function withViews(sql: string, views: Readonly<Record<string, string>>): string {
  const needed = new Set<string>();
  // a view may use its own name for a column; `begun` prevents the view from being added a second time
  const begun = new Set<string>();
  const add = (text: string): void => {
    for (const [name, view] of Object.entries(views))
      if (!begun.has(name) && mentions(text, name)) {
        begun.add(name);
        add(view);
        needed.add(name);
      }
  };
  add(sql);
  if (needed.size === 0) return sql;
  return `WITH ${[...needed].map((name) => `${name} AS (${views[name] ?? ''})`).join(', ')} ${sql}`;
}

const mentions = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);

/**
 * Replaces each `use` of a named series by the steps of that series. A series may use only series that are listed
 * before it.
 */
function spelledOut(
  steps: readonly BookStep[],
  series: Readonly<Record<string, readonly BookStep[]>>,
  file: string,
): StoryStep[] {
  const inner = (list: readonly StoryStep[]): StoryStep[] => spelledOut(list, series, file);
  return steps.flatMap((step): StoryStep[] => {
    if ('use' in step) {
      const names = Object.keys(series);
      const found = series[step.use];
      if (found === undefined)
        throw badInput({
          file,
          what: `there are no steps called ${step.use}`,
          mend: `series has ${names.join(', ') || 'none'}`,
        });
      const before = Object.fromEntries(Object.entries(series).slice(0, names.indexOf(step.use)));
      return spelledOut(found, before, file);
    }
    if ('each' in step) return [{ ...step, do: inner(step.do) }];
    if ('if' in step)
      return [{ ...step, do: inner(step.do), ...(step.else === undefined ? {} : { else: inner(step.else) }) }];
    if ('try' in step) return [{ try: inner(step.try), else: inner(step.else) }];
    return [step];
  });
}
