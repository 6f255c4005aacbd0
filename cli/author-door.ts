// Opens the connection to a language model that writes data: an endpoint, files of questions and answers (batches), or
// a record of earlier answers.
import { badInput } from '../envs/errors/gym-error.ts';
import { BatchFiles } from '../envs/model/batch-files.ts';
import { batchProvider, endpointProvider, ModelDoor, NO_MODEL, type Budget } from '../envs/model/model-door.ts';
import type { Invocation } from './command.ts';
import { numberOption, wholeOption } from './options.ts';

const MOST_TOKENS = 1_000_000_000;

export const DOOR_OPTIONS = {
  'budget-tokens': { type: 'string', value: 'N', about: 'with --author: tokens that all requests may use together' },
  'budget-cost': {
    type: 'string',
    value: 'X',
    about: 'with --author and --price: the most that the questions may cost',
  },
  price: { type: 'string', value: 'IN,OUT', about: 'with --author: the price of a million tokens asked and answered' },
  'author-base-url': { type: 'string', value: 'URL', about: 'with --author openai:MODEL: the endpoint' },
} as const;

export interface OpenedDoor {
  readonly door: ModelDoor;
  /** The files of questions and answers, only with --author batch:DIR. */
  readonly files: BatchFiles | undefined;
}

export function openDoor(options: Invocation['options']): OpenedDoor {
  const author = String(options['author']);
  const files = author.startsWith('batch:') ? new BatchFiles(author.slice('batch:'.length)) : undefined;
  const provider = files === undefined ? providerOf(author, options['author-base-url']) : batchProvider(files);
  return { door: new ModelDoor(provider, budgetOf(options)), files };
}

function providerOf(author: string, baseUrl: string | boolean | undefined): ReturnType<typeof endpointProvider> {
  if (author === 'record') return NO_MODEL;
  if (author.startsWith('openai:') && author.length > 'openai:'.length)
    return endpointProvider(author.slice('openai:'.length), typeof baseUrl === 'string' ? baseUrl : undefined);
  throw badInput({ path: '--author', what: `is ${author}`, mend: 'openai:MODEL, batch:DIR or record' });
}

function budgetOf(options: Invocation['options']): Budget {
  const tokens = wholeOption(options, 'budget-tokens', 1, MOST_TOKENS);
  const cost = numberOption(options, 'budget-cost', 0, MOST_TOKENS);
  const price = options['price'];
  const [prompt, completion] = typeof price === 'string' ? price.split(',').map(Number) : [];
  const isPrice = prompt !== undefined && completion !== undefined && prompt >= 0 && completion >= 0;
  if (price !== undefined && !isPrice)
    throw badInput({ path: '--price', what: `is ${String(price)}`, mend: 'two numbers, such as 0.5,1.5' });
  if (cost !== undefined && !isPrice)
    throw badInput({ path: '--budget-cost', what: 'needs prices', mend: 'add --price IN,OUT, per million tokens' });
  return {
    ...(tokens === undefined ? {} : { tokens }),
    ...(cost === undefined ? {} : { cost }),
    ...(isPrice ? { price: { prompt, completion } } : {}),
  };
}
