import { readFileSync } from 'node:fs';
import { join } from 'node:path';
// Not from the package itself, which loads the whole reference into memory: 34 MB.
import getAbsoluteFSPath from 'swagger-ui-dist/absolute-path.js';
import { Asset } from '../operation/asset.ts';

/** Everything comes from here, and nothing on the page may come from or go to anywhere else. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The reference draws its icons from data addresses in its own style sheet.
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

/** The pages of `/docs` by path: a browsable reference of the document. */
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
