// Sends the page's requests to the server. All views use the same request functions, the same kinds of errors, and one
// state of the connection.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

const TOKEN = 'callgym-token';

/**
 * Takes the control token from the link's fragment, which browsers do not send to servers, and keeps it for this tab.
 * Returns false if the link has no token.
 */
export function takeToken(): boolean {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given === null) return false;
  sessionStorage.setItem(TOKEN, given);
  history.replaceState(null, '', `${location.pathname}#/`);
  return true;
}

export function hasToken(): boolean {
  return sessionStorage.getItem(TOKEN) !== null;
}

export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export class Unreachable extends Error {}

type Listener = (connected: boolean) => void;
const listeners = new Set<Listener>();
let connected = true;

function tell(state: boolean): void {
  if (connected === state) return;
  connected = state;
  for (const listener of listeners) listener(state);
}

/** Tells whether the server answers. While it does not, asks it again every second. */
export function useConnection(): boolean {
  const [state, setState] = useState(connected);
  useEffect(() => {
    listeners.add(setState);
    return () => void listeners.delete(setState);
  }, []);
  useEffect(() => {
    if (state) return undefined;
    const again = setInterval(
      () =>
        void fetch('/health').then(
          () => tell(true),
          () => undefined,
        ),
      1000,
    );
    return () => clearInterval(again);
  }, [state]);
  return state;
}

export interface Asked {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

export async function send(path: string, { method, body, signal }: Asked = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        authorization: `Bearer ${sessionStorage.getItem(TOKEN) ?? ''}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    tell(false);
    throw new Unreachable('The server does not answer.');
  }
  tell(true);
  return response;
}

export async function ask<T>(path: string, asked: Asked = {}): Promise<T> {
  const response = await send(path, asked);
  const text = await response.text();
  let value: unknown;
  try {
    value = text === '' ? undefined : JSON.parse(text);
  } catch {
    throw new Refused(response.status, 'BROKEN', 'The server answered something that is no JSON.');
  }
  if (response.ok) return value as T;
  const { code, message } = (value as { error?: { code?: string; message?: string } } | undefined)?.error ?? {};
  throw new Refused(response.status, code ?? 'UNKNOWN', message ?? `The server answered ${response.status}.`);
}

export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: Error }
  | { readonly state: 'ready'; readonly value: T };

/** Loads a value. Loads it again if its key changes, if `again` is called, and if the connection comes back. */
export function useLoad<T>(key: string, load: (signal: AbortSignal) => Promise<T>): [Loaded<T>, () => void] {
  const [found, setFound] = useState<{ key: string; loaded: Loaded<T> }>({ key, loaded: { state: 'loading' } });
  const [turn, setTurn] = useState(0);
  const online = useConnection();
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    if (!online) return undefined;
    const control = new AbortController();
    latest.current(control.signal).then(
      (value) => {
        if (!control.signal.aborted) setFound({ key, loaded: { state: 'ready', value } });
      },
      (error: unknown) => {
        if (!control.signal.aborted) setFound({ key, loaded: { state: 'failed', error: error as Error } });
      },
    );
    return () => control.abort();
  }, [key, turn, online]);
  const again = useCallback(() => setTurn((each) => each + 1), []);
  return [found.key === key ? found.loaded : { state: 'loading' }, again];
}
