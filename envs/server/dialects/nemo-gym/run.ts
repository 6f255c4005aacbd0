// Plays whole episodes as NeMo Gym's agents do. POST /run with a dataset row answers like /verify and adds the
// conversation.
import type { FastifyInstance } from 'fastify';
import { badInput } from '../../../errors/gym-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../values/json.ts';
import type { EpisodeModel } from '../../episode-host.ts';
import { bodyOf, LARGE_BODY, type FaceContext } from '../face.ts';
import { modelUrl, playOne, Waiting } from '../play-one.ts';
import { growsByTurns, itemsOfEpisode } from './items.ts';
import { failure, verified, wishOfRow } from './rows.ts';

/** The HTTP status if the model's server failed. The trainer then knows that the model is not to blame. */
const UNAVAILABLE = 502;

export function runRoutes(app: FastifyInstance, context: FaceContext): void {
  app.post('/run', { schema: { hide: true }, bodyLimit: LARGE_BODY }, async (request, reply) => {
    const row = bodyOf(request);
    const asked = isJsonObject(row['responses_create_params']) ? row['responses_create_params'] : {};
    const model = modelOf(asked, request.headers['x-callgym-model'], context);
    const { signal } = new Waiting().join(reply.raw);
    const { played, outcome } = await playOne(context, { wish: wishOfRow(row), model, signal });
    if (played.end === 'infrastructure') {
      reply.status(UNAVAILABLE);
      return { error: `the model failed: ${played.why ?? 'no answer'}` };
    }
    const response = {
      id: 'resp_callgym',
      object: 'response',
      created_at: 0,
      model: model.name,
      // the first message is left out: it is the prompt and belongs to the request
      output: itemsOfEpisode(played.messages.slice(1), played.turns, played.turnOf.slice(1)),
      parallel_tool_calls: false,
      tool_choice: 'auto',
      tools: asked['tools'] ?? [],
      usage: {
        input_tokens: played.usage.prompt,
        output_tokens: played.usage.completion,
        total_tokens: played.usage.prompt + played.usage.completion,
      },
    };
    const answer = verified({ ...row, response } as JsonObject, outcome);
    return growsByTurns(played.turns)
      ? answer
      : {
          ...answer,
          mask_sample: true,
          ...failure('callgym:retokenized', 'a later prompt does not begin with what was said before'),
        };
  });

  app.get('/global_config_dict_yaml', { schema: { hide: true } }, ({ host }, reply) => {
    const { hostname, port } = new URL(`http://${host}`);
    const about = { host: hostname, port: Number(port || 80), entrypoint: 'app.py' };
    // NeMo Gym's own server answers with YAML inside a JSON text, so this route does the same
    const yaml = JSON.stringify({ callgym: { responses_api_agents: { callgym: about } } });
    return reply.type('application/json').send(JSON.stringify(yaml));
  });
}

function modelOf(
  asked: JsonObject,
  header: string | string[] | undefined,
  { options: { model } }: FaceContext,
): EpisodeModel {
  const given = typeof header === 'string' && header !== '' ? header : model?.baseUrl;
  if (given === undefined)
    throw badInput({
      path: 'X-Callgym-Model',
      what: 'no model plays here',
      mend: 'serve with --model-url, or send the URL of one',
    });
  const baseUrl = modelUrl('X-Callgym-Model', given);
  const sampling: Record<string, Json> = {};
  for (const [theirs, ours] of SAMPLING)
    if (asked[theirs] !== undefined && asked[theirs] !== null) sampling[ours] = asked[theirs];
  const named = asked['model'];
  const name = typeof named === 'string' && named !== '' ? named : (model?.name ?? 'policy');
  return { baseUrl, name, sampling, tokenIds: true };
}

const SAMPLING = [
  ['temperature', 'temperature'],
  ['top_p', 'top_p'],
  ['max_output_tokens', 'max_tokens'],
] as const;
