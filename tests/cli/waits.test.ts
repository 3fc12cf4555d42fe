import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@patchbay/testing/wait';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trailOf } from '../api.ts';
import { type Front, startFront } from './front.ts';
import { inPipe, inTerminal, Pipe, Terminal } from './terminal.ts';
import { createCliWorld, type Environment, type World, withBrowser } from './world.ts';

const org = 'acme-waits';
const base = `/v1/organizations/${org}/workspaces/spring/integrations`;
const ctrlC = '\u0003';

let world: World;
let front: Front;
let env: Environment;
/** The same person, by way of the server in front. */
let frontEnv: Environment;
let folder: string;
beforeAll(async () => {
  world = await createCliWorld('waits');
  front = await startFront(world.platform.address);
  env = world.signedIn();
  // A stored token is sent to the host of its profile alone.
  frontEnv = {
    ...env,
    PATCHBAY_HOST: front.address,
    PATCHBAY_TOKEN: world.token,
    PATCHBAY_ORG: org,
    PATCHBAY_WORKSPACE: 'spring',
  };
  folder = mkdtempSync(join(tmpdir(), 'patchbay-waits-'));
});
afterAll(async () => {
  await front?.away();
  await world?.stop();
  rmSync(folder, { recursive: true });
});

interface Created {
  readonly id: string;
  readonly connectUrl: string;
}

async function create(provider: string, name: string): Promise<Created> {
  const { status, body } = await world.ada.post<Created>(base, { provider, name });
  expect(status).toBe(201);
  return body;
}

/** Follows a connect link as the browser of a client does. */
async function consent({ connectUrl }: Created): Promise<void> {
  const link = `/v1/connect/${connectUrl.split('/').at(-1)}`;
  const { body } = await world.api.post<{ authorizationUrl: string }>(`${link}/oauth`);
  await fetch(await world.platform.providers.consent(body.authorizationUrl), { redirect: 'manual' });
}

/** How a command ended: with which code, whether with a stack trace, and whether the cursor can be seen. */
async function endOf(terminal: Terminal) {
  const code = await terminal.ends();
  const { output, text } = terminal;
  return {
    code,
    hasStack: /\n\s+at |Error/.test(text),
    hasCursor: output.lastIndexOf('\u001B[?25h') >= output.lastIndexOf('\u001B[?25l'),
  };
}
const interrupted = { code: 130, hasStack: false, hasCursor: true };

describe('connect by a form', () => {
  it('a person who types wrong credentials sees why, tries again, and connects', async () => {
    await create('criteo', 'Nordlicht');
    const terminal = new Terminal(['integration', 'connect'], { env });
    await terminal.type('1\r', 'Which integration?');
    await terminal.type('two words\r', 'Client ID:');
    await terminal.type('criteo-client\r', /does not have the expected form[^]*Client ID:/);
    await terminal.type('not the right one\r', /in the file[^]*Client secret \(not shown\):/);
    await terminal.type('y\r', /recognize[^]*Try again\?/);
    await terminal.type('criteo-client\r', /Try again\?[^]*Client ID:/);
    await terminal.type('criteo-customer-secret\r', /Try again\?[^]*Client secret/);
    expect(await terminal.ends()).toBe(0);
    expect(terminal.text).toContain('Connected Nordlicht with Criteo');
    expect(terminal.text).toContain('account Nordlicht Retail');
    expect(terminal.output).not.toMatch(/criteo-customer-secret|not the right one/);
  });

  it('a script gives the credentials as JSON, and no error quotes them', async () => {
    const { id } = await create('criteo', 'By script');
    const connect = (input: string) =>
      inPipe(['integration', 'connect', id, '--input', '-', '--json'], { env, input });
    expect(await connect('{"clientId": "x", "clientSecret": "hunter2')).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.not.stringContaining('hunter2'),
    });
    expect(await connect('{"clientId": "criteo-client", "clientSecret": "hunter2"}')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/recognize(?!.*hunter2)/s),
    });
    const { code, stdout } = await connect(
      '{"clientId": "criteo-client", "clientSecret": "criteo-customer-secret"}',
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('"active"') });
    expect(await inPipe(['integration', 'connect', id], { env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--input: clientId, clientSecret'),
    });
  });

  it('a provider that cannot be reached is a failure that leaves the integration as it was', async () => {
    const { id } = await create('criteo', 'Unreachable');
    const provider = world.platform.providers.of('criteo');
    provider.fail(provider.simulator.faults.find(({ name }) => name === 'unavailable'));
    const input = '{"clientId": "criteo-client", "clientSecret": "criteo-customer-secret"}';
    const { code, stderr } = await inPipe(['integration', 'connect', id, '--input', '-'], { env, input });
    provider.fail();
    const { body } = await world.ada.get<{ status: string; lastError: string }>(`${base}/${id}`);
    expect({ code, status: body.status }).toEqual({ code: 1, status: 'pending' });
    expect(stderr).toContain(body.lastError);
  });
});

describe('connect by a consent', () => {
  it('the link is opened by Enter, and the command ends when the client has consented', async () => {
    const created = await create('google_ads', 'Search');
    const { env: own, opened } = withBrowser(world.signedIn());
    const terminal = new Terminal(['integration', 'connect', 'Search'], { env: own, columns: 40 });
    await terminal.type('\r', 'Press Enter');
    await waitFor(() => existsSync(opened), { what: 'the browser' });
    expect(readFileSync(opened, 'utf8')).toBe(created.connectUrl);
    await consent(created);
    expect(await terminal.endsAfterWaits()).toBe(0);
    expect(terminal.text).toContain('Connected Search with Google Ads, account Nordlicht Search');
  });

  it('in a pipe the link is on stdout, and a refusal is a failure', async () => {
    const created = await create('google_ads', 'Refused');
    const provider = world.platform.providers.of('google_ads');
    const fault = provider.simulator.faults.find(({ name }) => name === 'no customer');
    const pipe = new Pipe(['integration', 'connect', created.id], { env, input: '' });
    await pipe.shows(`${created.connectUrl}\n`);
    provider.fail(fault);
    await consent(created);
    await pipe.endsAfterWaits();
    const { code, stdout, stderr } = await pipe.ran();
    provider.fail();
    expect({ code, stdout }).toEqual({ code: 1, stdout: `${created.connectUrl}\n` });
    expect(stderr).toMatch(
      /^error: .+Google Ads .+\.\nRun `patchbay integration connect .+` to try again\./m,
    );
  });

  it('--no-wait prints the link and ends; --new-link ends the earlier one', async () => {
    const created = await create('google_ads', 'Later');
    const connect = (...flags: string[]) => inPipe(['integration', 'connect', created.id, ...flags], { env });
    expect(await connect('--no-wait')).toMatchObject({ code: 0, stdout: `${created.connectUrl}\n` });
    const renewed = await connect('--no-wait', '--new-link');
    expect(renewed).toMatchObject({ code: 0, stderr: expect.stringContaining('no longer works') });
    expect(renewed.stdout).not.toContain(created.connectUrl);
    const pipe = new Pipe(['integration', 'connect', created.id, '--timeout', '1s'], { env });
    await pipe.endsAfterWaits();
    expect(await pipe.ran()).toMatchObject({
      code: 1,
      stdout: renewed.stdout,
      stderr: expect.stringContaining('The link stays valid until'),
    });
  });
});

describe('watch', () => {
  it('a terminal of 40 columns shows a change in its place', async () => {
    const { id } = await create('criteo', 'A name that is longer than the room for it');
    const terminal = new Terminal(['integration', 'watch', id, '--interval', '1'], { env, columns: 40 });
    await terminal.shows('Waiting for client');
    await world.ada.post(`${base}/${id}/disable`);
    await terminal.wakes();
    await terminal.shows(/^\* A name \S.*… +Switched off {2}\d\d:\d\d:\d\d/m);
    await terminal.type(ctrlC, 'Looked at');
    expect(await endOf(terminal)).toEqual(interrupted);
    const widths = terminal.text.split('\n').map((line) => Array.from(line.replaceAll(/\^C|\r/g, '')).length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(40);
  });

  it('a script waits until a status is reached', async () => {
    const { id } = await create('criteo', 'Awaited');
    const words = ['integration', 'watch', 'Awaited', '--interval', '1s', '--until', 'disabled'];
    const pipe = new Pipe(words, { env, input: '' });
    const json = new Pipe([...words, '--json'], { env, input: '' });
    await Promise.all([pipe.shows('pending'), json.shows('pending')]);
    await world.ada.post(`${base}/${id}/disable`);
    await Promise.all([pipe.wakes(), json.wakes()]);
    const { code, stdout } = await pipe.ran();
    const rows = stdout.split('\n').map((line) => line.split('\t').slice(1, 5));
    expect({ code, rows }).toEqual({
      code: 0,
      rows: [[id, 'Awaited', 'criteo', 'pending'], [id, 'Awaited', 'criteo', 'disabled'], []],
    });
    const lines = (await json.ran()).stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { id, change: 'found', status: 'pending' },
      { id, change: 'changed', status: 'disabled', statusBefore: 'pending' },
    ]);
  });
});

/** Causes an entry of the trail; resolves when it is there. */
async function leaveEntry(name: string): Promise<void> {
  await world.ada.patch(`/v1/organizations/${org}/workspaces/spring`, { name });
  await world.platform.runDue();
}

describe('audit tail', () => {
  it('a terminal shows the last entries, then new ones as they come, until Ctrl-C', async () => {
    await leaveEntry('Earlier');
    const terminal = new Terminal(['audit', 'tail', '--lines', '1', '--interval', '1'], { env, columns: 40 });
    await terminal.shows(
      /\d\d:\d\d:\d\d {2}ada@acme-waits\.example {2}workspace\.updated {2}workspace Earlier {2}spring/,
    );
    await leaveEntry('While it runs');
    await terminal.wakes();
    await terminal.type(ctrlC, 'workspace While it runs');
    expect(await endOf(terminal)).toEqual(interrupted);
    expect(terminal.text.match(/workspace\.updated/g)).toHaveLength(2);
  });

  it('no entry is missing and none is there twice after an outage, which is told once', async () => {
    await leaveEntry('Before the outage');
    const words = ['audit', 'tail', '--json', '--lines', '1', '--interval', '1s'];
    const pipe = new Pipe(words, { env: frontEnv, input: '' });
    await pipe.shows('Before the outage');
    await front.away();
    await leaveEntry('In the outage');
    await leaveEntry('Still in the outage');
    await pipe.wakes();
    await pipe.shows('Trying again');
    await front.back();
    await pipe.wakes();
    await pipe.shows('Still in the outage');
    await leaveEntry('After the outage');
    await pipe.wakes();
    await pipe.shows('After the outage');
    pipe.interrupt();
    const { code, stdout, stderr } = await pipe.ran();
    const names = stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { target: { name: string } }).target.name);
    expect({ code, names }).toEqual({
      code: 130,
      names: ['Before the outage', 'In the outage', 'Still in the outage', 'After the outage'],
    });
    expect(stderr.match(/Trying again/g)).toHaveLength(1);
    expect(stderr).toContain('The connection is back.');
  });
});

/** A head of the chain that a key has signed. */
function headOf(entry: { sequence: number; hash: string }, key: KeyObject, removed?: true): string {
  const { sequence, hash } = entry;
  const fields = {
    hash,
    key: 'a',
    organizationId: 'an organization',
    ...(removed && { removed }),
    sequence,
  };
  const message = `patchbay chain head v1\n${JSON.stringify(fields)}`;
  const signature = sign(null, Buffer.from(message), key).toString('base64');
  return `${JSON.stringify({ ...fields, signature })}\n`;
}

describe('audit export and verify', () => {
  const write = (name: string, content: string | Buffer): string => {
    const file = join(folder, name);
    writeFileSync(file, content);
    return file;
  };

  it('an export that went through a pipe is intact', async () => {
    const exported = await inPipe(['audit', 'export'], { env });
    const trail = await trailOf(world.ada, org);
    expect(exported).toMatchObject({ code: 0, stderr: '' });
    expect(exported.stdout.trim().split('\n')).toHaveLength(trail.length);
    const { code, stdout } = await inPipe(['audit', 'verify', '-'], { env, input: exported.stdout });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        new RegExp(
          `sequence 1 to ${trail.length}, hash of the last one ${trail.at(-1)?.hash}\\.\nThe chain is intact\\.`,
        ),
      ),
    });
  });

  it('a file is written as a whole, for its owner alone, with a word about the chain in a terminal', async () => {
    const file = join(folder, 'export.ndjson');
    const { code, text } = await inTerminal(['audit', 'export', '--output', file], { env, columns: 40 });
    expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('Its chain is intact.') });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const verified = await inTerminal(['audit', 'verify', file], { env: world.signedOut(), columns: 40 });
    expect(verified).toMatchObject({ code: 0, text: expect.stringContaining('The chain is intact.') });
  });

  it('an altered line and a missing beginning end with 1 and are told apart', async () => {
    const { stdout } = await inPipe(['audit', 'export'], { env });
    const lines = stdout.trim().split('\n');
    const verify = (name: string, content: readonly string[]) =>
      inPipe(['audit', 'verify', write(name, `${content.join('\n')}\n`)], { env });
    const altered = lines.with(1, lines[1]?.replace('"ada@', '"eve@') ?? '');
    expect(await verify('altered', altered)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Line 2: .*was altered/),
    });
    expect(await verify('late', lines.slice(1))).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('The lines fit together'),
      stderr: expect.stringContaining('Nothing shows that sequence 2 may be the first.'),
    });
    expect(await inPipe(['audit', 'verify', join(folder, 'none')], { env })).toMatchObject({ code: 2 });
  });

  it('signed heads are compared, and a checkpoint shows that the beginning was removed', async () => {
    const { stdout } = await inPipe(['audit', 'export'], { env });
    const entries = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { sequence: number; hash: string });
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const [first, newest] = [entries[0], entries.at(-1)];
    if (first === undefined || newest === undefined) throw new Error('there are no entries');
    const heads = write('heads', headOf(first, privateKey, true) + headOf(newest, privateKey));
    const late = write('removed', `${stdout.trim().split('\n').slice(1).join('\n')}\n`);
    const key = write('key.pem', publicKey.export({ type: 'spki', format: 'pem' }));
    const verify = (...flags: string[]) =>
      inPipe(['audit', 'verify', late, '--heads', heads, ...flags], { env });
    expect(await verify('--key', key)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 of 2 heads are of these entries'),
    });
    expect(await verify()).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Signatures were not checked'),
    });
  });

  it('without a file the server checks its own trail', async () => {
    expect(await inPipe(['audit', 'verify'], { env })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^The chain is intact: \d+ entries checked\.\n$/),
    });
    const { stdout } = await inPipe(['audit', 'verify', '--json'], { env });
    expect(JSON.parse(stdout)).toMatchObject({ intact: true });
  });

  it('a filtered export has the entries of the filter, and is not checked', async () => {
    const { code, stdout } = await inPipe(['audit', 'export', '--action', 'workspace.created'], { env });
    expect({ code, lines: stdout.trim().split('\n') }).toEqual({
      code: 0,
      lines: [expect.stringContaining('"workspace.created"')],
    });
  });

  it('an export that breaks off is a failure and leaves no file', async () => {
    front.manner = 'cut';
    const words = ['audit', 'export', '--output', join(folder, 'broken.ndjson')];
    const { code, stderr } = await inPipe(words, { env: frontEnv });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('broke off') });
    expect(readdirSync(folder).filter((name) => name.startsWith('broken'))).toEqual([]);
    front.manner = 'whole';
  });
});
