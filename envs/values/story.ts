// A story: a small program for a goal that a user can have. The steps of a story make calls, choose, decide and
// compute. Every value is an SQL expression over the user's knowledge and earlier results. A story runs first; a task
// is then written from the run.
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

/** The story as a task keeps it: the steps that ran, and the user's knowledge. */
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

/** The people of an environment, one row each. A story whose rows have the column `key` is about one of them. */
const PEOPLE = {
  type: 'object',
  properties: {
    key: name,
    rows: text,
    /** The ways in which the agent can identify a person. `when` names a column that must be true. */
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

/** Values that a story finds out and a later story, about another part of a composed environment, can use. */
const GIVES = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      type: { enum: OUTPUT_TYPES },
      /** The value, as an expression over the names of the steps. */
      be: text,
      /** The user's name for the value, because the user does not know the value itself. */
      called: texts,
    },
    required: ['type', 'be', 'called'],
    additionalProperties: false,
  },
} as const;

/** A known value of the story that an earlier story may find out instead. */
const TAKES = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      /** The column of the known value. */
      name,
      types: { type: 'array', items: { enum: OUTPUT_TYPES }, minItems: 1 },
      /** The value to use, as an expression over :it, the value that the earlier story found. */
      be: text,
      /** Whether any value fits. Without this key, the story needs an occasion that has this very value. */
      free: { const: true },
      /** The user's words and wishes. {it} stands for the name of the value. */
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
     * A SELECT over the initial rows. Each row it returns is one occasion for the story, and the texts may use its
     * columns.
     */
    rows: text,
    /**
     * `who` has the columns that identify the user, `knows` the columns that the user knows besides. Steps see only
     * these columns.
     */
    who: texts,
    knows: { type: 'array', items: text },
    /** Whether the story is never joined with others. An example is a lost phone, which its owner cannot look at. */
    alone: { const: true },
    /** False where the words of the story tell why the user asks. The causes of speech.json are then not told. */
    causes: { const: false },
    /** Calls of the control plane that create the occasion. Their values are expressions over the occasion's row. */
    setup: { type: 'array', items: { type: 'object' } },
    /** The user's first words. One text is drawn. {column} stands for a value, [a|b] for one of several wordings. */
    says: texts,
    /** The text that follows "You want to". */
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

/** A step of a book (see below): an ordinary step, or `use` with the name of a series of steps. */
const BOOK_STEP = {
  type: 'object',
  oneOf: [...STEP.oneOf, { type: 'object', properties: { use: text }, required: ['use'], additionalProperties: false }],
} as const;

/** The second form of stories.json: stories with the people, views and series of steps that they share. */
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

/** An SQL expression, or a list or object of expressions. */
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
      /** The expression by which items are sorted: `least` sorts upwards, `most` downwards. */
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
       * The sentence in which the agent tells the answer; {value} stands for the value, {:order.title} for another
       * value that the story knows, and {money :order.total} for an amount.
       */
      readonly says?: string;
      /** How the amount is said, when it differs from the environment's way. */
      readonly money?: string;
    }
  /** A sentence that the agent says here, with places as in `says`, such as why a branch is taken. No verdict asks for it. */
  | { readonly tell: string }
  | {
      /** The reason why the agent refuses the user's wish. The story ends here. */
      readonly decline: string;
      /** The tool that the agent would call if the rule allowed it. */
      readonly forbids?: string;
      readonly with?: Readonly<Record<string, Expressed>>;
      /** The value on which the reason rests. */
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

/** The story as a task keeps it. */
export interface TaskStory {
  readonly name: string;
  readonly family: Family;
  readonly knows: Readonly<Record<string, Json>>;
  readonly steps: readonly StoryStep[];
}
