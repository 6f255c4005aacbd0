// Swagger UI: the page /docs for the API, and /console/:e for playing an environment by hand. The pages need no token
// and contain no secret. The link to a page carries the control token in its fragment, which browsers do not send to
// the server; the script of the page adds the token to its requests.
import swaggerUi from '@fastify/swagger-ui';
import { HttpError } from '../http-errors.ts';
import type { ServerPlugin } from '../plugin.ts';

export const consolePages: ServerPlugin = async (app, { shelf }) => {
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'list', tryItOutEnabled: true, deepLinking: false },
  });

  app.get('/', { schema: { hide: true } }, (_request, reply) => reply.redirect('/docs'));

  app.get('/console/:e', { schema: { hide: true } }, (request, reply) => {
    const { e } = request.params as { e: string };
    const head = shelf.head(e);
    if (head === undefined)
      throw new HttpError('NOT_FOUND', { what: `environment ${JSON.stringify(e.slice(0, 100))}` });
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      .serializer((text: string) => text)
      .send(page(head.title, head.name));
  });

  app.get('/console.js', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .serializer((text: string) => text)
      .send(SCRIPT),
  );
};

function page(title: string, name: string): string {
  const escape = (text: string): string => text.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/static/swagger-ui.css">
<link rel="stylesheet" href="/docs/static/index.css">
</head>
<body data-environment="${escape(name)}">
<div id="swagger-ui"><p role="status" style="font-family: sans-serif; margin: 2rem">Loading ${escape(title)}</p></div>
<script src="/docs/static/swagger-ui-bundle.js"></script>
<script src="/console.js"></script>
</body>
</html>
`;
}

/**
 * The script of the console page. The script begins a session, and adds to each request the token of the agent or the
 * user.
 */
const SCRIPT = `'use strict';
(async () => {
  const name = document.body.dataset.environment;
  const home = document.getElementById('swagger-ui');
  const say = (text) => {
    home.firstElementChild.textContent = text;
  };
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) {
    say('Open this page by the link that callgym serve printed: it ends in #token=…');
    return;
  }
  const control = { authorization: 'Bearer ' + token };
  const ask = async (path, options) => {
    const response = await fetch(path, options);
    const body = await response.json();
    if (!response.ok) throw new Error(body.error.message);
    return body;
  };
  try {
    const document_ = await ask('/environments/' + encodeURIComponent(name) + '/openapi.json', { headers: control });
    const session = await ask('/sessions', {
      method: 'POST',
      headers: { ...control, 'content-type': 'application/json' },
      body: JSON.stringify({ environment: name }),
    });
    document_.servers[0].variables.session.default = session.id;
    const sides = {};
    for (const [path, item] of Object.entries(document_.paths))
      if (path.startsWith('/tools/')) sides[path.slice(7)] = Object.keys(item.post.security[0])[0];
    for (const item of Object.values(document_.paths))
      for (const parameter of item.parameters ?? []) if (parameter.name === 'session') parameter.example = session.id;
    window.ui = SwaggerUIBundle({
      spec: document_,
      dom_id: '#swagger-ui',
      tryItOutEnabled: true,
      docExpansion: 'list',
      filter: true,
      persistAuthorization: false,
      validatorUrl: null,
      requestInterceptor: (request) => {
        const { pathname } = new URL(request.url, location.href);
        const tool = /^\\/s\\/[^/]+\\/tools\\/(.+)$/.exec(pathname);
        const side = tool === null ? undefined : sides[decodeURIComponent(tool[1])];
        request.headers.authorization = 'Bearer ' + (side === undefined ? token : session.tokens[side]);
        return request;
      },
    });
  } catch (error) {
    say(error.message);
  }
})();
`;
