// A story: a small program for one kind of goal that a user can have. Its steps make calls, choose items, decide and
// compute. Every value is an SQL expression over the user's knowledge and earlier results. A story is run first, and a
// task is then written from the run.
import { AUDIENCES } from './tool-schema.ts';
import { OUTPUT_TYPES } from './output-types.ts';
import type { FromJsonSchema } from './validator.ts';
import type { Json } from './json.ts';

export const FAMILIES = [
  'conditional',
  'preference',
  'total',
  'blocker',
  'each',
  'diagnosis',
  'offer',
  'lifecycle',
  'chain',
] as const;
export type Family = (typeof FAMILIES)[number];

const text = { type: 'string', minLength: 1 } as const;
const name = { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$' } as const;
const texts = { type: 'array', items: text, minItems: 1 } as const;
const steps = { type: 'array', items: { $ref: '#/$defs/step' } } as const;

const STEP = {
  type: 'object',
  oneOf: [
    {
      type: 'object',
      properties: { call: text, by: { enum: AUDIENCES }, with: { type: 'object' }, as: name, gather: name },
      required: ['call'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { choose: text, where: text, least: text, most: text, as: name, optional: { const: true } },
      required: ['choose', 'as'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { each: text, where: text, least: text, most: text, as: name, do: steps },
      required: ['each', 'as', 'do'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { if: text, do: steps, else: steps },
      required: ['if', 'do'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { try: steps, else: steps },
      required: ['try', 'else'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { total: text, of: text, where: text, as: name },
      required: ['total', 'of', 'as'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { let: name, be: text },
      required: ['let', 'be'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { answer: text, type: { enum: OUTPUT_TYPES }, be: text, says: text, money: text },
      required: ['answer', 'type', 'be'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { tell: text },
      required: ['tell'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { decline: text, forbids: text, with: { type: 'object' }, because: text, rule: text },
      required: ['decline'],
      additionalProperties: false,
    },
  ],
} as const;

/** The story as it is stored in a task: the steps that ran, and the user's knowledge. */
export const TASK_STORY_SCHEMA = {
  type: 'object',
  properties: {
    name: text,
    family: { enum: FAMILIES },
    knows: { type: 'object' },
    steps: { type: 'array', items: { type: 'object' } },
  },
  required: ['name', 'family', 'knows', 'steps'],
  additionalProperties: false,
} as const;

/** The people of an environment, one per row. A story whose rows have the column `key` is about one of these people. */
const PEOPLE = {
  type: 'object',
  properties: {
    key: name,
    rows: text,
    /** The ways in which the agent can identify a person. `when` names a column that must be true for this way. */
    ways: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: { who: texts, when: name, steps },
        required: ['who', 'steps'],
        additionalProperties: false,
      },
    },
  },
  required: ['key', 'rows', 'ways'],
  additionalProperties: false,
} as const;

/** Values that this story finds out and that a following story, about another part of a joined environment, can use. */
const GIVES = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      type: { enum: OUTPUT_TYPES },
      /** The value, as an expression over the names that the steps define. */
      be: text,
      /** The words with which the user refers to the value, because the user does not know the value itself. */
      called: texts,
    },
    required: ['type', 'be', 'called'],
    additionalProperties: false,
  },
} as const;

/** A value that the user knows in this story, but that an earlier story may find out instead. */
const TAKES = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      /** The column with the known value. */
      name,
      types: { type: 'array', items: { enum: OUTPUT_TYPES }, minItems: 1 },
      /** The value to use, as an expression over :it, which stands for the value that the earlier story found. */
      be: text,
      /**
       * If true, the earlier story may find any value. If absent, this story must have a row with exactly the found
       * value.
       */
      free: { const: true },
      /** The user's first words and the text of the wish. {it} stands for the words that refer to the value. */
      says: texts,
      wants: text,
    },
    required: ['name', 'types', 'says', 'wants'],
    additionalProperties: false,
  },
} as const;

const STORY = {
  type: 'object',
  properties: {
    name: text,
    family: { enum: FAMILIES },
    people: PEOPLE,
    /**
     * A SELECT over the initial rows. Each of its rows is a case in which the story can be played; the texts may use
     * its columns.
     */
    rows: text,
    /**
     * `who` lists the columns that identify the user, and `knows` the other columns that the user knows. Steps can use
     * only these columns.
     */
    who: texts,
    knows: { type: 'array', items: text },
    /**
     * True if the story is never joined with another one. An example is a lost phone: its owner cannot look at the
     * phone any more.
     */
    alone: { const: true },
    /** False if the words of the story already tell why the user asks. Reasons from speech.json are then not added. */
    causes: { const: false },
    /** Calls that create the situation before the task begins. Their values are expressions over the story's row. */
    setup: { type: 'array', items: { type: 'object' } },
    /**
     * The user's first words. One text is drawn. {column} stands for a value, and [a|b] for one of several wordings.
     */
    says: texts,
    /** The text of the wish, which follows "You want to". */
    wants: text,
    gives: GIVES,
    takes: TAKES,
    steps: { type: 'array', items: { $ref: '#/$defs/step' }, minItems: 1 },
  },
  required: ['name', 'family', 'rows', 'says', 'wants', 'steps'],
  additionalProperties: false,
} as const;

export const STORIES_FILE_SCHEMA = {
  $id: 'callgym:stories',
  title: 'stories.json',
  type: 'array',
  items: STORY,
  $defs: { step: STEP },
} as const;

/** A step in a book of stories: an ordinary step, or `use` with the name of a series of steps. */
const BOOK_STEP = {
  type: 'object',
  oneOf: [...STEP.oneOf, { type: 'object', properties: { use: text }, required: ['use'], additionalProperties: false }],
} as const;

/**
 * The second form of stories.json, a book: stories together with the people, views and series of steps that they share.
 */
export const STORY_BOOK_SCHEMA = {
  $id: 'callgym:story-book',
  title: 'stories.json',
  type: 'object',
  properties: {
    people: PEOPLE,
    views: { type: 'object', additionalProperties: text },
    series: { type: 'object', additionalProperties: steps },
    stories: { type: 'array', items: STORY },
  },
  required: ['stories'],
  additionalProperties: false,
  $defs: { step: BOOK_STEP },
} as const;

/** An SQL expression, or a list or an object of such expressions. */
export type Expressed = string | readonly Expressed[] | { readonly [key: string]: Expressed };

export type StoryStep =
  | {
      readonly call: string;
      readonly by?: (typeof AUDIENCES)[number];
      readonly with?: Readonly<Record<string, Expressed>>;
      readonly as?: string;
      readonly gather?: string;
    }
  | {
      readonly choose: string;
      readonly as: string;
      readonly where?: string;
      readonly least?: string;
      readonly most?: string;
      readonly optional?: true;
    }
  | {
      readonly each: string;
      readonly as: string;
      readonly where?: string;
      /** The expression by which the items are sorted. `least` takes the smallest first, `most` the greatest. */
      readonly least?: string;
      readonly most?: string;
      readonly do: readonly StoryStep[];
    }
  | { readonly if: string; readonly do: readonly StoryStep[]; readonly else?: readonly StoryStep[] }
  | { readonly try: readonly StoryStep[]; readonly else: readonly StoryStep[] }
  | { readonly total: string; readonly of: string; readonly where?: string; readonly as: string }
  | { readonly let: string; readonly be: string }
  | {
      readonly answer: string;
      readonly type: (typeof OUTPUT_TYPES)[number];
      readonly be: string;
      /**
       * The sentence with which the agent tells the answer. {value} stands for the value, {:order.title} for another
       * known value, and {money :order.total} for an amount.
       */
      readonly says?: string;
      /** How the amount is said, if not in the usual way of the environment. */
      readonly money?: string;
    }
  /**
   * A sentence that the agent says at this point, with placeholders as in `says`, for example the reason for a
   * decision. The judge does not require it.
   */
  | { readonly tell: string }
  | {
      /** The reason for which the agent refuses the user's wish. The story ends at this step. */
      readonly decline: string;
      /** The tool that the agent would call if the rule allowed the call. */
      readonly forbids?: string;
      readonly with?: Readonly<Record<string, Expressed>>;
      /** The value that the reason depends on. */
      readonly because?: string;
      readonly rule?: string;
    };

export interface People {
  readonly key: string;
  readonly rows: string;
  readonly ways: readonly {
    readonly who: readonly string[];
    readonly when?: string;
    readonly steps: readonly StoryStep[];
  }[];
}

export type Story = Omit<FromJsonSchema<typeof STORY>, 'steps' | 'setup' | 'people' | 'alone' | 'causes'> & {
  readonly alone?: true;
  readonly causes?: false;
  readonly steps: readonly StoryStep[];
  readonly people?: People;
  readonly setup?: readonly { readonly name: string; readonly with: Readonly<Record<string, Expressed>> }[];
};

export interface TaskStory {
  readonly name: string;
  readonly family: Family;
  readonly knows: Readonly<Record<string, Json>>;
  readonly steps: readonly StoryStep[];
}
