// Writes trace spans as OTLP/JSON and sends them to a collector with POST to URL/v1/traces.
import type { JsonObject } from '../values/json.ts';
import type { Attributes, AttributeValue, EndedSpan, SpanKind } from './tracer.ts';

export interface Collector {
  /** The collector's address, http://host:4318, or the full URL for traces. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Attributes of the program that makes the spans, such as service.name. */
  readonly resource: Attributes;
}

const KINDS: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3 };
const STATUS_ERROR = 2;
const TIMEOUT_MS = 10_000;
const PATH = '/v1/traces';

export async function sendSpans(collector: Collector, spans: readonly EndedSpan[]): Promise<void> {
  const answer = await fetch(addressOf(collector.url), {
    method: 'POST',
    headers: { ...collector.headers, 'content-type': 'application/json' },
    body: JSON.stringify(exportRequest(collector.resource, spans)),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`the collector of traces answers ${answer.status}`);
}

function addressOf(url: string): string {
  const base = url.replace(/\/+$/, '');
  return base.endsWith(PATH) ? base : `${base}${PATH}`;
}

/**
 * Makes the body of the request, an ExportTraceServiceRequest. OTLP/JSON requires ids in hexadecimal and times as text.
 */
export function exportRequest(resource: Attributes, spans: readonly EndedSpan[]): JsonObject {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: 'callgym' }, spans: spans.map(spanOf) }],
      },
    ],
  };
}

function spanOf({ trace, id, parent, name, kind, begun, ended, attributes, failure }: EndedSpan): JsonObject {
  return {
    traceId: trace,
    spanId: id,
    ...(parent === undefined ? {} : { parentSpanId: parent }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: String(begun),
    endTimeUnixNano: String(ended),
    attributes: attributesOf(attributes),
    status: failure === undefined ? {} : { code: STATUS_ERROR, message: failure },
  };
}

function attributesOf(attributes: Attributes): JsonObject[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }));
}

function valueOf(value: AttributeValue): JsonObject {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
