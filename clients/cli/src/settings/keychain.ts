import { platform } from 'node:os';
import { findProgram } from '../terminal/find-program.ts';
import type { Io } from '../terminal/io.ts';
import { settingsFolder } from './folder.ts';

/** Keeps tokens encrypted under the login of the person. */
export interface Keychain {
  /** For people. */
  readonly name: string;
  get(profile: string): Promise<string | undefined>;
  set(profile: string, token: string): Promise<void>;
  remove(profile: string): Promise<void>;
}

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A person may have to unlock the keychain meanwhile. */
const timeoutMs = 60_000;

/** Runs a program. Secrets go through stdin: everybody on the machine can read arguments. */
async function run({ env, signal }: Io, program: string, args: readonly string[], input = ''): Promise<Ran> {
  // Imported here, so that the bundle does not load it at each start.
  const { spawn } = await import('node:child_process');
  return await new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { ...env }, signal, timeout: timeoutMs });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.stdin.on('error', () => undefined).end(input);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

function failed(program: string, { code, stderr }: Ran): Error {
  return new Error(stderr.trim().split('\n')[0] || `${program} ended with ${code}`);
}

/** libsecret: GNOME Keyring, KWallet. */
function secretTool(io: Io, program: string, attributesOf: (profile: string) => string[]): Keychain {
  return {
    name: 'the keychain of the system (secret-tool)',
    async get(profile) {
      const ran = await run(io, program, ['lookup', ...attributesOf(profile)]);
      if (ran.code === 0) return ran.stdout.trim();
      // Exits with 1 and prints nothing if the secret does not exist.
      if (ran.stderr.trim() !== '' || ran.code !== 1) throw failed(program, ran);
      return undefined;
    },
    async set(profile, token) {
      const label = `--label=Patchbay: ${profile}`;
      const ran = await run(io, program, ['store', label, ...attributesOf(profile)], token);
      if (ran.code !== 0) throw failed(program, ran);
    },
    async remove(profile) {
      const ran = await run(io, program, ['clear', ...attributesOf(profile)]);
      if (ran.code !== 0 && ran.stderr.trim() !== '') throw failed(program, ran);
    },
  };
}

/** The exit code of `security` if the secret does not exist (errSecItemNotFound). */
const notFound = 44;

/** The keychain of macOS. `security -i` reads commands from stdin. */
function security(
  io: Io,
  program: string,
  service: string,
  accountOf: (profile: string) => string,
): Keychain {
  const item = (profile: string): string[] => ['-s', service, '-a', accountOf(profile)];
  return {
    name: 'the keychain of macOS',
    async get(profile) {
      const ran = await run(io, program, ['find-generic-password', ...item(profile), '-w']);
      if (ran.code === notFound) return undefined;
      if (ran.code !== 0) throw failed(program, ran);
      return ran.stdout.trim();
    },
    async set(profile, token) {
      // Other characters would have to be quoted.
      if (!/^[\w.-]+$/.test(token)) throw new Error('the token has characters that it does not take');
      const command = `add-generic-password -U ${item(profile).join(' ')} -w ${token}\n`;
      const ran = await run(io, program, ['-i'], command);
      // With -i its exit code is that of the last command in some versions only.
      if (ran.code !== 0 || (await this.get(profile)) !== token) throw failed(program, ran);
    },
    async remove(profile) {
      const ran = await run(io, program, ['delete-generic-password', ...item(profile)]);
      if (ran.code !== 0 && ran.code !== notFound) throw failed(program, ran);
    },
  };
}

export async function findKeychain(
  io: Io,
  system: NodeJS.Platform = platform(),
): Promise<Keychain | undefined> {
  const { createHash } = await import('node:crypto');
  // Profiles in different settings folders may have the same name.
  const folder = createHash('sha256').update(settingsFolder(io.env)).digest('hex').slice(0, 12);
  const accountOf = (profile: string): string => `${profile}@${folder}`;
  const service = 'patchbay-cli';
  const names: Partial<Record<NodeJS.Platform, string>> = { darwin: 'security', linux: 'secret-tool' };
  const program = findProgram(io, names[system] ?? '');
  if (program === undefined || names[system] === undefined) return undefined;
  return system === 'darwin'
    ? security(io, program, service, accountOf)
    : secretTool(io, program, (profile) => ['service', service, 'account', accountOf(profile)]);
}
