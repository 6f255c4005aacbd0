// The option `--traces URL`: sends OpenTelemetry traces of a command to a collector as OTLP/JSON. Without the option,
// no traces are made.
import { randomBytes } from 'node:crypto';
import type { Tracing } from '../envs/server/trace-requests.ts';
import { sendSpans } from '../envs/tracing/otlp.ts';
import { StatementSpans } from '../envs/tracing/statement-spans.ts';
import { Tracer } from '../envs/tracing/tracer.ts';
import { badInput } from '../envs/errors/gym-error.ts';
import type { Invocation } from './command.ts';
import { readVersion } from './version.ts';

export const TRACES_OPTION = {
  traces: { type: 'string', value: 'URL', about: 'an OTLP collector, such as http://127.0.0.1:4318, gets traces; off' },
} as const;

export interface Traces extends Tracing {
  /** Sends the traces that are still unsent. */
  close(): Promise<void>;
}

export function openTraces(options: Invocation['options']): Traces | undefined {
  const url = options['traces'];
  if (typeof url !== 'string') return undefined;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw badInput({ path: `--traces ${url}`, what: 'is no http:// or https:// URL' });
  const collector = {
    url,
    headers: headersOf(process.env['OTEL_EXPORTER_OTLP_HEADERS']),
    resource: {
      'service.name': process.env['OTEL_SERVICE_NAME'] ?? 'callgym',
      'service.version': readVersion(),
      'process.pid': process.pid,
    },
  };
  const tracer = new Tracer({
    now: nanoseconds,
    newId: (bytes) => randomBytes(bytes).toString('hex'),
    send: (spans) => sendSpans(collector, spans),
    complain: (why) => process.stderr.write(`--traces ${url}: some traces are lost: ${why}\n`),
  });
  return { tracer, statements: new StatementSpans(), close: () => tracer.close() };
}

function nanoseconds(): bigint {
  return BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e3)) * 1_000n;
}

/** Reads a text like KEY=VALUE,KEY=VALUE, the form that OpenTelemetry uses for headers in an environment variable. */
function headersOf(text = ''): Record<string, string> {
  return Object.fromEntries(
    text.split(',').flatMap((each) => {
      const at = each.indexOf('=');
      return at < 1 ? [] : [[each.slice(0, at).trim(), decodeURIComponent(each.slice(at + 1).trim())]];
    }),
  );
}
