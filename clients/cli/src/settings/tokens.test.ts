import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Io } from '../terminal/io.ts';
import { findKeychain } from './keychain.ts';
import { Tokens } from './tokens.ts';

/** Keeps secrets in files of $KEYCHAIN, and notes its arguments. The last argument but of `store` names the secret. */
const secretTool = `#!/bin/sh
echo "$*" >> "$KEYCHAIN/arguments"
[ -e "$KEYCHAIN/broken" ] && { echo "Cannot autolaunch D-Bus" >&2; exit 1; }
command=$1
for account; do :; done
case $command in
  store) cat > "$KEYCHAIN/$account" ;;
  lookup) [ -e "$KEYCHAIN/$account" ] || exit 1; cat "$KEYCHAIN/$account" ;;
  clear) rm -f "$KEYCHAIN/$account" ;;
esac
`;

/** \`security\` as far as tokens need it: with -i it reads a command from stdin. */
const security = `#!/bin/sh
echo "$*" >> "$KEYCHAIN/arguments"
[ "$1" = -i ] && { read -r line; set -- $line; }
command=$1; shift
while [ $# -gt 0 ]; do
  case $1 in
    -a) account=$2; shift ;;
    -s) shift ;;
    -w) [ "$command" = add-generic-password ] && { secret=$2; shift; } ;;
  esac
  shift
done
case $command in
  add-generic-password) echo "$secret" > "$KEYCHAIN/$account" ;;
  find-generic-password) [ -e "$KEYCHAIN/$account" ] || exit 44; cat "$KEYCHAIN/$account" ;;
  delete-generic-password) [ -e "$KEYCHAIN/$account" ] || exit 44; rm "$KEYCHAIN/$account" ;;
esac
`;

function createHome(programs: Readonly<Record<string, string>> = {}, more: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-tokens-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, script] of Object.entries(programs))
    writeFileSync(join(folder, name), script, { mode: 0o755 });
  const written: string[] = [];
  const io = {
    env: {
      PATH: `${folder}:/usr/bin:/bin`,
      KEYCHAIN: folder,
      PATCHBAY_CONFIG_DIR: join(folder, 'settings'),
      ...more,
    },
    stderr: { isTTY: false, write: (text: string) => written.push(text) },
    signal: new AbortController().signal,
  } as unknown as Io;
  return {
    io,
    tokens: new Tokens(io),
    file: join(folder, 'settings', 'tokens.json'),
    arguments: () => readFileSync(join(folder, 'arguments'), 'utf8'),
    breakKeychain: () => writeFileSync(join(folder, 'broken'), ''),
    warnings: () => written.join(''),
  };
}

const off = { PATCHBAY_KEYCHAIN: 'off' };

it('a token is kept in a file of mode 600 in a folder of mode 700 where there is no keychain', async () => {
  const { tokens, file } = createHome({}, off);
  expect(await tokens.set('default', 's3cr3t')).toBe(file);
  expect(await tokens.get('default')).toEqual({ token: 's3cr3t', place: file });
  const modes = [file, join(file, '..')].map((path) => statSync(path).mode & 0o777);
  expect(modes).toEqual([0o600, 0o700]);
  await tokens.remove('default');
  expect(await tokens.get('default')).toBeUndefined();
});

it('a token file that others can read is closed to them, with a warning', async () => {
  const { tokens, file, warnings } = createHome({}, off);
  await tokens.set('default', 's3cr3t');
  chmodSync(file, 0o644);
  expect(await tokens.get('default')).toMatchObject({ token: 's3cr3t' });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(warnings()).toContain(`Others could read ${file}`);
});

it('a token goes to the keychain through stdin, never as an argument, and not to a file', async () => {
  const { tokens, file, ...home } = createHome({ 'secret-tool': secretTool });
  expect(await tokens.set('default', 's3cr3t')).toContain('keychain');
  expect(await tokens.get('default')).toMatchObject({ token: 's3cr3t' });
  expect(await tokens.get('other')).toBeUndefined();
  expect(existsSync(file)).toBe(false);
  await tokens.remove('default');
  expect(await tokens.get('default')).toBeUndefined();
  expect(home.arguments()).toContain('store');
  expect(home.arguments()).not.toContain('s3cr3t');
  expect(home.warnings()).toBe('');
});

it('PATCHBAY_KEYCHAIN=off keeps tokens in the file even where there is a keychain', async () => {
  const { tokens, file } = createHome({ 'secret-tool': secretTool }, off);
  expect(await tokens.set('default', 's3cr3t')).toBe(file);
});

it('a token goes to the file, with a warning, where the keychain fails', async () => {
  const { tokens, file, breakKeychain, warnings } = createHome({ 'secret-tool': secretTool });
  breakKeychain();
  expect(await tokens.set('default', 's3cr3t')).toBe(file);
  expect(await tokens.get('default')).toMatchObject({ token: 's3cr3t', place: file });
  expect(warnings()).toContain('Cannot autolaunch D-Bus');
  expect(warnings()).not.toContain('s3cr3t');
});

it('a token that moves to the keychain leaves the file', async () => {
  const before = createHome({ 'secret-tool': secretTool });
  await new Tokens({ ...before.io, env: { ...before.io.env, ...off } }).set('default', 'old');
  await before.tokens.set('default', 'new');
  expect(readFileSync(before.file, 'utf8')).not.toContain('old');
  expect(await before.tokens.get('default')).toMatchObject({ token: 'new' });
});

it('profiles of two folders of settings do not share a secret', async () => {
  const { io, tokens } = createHome({ 'secret-tool': secretTool });
  await tokens.set('default', 's3cr3t');
  const other = new Tokens({ ...io, env: { ...io.env, PATCHBAY_CONFIG_DIR: '/elsewhere' } });
  expect(await other.get('default')).toBeUndefined();
});

it('the keychain of macOS gets a token through stdin, never as an argument', async () => {
  const home = createHome({ security });
  const keychain = await findKeychain(home.io, 'darwin');
  await keychain?.set('default', 's3cr3t-_.');
  expect(await keychain?.get('default')).toBe('s3cr3t-_.');
  expect(await keychain?.get('other')).toBeUndefined();
  await keychain?.remove('default');
  await keychain?.remove('default');
  expect(await keychain?.get('default')).toBeUndefined();
  expect(home.arguments()).toContain('-i');
  expect(home.arguments()).not.toContain('s3cr3t');
});

it('the keychain of macOS refuses a token that would have to be quoted', async () => {
  const keychain = await findKeychain(createHome({ security }).io, 'darwin');
  await expect(keychain?.set('default', 'x -T /tmp/evil')).rejects.toThrow(
    /characters that it does not take$/,
  );
});

it('a file is not written through a link that somebody has put in its way', async () => {
  const { tokens, file } = createHome({}, off);
  await tokens.set('default', 'old');
  const elsewhere = join(file, '..', 'elsewhere');
  symlinkSync(elsewhere, `${file}.${process.pid}`);
  await tokens.set('default', 's3cr3t');
  expect(existsSync(elsewhere)).toBe(false);
});

it('a lock that a process left behind when it was killed does not last', async () => {
  const { tokens, file } = createHome({}, off);
  await tokens.set('default', 'old');
  writeFileSync(`${file}.lock`, '');
  utimesSync(`${file}.lock`, 0, 0);
  await tokens.set('default', 'new');
  expect(existsSync(`${file}.lock`)).toBe(false);
});
