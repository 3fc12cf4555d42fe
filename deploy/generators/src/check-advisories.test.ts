import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { advisoriesIn } from './advisories.ts';

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

const advisory = {
  id: 1,
  url: 'https://advisories.example/1',
  title: 'Remote code',
  vulnerable_versions: '*',
};

/** A registry that tells advisories about packages, and nothing else about them. */
const telling =
  (severities: Readonly<Record<string, string>>): RequestListener =>
  (request, response) => {
    const isBulk = request.url === '/-/npm/v1/security/advisories/bulk';
    response.writeHead(isBulk ? 200 : 404, { 'content-type': 'application/json' });
    const all = Object.entries(severities).map(([name, severity], id) => [
      name,
      [{ ...advisory, id, severity }],
    ]);
    response.end(JSON.stringify(isBulk ? Object.fromEntries(all) : {}));
  };

const notChecked = '  not checked: the package registry tells no advisories, or does not answer\n';

describe('advisories of a report', () => {
  it.each([
    ['low', []],
    ['moderate', []],
    ['high', ['high: zod *: Remote code (https://advisories.example/1)']],
    ['critical', ['critical: zod *: Remote code (https://advisories.example/1)']],
  ])('an advisory of severity %s gives the lines %o', (severity, lines) => {
    const via = [{ ...advisory, name: 'zod', range: '*', severity }];
    expect(advisoriesIn({ vulnerabilities: { zod: { via }, other: { via: ['zod'] } } })).toEqual(lines);
  });
});

// Each starts npm, which takes seconds.
describe('the check for advisories', () => {
  it('advisories about packages that run in production fail the check, and those of development do not', async () => {
    const { code, text } = await check(await registry(telling({ zod: 'critical', oxlint: 'critical' })));
    expect(text).toContain('critical: zod *: Remote code (https://advisories.example/1)');
    expect(text).not.toContain('oxlint');
    expect(code).toBe(1);
  });

  it('a registry without advisories passes the check with one line', async () => {
    const without = await registry((_request, response) => response.writeHead(404).end('{}'));
    expect(await check(without)).toMatchObject({ code: 0, text: notChecked });
  });

  it('a registry that hangs passes the check with one line', { tags: 'soak' }, async () => {
    expect(await check(await registry(() => {}))).toMatchObject({ code: 0, text: notChecked });
  });
});
