// The route of the page: the fragment of the address, divided into parts and a query.
import { useEffect, useState } from 'preact/hooks';

export interface Route {
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

export function readRoute(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  return { parts: path.split('/').filter(Boolean).map(decodeSafely), query: new URLSearchParams(query) };
}

function decodeSafely(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function useRoute(): Route {
  const [route, setRoute] = useState(readRoute);
  useEffect(() => {
    const moved = (): void => setRoute(readRoute());
    addEventListener('hashchange', moved);
    return () => removeEventListener('hashchange', moved);
  }, []);
  return route;
}

type Query = Readonly<Record<string, string | number | undefined>>;

export function to(parts: readonly (string | number)[], query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const asked = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return `#/${parts.map((part) => encodeURIComponent(part)).join('/')}${asked === '' ? '' : `?${asked}`}`;
}

export function go(parts: readonly (string | number)[], query: Query = {}): void {
  location.hash = to(parts, query);
}
