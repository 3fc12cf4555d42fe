import { readFileSync } from 'node:fs';
import { join } from 'node:path';
// Not from the package's main module, which loads all of Swagger UI into memory: 34 MB.
import getAbsoluteFSPath from 'swagger-ui-dist/absolute-path.js';
import { Asset } from '../operation/asset.ts';

/** The browser may load files from this origin only, and send requests to this origin only. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The style sheet of Swagger UI contains its icons as `data:` URLs.
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Patchbay API</title>
    <link rel="icon" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const start = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayOperationId: true,
  validatorUrl: null,
});
`;

const packaged = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** The files of `/docs` by path: Swagger UI for `/openapi.json`. */
export function createDocs(): [path: string, page: Asset][] {
  const policy = { 'content-security-policy': contentSecurityPolicy };
  const directory = getAbsoluteFSPath();
  return [
    ['/docs', new Asset(html, 'text/html; charset=utf-8', policy)],
    ['/docs/start.js', new Asset(start, 'text/javascript; charset=utf-8')],
    ...Object.entries(packaged).map(([file, type]): [string, Asset] => [
      `/docs/${file}`,
      new Asset(readFileSync(join(directory, file)), type),
    ]),
  ];
}
