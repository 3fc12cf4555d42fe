import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { waitFor } from '@patchbay/testing/wait';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answers, type Host, startHost } from './host.ts';
import { environment, ProcessTerminal, program } from './process.ts';
import { type Environment, type Home, homeIn, settingsOf } from './world.ts';

/** What only a process of the installed program shows. Everything else about commands is tested in the process of the tests. */

let host: Host;
let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
beforeAll(async () => {
  folder = await createTemporaryDirectory('patchbay-process-');
  host = await startHost();
});
afterAll(async () => {
  host?.stop();
  await folder?.remove();
});

const patchbay = [process.execPath, program];

/** An environment with a session at a host that answers these things. */
function signedIn(answers: Answers): Home {
  host.answerWith({ '/v1/organizations': { organizations: [{ slug: 'acme' }] }, ...answers });
  const place = { PATCHBAY_ORG: 'acme', PATCHBAY_WORKSPACE: 'spring' };
  return { ...homeIn(folder.path, host.address), ...place, PATCHBAY_TOKEN: 's3cr3t' };
}

/** An export that does not end. */
const endless = {
  '/export': (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    const timer = setInterval(() => response.write(`${'{}'.padEnd(20_000)}\n`), 5);
    response.on('close', () => clearInterval(timer));
  },
};

/** Whether the cursor was hidden, and can be seen again. */
const cursorIsBack = ({ output }: ProcessTerminal): boolean =>
  output.includes('\u001B[?25l') && output.lastIndexOf('\u001B[?25h') > output.lastIndexOf('\u001B[?25l');

describe('a script', () => {
  const run = (words: readonly string[], env: Environment) =>
    new Promise((resolve) => {
      execFile(process.execPath, [program, ...words], { env: environment(env) }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, stdout, stderr }),
      );
    });

  it('a script gets what it asked for on stdout, what went wrong on stderr, and an exit code', async () => {
    expect(await run(['org', 'list', '--jq', '.[].slug'], signedIn({}))).toEqual({
      code: 0,
      stdout: 'acme\n',
      stderr: '',
    });
    const env = signedIn({ '/v1/me': { status: 403, title: 'No', detail: 'Not you.' } });
    expect(await run(['account', 'get'], env)).toEqual({ code: 5, stdout: '', stderr: 'error: Not you.\n' });
  });

  it('nobody who reads stderr is no crash', async () => {
    const env = signedIn({ '/v1/me': { status: 403, title: 'No' } });
    const code = join(env.HOME, 'code');
    // The reader is gone before the program starts.
    const script = `{ sleep 0.2; "$@"; echo "$?" > '${code}'; } 2>&1 | true`;
    const words = ['-c', script, 'sh', ...patchbay, 'account', 'get'];
    await once(spawn('/bin/sh', words, { env: environment(env), stdio: 'ignore' }), 'close');
    await waitFor(() => existsSync(code), { what: 'the exit code' });
    expect(readFileSync(code, 'utf8')).toBe('5\n');
  });

  it('SIGHUP leaves no part of a file, and ends the process as others expect', async () => {
    const env = signedIn(endless);
    const words = [program, 'audit', 'export', '--output', join(env.HOME, 'export')];
    const child = spawn(process.execPath, words, { env: environment(env), stdio: 'ignore' });
    await waitFor(() => readdirSync(env.HOME).some((name) => name.endsWith('.part')), { what: 'a part' });
    child.kill('SIGHUP');
    expect((await once(child, 'close'))[1]).toBe('SIGHUP');
    expect(readdirSync(env.HOME).filter((name) => name.startsWith('export'))).toEqual([]);
  });

  it('compiled code is not read from the folder for temporary files, which others can write to', async () => {
    const env = signedIn({});
    const TMPDIR = join(env.HOME, 'tmp');
    mkdirSync(TMPDIR);
    expect(await run(['--version'], { ...env, TMPDIR })).toMatchObject({ code: 0 });
    expect(readdirSync(TMPDIR)).toEqual([]);
    expect(existsSync(join(env.HOME, '.cache/patchbay/compiled'))).toBe(true);
  });

  it('an assistant that starts `patchbay mcp` gets tools', async () => {
    const env = environment(signedIn({ '/integrations': { integrations: [] } }));
    const client = new Client({ name: 'test', version: '1' });
    const [command = '', ...args] = patchbay;
    await client.connect(new StdioClientTransport({ command, args: [...args, 'mcp'], env, stderr: 'pipe' }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('listOrganizations');
    await client.close();
  });
});

describe('a terminal', () => {
  it('a secret that is typed in a terminal is not shown, and signs in', async () => {
    const { PATCHBAY_TOKEN: _, ...env } = signedIn({
      '/version': { apiVersion: '1' },
      '/v1/me': { name: 'Ada', email: 'ada@acme.example' },
    });
    const terminal = new ProcessTerminal([...patchbay, 'login', '--with-token'], env);
    await terminal.type('s3cr3t-token\r', 'Session token:');
    expect({ code: await terminal.ends(), text: terminal.text }).toMatchObject({ code: 0 });
    expect(terminal.output).not.toContain('s3cr3t');
    expect(readFileSync(settingsOf(env, 'tokens.json'), 'utf8')).toContain('s3cr3t-token');
  });

  it('Ctrl-C in a terminal ends a command that waits with 130, whether it reads keys or not', async () => {
    const started = { deviceCode: 'x', userCode: 'A', interval: 60, expiresIn: 600 };
    const env = signedIn({
      '/version': { apiVersion: '1' },
      '/device': { ...started, verificationUriComplete: 'http://portal.example/' },
      '/audit-logs': { auditLogs: [], nextCursor: null },
    });
    const { PATCHBAY_TOKEN: _, ...nobody } = env;
    const keys = new ProcessTerminal([...patchbay, 'login'], nobody);
    await keys.type('\u0003', 'Press Enter');
    expect(await keys.ends()).toBe(130);
    const waiting = new ProcessTerminal([...patchbay, 'login', '--open'], nobody);
    await waiting.type('\u0003', 'Waiting for your decision');
    expect(await waiting.ends()).toBe(130);
    expect(cursorIsBack(waiting)).toBe(true);
    const lines = new ProcessTerminal([...patchbay, 'audit', 'tail'], env);
    await waitFor(() => host.requests.some(({ line }) => line.includes('/audit-logs')), {
      what: 'a request',
    });
    await lines.type('\u0003', '');
    expect(await lines.ends()).toBe(130);
  });

  it('SIGTERM leaves a terminal with a cursor, and no part of a file', async () => {
    const env = signedIn(endless);
    const script = '"$@" & child=$!; read line; kill $child; wait $child; echo "ended with $?"';
    const words = ['audit', 'export', '--output', join(env.HOME, 'export')];
    const terminal = new ProcessTerminal(['/bin/sh', '-c', script, 'sh', ...patchbay, ...words], env);
    await terminal.type('\r', 'entries/s');
    await terminal.ends();
    // 128 and the number of the signal.
    expect(terminal.text).toContain('ended with 143');
    expect(cursorIsBack(terminal)).toBe(true);
    expect(readdirSync(env.HOME).filter((name) => name.startsWith('export'))).toEqual([]);
  });

  it('a pipe that closes early is no failure, and leaves a terminal with a cursor', async () => {
    const script = 'set -o pipefail; "$@" | { read line < /dev/tty; head -c 100000 > /dev/null; }';
    const words = ['bash', '-c', script, 'bash', ...patchbay, 'audit', 'export'];
    const terminal = new ProcessTerminal(words, signedIn(endless));
    await terminal.type('\r', 'entries/s');
    expect(await terminal.ends()).toBe(0);
    expect(cursorIsBack(terminal)).toBe(true);
  });
});

/** A word before the cursor. Shells write blanks and escape sequences behind it. */
const atEnd = (word: string): RegExp => new RegExp(String.raw`${word}(?:\W|\(B)*$`);

describe.each([
  ['bash', ['--norc', '--noprofile', '-i'], 'source <(patchbay completion bash)'],
  ['zsh', ['-f', '-i'], 'autoload -U compinit; compinit -u; source <(patchbay completion zsh)'],
  ['fish', ['--no-config'], 'patchbay completion fish | source'],
])('%s', (shell, flags, load) => {
  const isThere = spawnSync(shell, ['-c', 'exit 0']).status === 0;

  it.skipIf(!isThere)(`${shell} completes commands, flags and names, and does not act on names`, async () => {
    const evil = 'x$(touch${IFS}$HOME/pwned);`touch${IFS}$HOME/pwned`';
    const named = (id: string, name: string) => ({ id, name, status: 'active', provider: 'p' });
    const integrations = [named('1', 'Nord licht'), named('2', evil)];
    const env = signedIn({ '/integrations': { integrations } });
    const bin = join(env.HOME, 'bin');
    mkdirSync(bin);
    const script = `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`;
    writeFileSync(join(bin, 'patchbay'), script, { mode: 0o755 });
    const own = { ...env, PATH: `${bin}:${process.env['PATH']}`, PS1: 'prompt> ' };
    const terminal = new ProcessTerminal([shell, ...flags], own);
    try {
      await terminal.type(`${load}; echo lo''aded\r`, /[>$#%] ?$/m);
      await terminal.type('patchbay integ\t', 'loaded');
      await terminal.type('ge\t', atEnd('integration'));
      await terminal.type('Nord\t', atEnd('get'));
      await terminal.type('--js\t', atEnd(String.raw`(Nord\\ licht|'Nord licht')`));
      await terminal.type('\u0003', atEnd('--json'));
      await terminal.type('patchbay integration get x\t', /[>$#%] ?$/m);
      await terminal.type("\recho do''ne\r", /get .*touch/);
      await terminal.shows('done');
    } finally {
      terminal.kill();
    }
    expect(existsSync(join(env.HOME, 'pwned'))).toBe(false);
  });
});
