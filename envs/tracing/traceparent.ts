// Reads and writes the header `traceparent` of W3C Trace Context. It names a span in the form 00-TRACE-SPAN-01.
import type { SpanPlace } from './tracer.ts';

export const TRACEPARENT = 'traceparent';
const FORM = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(?:-.*)?$/;

export function traceparentOf({ trace, id }: SpanPlace): string {
  return `00-${trace}-${id}-01`;
}

/** Reads the trace and the span that the header names. Returns undefined if the header is missing or malformed. */
export function readTraceparent(header: string | readonly string[] | undefined): SpanPlace | undefined {
  const [, trace, id] = (typeof header === 'string' ? FORM.exec(header) : null) ?? [];
  if (trace === undefined || id === undefined || /^0+$/.test(trace) || /^0+$/.test(id)) return undefined;
  return { trace, id };
}
