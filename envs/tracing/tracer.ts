// Makes the spans of a trace, as OpenTelemetry defines them: an episode, its turns, the requests of a turn, the
// statements of a request. Ended spans are sent in batches. The traced program never waits for the sending and never
// fails because of it. It passes a clock and a source of ids in.

export type AttributeValue = string | number | boolean;
export type Attributes = Readonly<Record<string, AttributeValue>>;
export type SpanKind = 'internal' | 'server' | 'client';

/** Identifies a span within its trace. Another process can use it as the parent of its own spans. */
export interface SpanPlace {
  /** The id of the trace: 32 hexadecimal digits. */
  readonly trace: string;
  /** The id of the span: 16 hexadecimal digits. */
  readonly id: string;
}

export interface EndedSpan extends SpanPlace {
  readonly parent: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  /** The start of the span, in nanoseconds since 1970. */
  readonly begun: bigint;
  readonly ended: bigint;
  readonly attributes: Attributes;
  /** The reason why the work of the span failed. Undefined if it succeeded. */
  readonly failure: string | undefined;
}

export interface NewSpan {
  readonly kind?: SpanKind;
  readonly parent?: SpanPlace | undefined;
  readonly attributes?: Attributes;
}

export interface OpenSpan extends SpanPlace {
  child(name: string, span?: Omit<NewSpan, 'parent'>): OpenSpan;
  set(attributes: Attributes): void;
  /** Ends the span. A second call does nothing. */
  end(failure?: string): void;
}

export interface TracerParts {
  /** Returns nanoseconds since 1970. */
  readonly now: () => bigint;
  /** Returns the given number of random bytes as hexadecimal digits. */
  readonly newId: (bytes: number) => string;
  readonly send: (spans: readonly EndedSpan[]) => Promise<void>;
  /** Called the first time that spans cannot be sent. Later failures are silent. */
  readonly complain?: (why: string) => void;
}

/** The largest number of spans in one request to the collector. */
const BATCH = 512;
/** The largest number of spans that wait to be sent. Further spans are dropped. */
const MOST_WAITING = 20_000;
const SEND_EVERY_MS = 1_000;
const TRACE_BYTES = 16;
const SPAN_BYTES = 8;

export class Tracer {
  private readonly parts: TracerParts;
  private waiting: EndedSpan[] = [];
  private sending: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private complained = false;
  readonly totals = { sent: 0, dropped: 0 };

  constructor(parts: TracerParts) {
    this.parts = parts;
  }

  begin(name: string, { kind = 'internal', parent, attributes = {} }: NewSpan = {}): OpenSpan {
    const { now, newId } = this.parts;
    const begun = now();
    const place = { trace: parent?.trace ?? newId(TRACE_BYTES), id: newId(SPAN_BYTES) };
    let told = attributes;
    let isOpen = true;
    return {
      ...place,
      child: (childName, span = {}) => this.begin(childName, { ...span, parent: place }),
      set: (more) => {
        told = { ...told, ...more };
      },
      end: (failure) => {
        if (!isOpen) return;
        isOpen = false;
        this.add({ ...place, parent: parent?.id, name, kind, begun, ended: now(), attributes: told, failure });
      },
    };
  }

  private add(span: EndedSpan): void {
    if (this.waiting.length >= MOST_WAITING) {
      this.totals.dropped += 1;
      return;
    }
    this.waiting.push(span);
    if (this.waiting.length >= BATCH) void this.flush();
    else
      this.timer ??= setTimeout(() => {
        this.timer = undefined;
        void this.flush();
      }, SEND_EVERY_MS).unref();
  }

  private flush(): Promise<void> {
    this.sending ??= this.sendAll().finally(() => {
      this.sending = undefined;
    });
    return this.sending;
  }

  private async sendAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, BATCH);
      try {
        await this.parts.send(batch);
        this.totals.sent += batch.length;
      } catch (error) {
        this.totals.dropped += batch.length;
        if (!this.complained) this.parts.complain?.((error as Error).message);
        this.complained = true;
      }
    }
  }

  /** Sends the spans that are still waiting. */
  async close(): Promise<void> {
    clearTimeout(this.timer);
    await this.sending;
    await this.flush();
  }
}
