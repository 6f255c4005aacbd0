// Lets a person be the agent in a terminal. The person sees only what an agent sees, types messages to the user, and
// calls tools by name.
import { createInterface, type Interface } from 'node:readline/promises';
import { styleText } from 'node:util';
import { badInput } from '../../envs/errors/gym-error.ts';
import type { EpisodeMessage } from '../../envs/values/episode.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Move, Player, PlayerKind, Seat } from '../episodes/players.ts';

export const humanAgent: PlayerKind = {
  name: 'human',
  about: 'you, in this terminal; use --concurrency 1',
  open: () => {
    if (!process.stdin.isTTY)
      throw badInput({ path: '--agent human', what: 'needs a terminal to type in', mend: 'run it from one' });
    return { about: { kind: 'human' }, sit: (seat) => new Human(seat) };
  },
};

const LEFT: Move = { kind: 'end', end: 'agent_error', why: 'the person left' };
const HELP = `  TEXT                 say it to the user
  /tool {"a": 1}       call a tool; without arguments you are asked for them one by one
  /tools               the tools        /tool ?   one of them in full
  /policy              what you were told at the start
  /quit                leave this episode`;

class Human implements Player {
  private readonly seat: Seat;
  private readonly tools: ReadonlyMap<string, JsonObject>;
  private shown = 0;

  constructor(seat: Seat) {
    this.seat = seat;
    this.tools = new Map(
      seat.tools.map((each) => {
        const tool = (each as JsonObject)['function'] as JsonObject;
        return [String(tool['name']), tool];
      }),
    );
  }

  async next(messages: readonly EpisodeMessage[]): Promise<Move> {
    // the conversation goes to stderr, because stdout is for the results of the command
    const { stdin: input, stderr: output } = process;
    if (this.shown === 0) {
      line(styleText('bold', `\n${this.seat.world.environment.title}, task ${this.seat.task.id}`));
      line(styleText('dim', `${HELP}\n`));
    }
    for (const message of messages.slice(this.shown)) show(message);
    this.shown = messages.length;
    const names = [...this.tools.keys()].map((name) => `/${name}`).concat('/tools', '/policy', '/quit', '/help');
    const terminal = createInterface({
      input,
      output,
      completer: (typed: string): [string[], string] => [names.filter((name) => name.startsWith(typed)), typed],
    });
    // if the person presses Ctrl-D or Ctrl-C, the terminal closes and the pending question is never answered
    const closed = new Promise<undefined>((resolve) => {
      terminal.once('close', () => resolve(undefined));
    });
    try {
      for (;;) {
        const answer = await Promise.race([terminal.question(styleText('cyan', 'you> ')), closed]);
        if (answer === undefined) return LEFT;
        const typed = answer.trim();
        const move = typed === '' ? undefined : await this.read(typed, terminal);
        if (move === undefined) continue;
        this.shown += 1;
        return move;
      }
    } finally {
      terminal.close();
    }
  }

  private async read(typed: string, terminal: Interface): Promise<Move | undefined> {
    if (!typed.startsWith('/')) return { kind: 'say', text: typed };
    const [word = '', ...rest] = typed.slice(1).split(' ');
    const given = rest.join(' ').trim();
    switch (word) {
      case 'help':
        line(HELP);
        return undefined;
      case 'policy':
        line(this.seat.system);
        return undefined;
      case 'tools':
        for (const [name, tool] of this.tools)
          line(`  ${name}  ${styleText('dim', String(tool['description'] ?? ''))}`);
        return undefined;
      case 'quit':
        return LEFT;
      default:
    }
    const tool = this.tools.get(word);
    if (tool === undefined) {
      line(`there is no ${word}; /tools lists them`);
      return undefined;
    }
    if (given === '?') {
      line(JSON.stringify(tool, null, 2));
      return undefined;
    }
    const args = given === '' ? await askArguments(tool, terminal) : given;
    try {
      if (isJsonObject(parseJson(args))) return { kind: 'call', calls: [{ name: word, arguments: args }] };
    } catch {}
    line('the arguments must be one JSON object');
    return undefined;
  }
}

async function askArguments(tool: JsonObject, terminal: Interface): Promise<string> {
  const parameters = isJsonObject(tool['parameters']) ? tool['parameters'] : {};
  const properties = isJsonObject(parameters['properties']) ? parameters['properties'] : {};
  const required = Array.isArray(parameters['required']) ? (parameters['required'] as readonly Json[]) : [];
  const args: Record<string, Json> = {};
  for (const [name, property] of Object.entries(properties)) {
    const about = isJsonObject(property) ? property : {};
    const typed = await terminal.question(
      styleText('dim', `  ${name}${required.includes(name) ? '' : ' (may be empty)'}: `),
    );
    if (typed === '') continue;
    const isText = [about['type']].flat().includes('string');
    try {
      args[name] = isText ? typed : parseJson(typed);
    } catch {
      args[name] = typed;
    }
  }
  return JSON.stringify(args);
}

function show({ role, content, tool_calls, name }: EpisodeMessage): void {
  if (role === 'user') line(`${styleText('green', 'user>')} ${content}`);
  else if (role === 'tool') line(`${styleText('yellow', `${name ?? 'tool'}>`)} ${content}`);
  else
    for (const call of tool_calls ?? [])
      line(styleText('dim', `     ${call.function.name} ${call.function.arguments}`));
}

function line(text: string): void {
  process.stderr.write(`${text}\n`);
}
