import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';

const program = fileURLToPath(new URL('check-advisories.ts', import.meta.url));

const check = (address: string) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    // npm keeps advisories in its cache, by their id.
    const cache = mkdtempSync(join(tmpdir(), 'patchbay-npm-'));
    onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
    const child = execFile(
      process.execPath,
      [program],
      {
        env: {
          ...process.env,
          npm_config_registry: address,
          npm_config_offline: 'false',
          npm_config_cache: cache,
        },
      },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, text: stdout + stderr }),
    );
  });

async function registry(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** A registry that tells one advisory about a package, by default one that runs in production, and nothing else about packages. */
const telling =
  (severity: string, name = 'zod'): RequestListener =>
  (request, response) => {
    const isBulk = request.url === '/-/npm/v1/security/advisories/bulk';
    response.writeHead(isBulk ? 200 : 404, { 'content-type': 'application/json' });
    const url = 'https://advisories.example/1';
    const advisory = { id: 1, url, title: 'Remote code', severity, vulnerable_versions: '*' };
    response.end(JSON.stringify(isBulk ? { [name]: [advisory] } : {}));
  };

const notChecked = '  not checked: the package registry tells no advisories, or does not answer\n';

describe('the check for advisories', () => {
  it.each(['high', 'critical'])(
    'an advisory of severity %s fails the check and is named',
    async (severity) => {
      const { code, text } = await check(await registry(telling(severity)));
      expect(text).toContain(`${severity}: zod *: Remote code (https://advisories.example/1)`);
      expect(code).toBe(1);
    },
  );

  it.each(['low', 'moderate'])('an advisory of severity %s passes the check', async (severity) => {
    expect(await check(await registry(telling(severity)))).toMatchObject({ code: 0, text: '' });
  });

  it('an advisory about a package that is for development alone passes the check', async () => {
    expect(await check(await registry(telling('critical', 'oxlint')))).toMatchObject({ code: 0, text: '' });
  });

  it('a registry without advisories, or none at all, passes the check with one line', async () => {
    const without = await registry((_request, response) => response.writeHead(404).end('{}'));
    for (const address of [without, 'http://127.0.0.1:9/'])
      expect(await check(address)).toMatchObject({ code: 0, text: notChecked });
  });

  it('a registry that hangs passes the check with one line', async () => {
    expect(await check(await registry(() => {}))).toMatchObject({ code: 0, text: notChecked });
  });
});
