// The messages between a command and its worker processes. Values travel as JSON text, which keeps numbers as they are
// written (2.0 stays 2.0).
export type ToJob =
  | { readonly kind: 'open'; readonly job: string; readonly setup: string }
  | { readonly kind: 'item'; readonly at: number; readonly item: string };

export type FromJob =
  | { readonly kind: 'told'; readonly at: number; readonly part: string }
  | { readonly kind: 'done'; readonly at: number; readonly result: string }
  | { readonly kind: 'failed'; readonly at: number | null; readonly error: ToldError };

export interface ToldError {
  readonly message: string;
  readonly stack: string | undefined;
  /** The code and fields of a GymError (an error with a code from callgym's catalogue). Undefined for other errors. */
  readonly gym: { readonly code: string; readonly fields: Readonly<Record<string, string | number>> } | undefined;
  readonly name: string;
}
