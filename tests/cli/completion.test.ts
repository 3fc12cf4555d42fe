import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inPipe, program, Terminal } from './terminal.ts';
import { createCliWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createCliWorld();
  await world.ada.post('/v1/organizations/acme/workspaces/spring/integrations', {
    provider: 'criteo',
    name: 'Nord licht',
  });
});
afterAll(() => world?.stop());

const complete = (words: readonly string[], env: Record<string, string>) =>
  inPipe(['__complete', '--', ...words], { env });

/** The file in which answers are kept. */
const cacheOf = (env: Record<string, string>): string =>
  join(env['HOME'] ?? '', '.cache/patchbay/completion.json');

const withKeyAt = (host: string): Record<string, string> => ({
  ...world.signedOut(),
  PATCHBAY_HOST: host,
  PATCHBAY_API_KEY: 'pbk_key',
});

describe('candidates of the API', () => {
  const silent = createServer();
  beforeAll(() => once(silent.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => void silent.close());

  it.each([
    [['org', 'get', ''], 'acme\tAcme, admin\n'],
    [['workspace', 'get', 'sp'], 'spring\tSpring'],
    [['org', 'list', '--org', 'a'], 'acme\t'],
    [['org', 'list', '--org=a'], '--org=acme\t'],
    [['member', 'remove', 'ada'], 'ada@acme.example\tAda, admin'],
    [['integration', 'get', ''], 'Nord licht\tcriteo, pending'],
    [['provider', 'get', 'cri'], 'criteo\t'],
  ])('%j is completed from the API', async (words, line) => {
    const env = world.signedIn();
    // It gives up after five seconds: then people press Tab again.
    await expect
      .poll(() => complete(words, env))
      .toMatchObject({ code: 0, stdout: expect.stringContaining(line), stderr: '' });
  });

  it('the organization that was typed is the one whose workspaces are listed', async () => {
    const { stdout, stderr } = await complete(['workspace', 'get', '--org', 'other', ''], world.signedIn());
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' });
  });

  it('answers are kept in a file that only its owner can read, without the token', async () => {
    const env = world.signedIn();
    await expect
      .poll(() => complete(['workspace', 'get', ''], env))
      .toMatchObject({ stdout: expect.stringContaining('spring') });
    expect((statSync(cacheOf(env)).mode & 0o777).toString(8)).toBe('600');
    expect(readFileSync(cacheOf(env), 'utf8')).not.toContain(world.token);
    writeFileSync(cacheOf(env), readFileSync(cacheOf(env), 'utf8').replace('"spring"', '"kept"'));
    expect((await complete(['workspace', 'get', ''], env)).stdout).toContain('kept');
  });

  it.each([
    ['nobody is signed in', () => world.signedOut()],
    [
      'nothing answers there',
      () => {
        const { port } = silent.address() as AddressInfo;
        return withKeyAt(`http://127.0.0.1:${port}`);
      },
    ],
    ['nothing listens there', () => withKeyAt('http://127.0.0.1:9')],
    [
      'the settings are broken',
      () => {
        const env = world.signedIn();
        writeFileSync(join(env['PATCHBAY_CONFIG_DIR'] ?? '', 'config.json'), '{');
        return env;
      },
    ],
  ])('there are no candidates and no words on stderr where %s', async (_, env) => {
    const { code, stdout, stderr } = await complete(['org', 'get', ''], env());
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

/** A word before the cursor. Shells write blanks and escape sequences behind it. */
const atEnd = (word: string): RegExp => new RegExp(String.raw`${word}(?:\W|\(B)*$`);

describe.each([
  ['bash', ['bash', '--norc', '--noprofile', '-i'], 'source <(patchbay completion bash)'],
  ['zsh', ['zsh', '-f', '-i'], 'autoload -U compinit; compinit -u; source <(patchbay completion zsh)'],
  ['fish', ['fish', '--no-config'], 'patchbay completion fish | source'],
])('%s', (shell, command, load) => {
  const isThere = spawnSync(shell, ['-c', 'exit 0']).status === 0;

  it.skipIf(!isThere)(`${shell} completes commands, flags, and names of the API`, async () => {
    const env = world.signedIn();
    const bin = join(env['HOME'] ?? '', 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'patchbay'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
    chmodSync(join(bin, 'patchbay'), 0o755);
    const terminal = new Terminal([], {
      program: command,
      columns: 120,
      env: { ...env, PATH: `${bin}:${process.env['PATH']}`, PS1: 'prompt> ' },
    });
    try {
      await terminal.type(`${load}; echo lo''aded\r`, /[>$#%] ?$/m);
      await terminal.type('patchbay integ\t', 'loaded');
      await terminal.type('ge\t', atEnd('integration'));
      await terminal.type('Nord\t', atEnd('get'));
      await terminal.type('--js\t', atEnd(String.raw`(Nord\\ licht|'Nord licht')`));
      await terminal.shows(atEnd('--json'));
      expect(terminal.text).toMatch(atEnd('--json'));
    } finally {
      terminal.kill();
    }
  });
});
