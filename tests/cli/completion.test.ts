import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inPipe, Pipe } from './terminal.ts';
import { createCliWorld, type Environment, settingsOf, type World } from './world.ts';

let world: World;
const silent = createServer();
beforeAll(async () => {
  world = await createCliWorld('completion');
  await world.ada.post(`/v1/organizations/${world.org}/workspaces/spring/integrations`, {
    provider: 'criteo',
    name: 'Nord licht',
  });
  await once(silent.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  silent.close();
  await world?.stop();
});

const complete = (words: readonly string[], env: Environment) =>
  inPipe(['__complete', '--', ...words], { env });

/** The file in which answers are kept. */
const cacheOf = (env: Environment): string => join(env['XDG_CACHE_HOME'] ?? '', 'patchbay/completion.json');

const withKeyAt = (port: number): Environment => ({
  ...world.signedOut(),
  PATCHBAY_HOST: `http://127.0.0.1:${port}`,
  PATCHBAY_API_KEY: 'pbk_key',
});

describe('candidates of the API', () => {
  it('organizations, workspaces, people, integrations and providers are completed from the API', async () => {
    const env = world.signedIn();
    const { org } = world;
    for (const [words, line] of [
      [['org', 'get', ''], `${org}\tAcme, admin\n`],
      [['workspace', 'get', 'sp'], 'spring\tSpring'],
      [['org', 'list', '--org', 'a'], `${org}\t`],
      [['org', 'list', '--org=a'], `--org=${org}\t`],
      [['member', 'remove', 'ada'], `${world.email}\tAda, admin`],
      [['integration', 'get', ''], 'Nord licht\tcriteo, pending'],
      [['provider', 'get', 'cri'], 'criteo\t'],
    ] as const)
      expect({ words, ...(await complete(words, env)) }).toMatchObject({
        words,
        code: 0,
        stdout: expect.stringContaining(line),
        stderr: '',
      });
  });

  it('the organization that was typed is the one whose workspaces are listed', async () => {
    const { stdout, stderr } = await complete(['workspace', 'get', '--org', 'other', ''], world.signedIn());
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' });
  });

  it('answers are kept in a file that only its owner can read, without the token', async () => {
    const env = world.signedIn();
    expect((await complete(['workspace', 'get', ''], env)).stdout).toContain('spring');
    expect((statSync(cacheOf(env)).mode & 0o777).toString(8)).toBe('600');
    expect(readFileSync(cacheOf(env), 'utf8')).not.toContain(world.token);
    writeFileSync(cacheOf(env), readFileSync(cacheOf(env), 'utf8').replace('"spring"', '"kept"'));
    expect((await complete(['workspace', 'get', ''], env)).stdout).toContain('kept');
  });

  it('answers are asked for again after half a minute', async () => {
    const env = world.signedIn();
    const words = ['__complete', '--', 'workspace', 'get', ''];
    await inPipe(words, { env, now: new Date(Date.now() - 31_000) });
    writeFileSync(cacheOf(env), readFileSync(cacheOf(env), 'utf8').replace('"spring"', '"kept"'));
    expect((await inPipe(words, { env })).stdout).toContain('spring');
  });

  it('there are no candidates and no words on stderr where nobody can be asked', async () => {
    const broken = world.signedIn();
    writeFileSync(settingsOf(broken, 'config.json'), '{');
    for (const env of [world.signedOut(), withKeyAt(9), broken])
      expect(await complete(['org', 'get', ''], env)).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('a host that does not answer is given up after five seconds, without a word', async () => {
    const asked = once(silent, 'connection');
    const env = withKeyAt((silent.address() as AddressInfo).port);
    const pipe = new Pipe(['__complete', '--', 'org', 'get', ''], { env, input: '' });
    await asked;
    await pipe.passes(5_000);
    expect(await pipe.ran()).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});
