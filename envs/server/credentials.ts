// Reads the token of a request from any header that clients use: Bearer, the password of Basic (which Python's clients
// send for http://x:TOKEN@host), or X-API-Key.
import type { IncomingHttpHeaders } from 'node:http';

export function credentialOf(headers: IncomingHttpHeaders): string | undefined {
  const { authorization } = headers;
  if (authorization !== undefined) {
    const bearer = /^Bearer +([^\s]+) *$/i.exec(authorization)?.[1];
    if (bearer !== undefined) return bearer;
    const basic = /^Basic +([A-Za-z\d+/=]+) *$/i.exec(authorization)?.[1];
    if (basic !== undefined) {
      const pair = Buffer.from(basic, 'base64').toString();
      const password = pair.slice(pair.indexOf(':') + 1);
      return password === '' ? undefined : password;
    }
  }
  const key = headers['x-api-key'];
  return typeof key === 'string' && key.trim() !== '' ? key.trim() : undefined;
}
