import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Secrets of the namespace `acme`, by name: their values by key. */
export type Secrets = Readonly<Record<string, Readonly<Record<string, string>>>>;

const encoded = (data: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString('base64')]),
  );

const discovery = {
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: 'v1',
  resources: [{ name: 'secrets', singularName: 'secret', namespaced: true, kind: 'Secret', verbs: ['get'] }],
};

/** The answer of the API of Kubernetes to a path: Secrets, and the discovery that Helm needs to ask for one. */
function answerTo(path: string, secrets: Secrets): readonly [status: number, body: object] {
  if (path === '/api/v1') return [200, discovery];
  const [, name = ''] = /^\/api\/v1\/namespaces\/acme\/secrets\/([^/]+)$/.exec(path) ?? [];
  const data = secrets[name];
  if (data === undefined)
    return [404, { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 }];
  return [
    200,
    { kind: 'Secret', apiVersion: 'v1', metadata: { name, namespace: 'acme' }, data: encoded(data) },
  ];
}

/** Runs `use` with the address of an API server that has these Secrets. */
export async function withSecrets<Result>(
  secrets: Secrets,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const server = createServer((request, response) => {
    const [status, body] = answerTo(new URL(request.url ?? '/', 'http://localhost').pathname, secrets);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
