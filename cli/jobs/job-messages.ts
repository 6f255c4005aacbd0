// The messages between a command and its job processes. Values are JSON text, which keeps numbers as they are written.
export type ToJob =
  | { readonly kind: 'open'; readonly job: string; readonly setup: string }
  | { readonly kind: 'item'; readonly at: number; readonly item: string };

export type FromJob =
  | { readonly kind: 'told'; readonly at: number; readonly part: string }
  | { readonly kind: 'done'; readonly at: number; readonly result: string }
  | { readonly kind: 'failed'; readonly at: number | null; readonly error: ToldError };

/** An error in the form in which it is sent between processes. */
export interface ToldError {
  readonly message: string;
  readonly stack: string | undefined;
  /** The code and fields of a GymError (callgym's own error). Undefined for other errors. */
  readonly gym: { readonly code: string; readonly fields: Readonly<Record<string, string | number>> } | undefined;
  readonly name: string;
}
