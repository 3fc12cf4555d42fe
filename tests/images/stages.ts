import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Instruction, Stage } from './dockerfile.ts';
import { linkPackages, linkTree } from './installed-packages.ts';

/**
 * Copies the files that `docker build` would send, with the modes of a clone that nobody but its owner can read (umask 077). A file that
 * is gone meanwhile is left out: other tests may have made it for a moment.
 */
export function copyContext(root: string, files: readonly string[], folder: string): void {
  for (const file of files) {
    const [source, target] = [join(root, file), join(folder, file)];
    const stats = lstatSync(source, { throwIfNoEntry: false });
    if (stats === undefined) continue;
    mkdirSync(dirname(target), { recursive: true });
    if (stats.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else {
      copyFileSync(source, target);
      chmodSync(target, stats.mode & 0o700);
    }
  }
}

export interface StageOptions {
  /** The folder with the files that `docker build` would send. */
  readonly context: string;
  /** The folder in which `make install` has installed packages. */
  readonly installed: string;
  /** The folder that gets a folder for each stage, which is the root of its file system. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
}

/** Where a command fails, its first lines say why, and sometimes its last ones. */
const shortened = (output: string): string =>
  output.length <= 8_000 ? output : `${output.slice(0, 5_000)}\n…\n${output.slice(-3_000)}`;

/** Runs a command as `RUN` does. Rejects with its output if it fails. */
function runCommand(command: string, cwd: string, env: StageOptions['env']): Promise<void> {
  return new Promise((done, reject) => {
    let output = '';
    const child = spawn('/bin/sh', ['-c', `umask 077; ${command}`], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) done();
      else
        reject(
          new Error(
            `RUN ${command}\nended with ${code ?? signal}. If it lacks a file, .dockerignore may leave it out.\n${shortened(output.trim())}`,
          ),
        );
    });
  });
}

/** Options of `npm ci` that do not change what it installs. */
const silentOptions = ['--no-audit', '--no-fund', '--loglevel=error'];

/** Fails unless .npmrc says what tests/checks/install.test.ts relies on. */
const refusesScripts =
  'test "$(npm config get ignore-scripts)" = true || { echo "npm would run scripts of packages: .npmrc is missing"; exit 1; }';

/** `npm ci` compares the manifests with the lockfile, and the packages come from `installed`. */
async function runInstall(command: string, cwd: string, { installed, env }: StageOptions): Promise<void> {
  const unknown = command
    .split(' ')
    .slice(2)
    .filter((option) => !silentOptions.includes(option));
  if (unknown.length > 0)
    throw new Error(`tests/images does not know what npm ci installs with ${unknown.join(' ')}`);
  await runCommand(refusesScripts, cwd, env);
  await runCommand(`${command} --offline --dry-run`, cwd, env);
  linkPackages(installed, cwd);
}

async function perform(
  { name, text }: Instruction,
  stage: string,
  cwd: string,
  options: StageOptions,
): Promise<string> {
  const { context, folder, env } = options;
  const within = (path: string, of = stage): string =>
    path.startsWith('/') ? join(folder, of, path) : resolve(cwd, path);
  const [, from, source = '', target = ''] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(text) ?? [];
  if (name === 'WORKDIR') {
    mkdirSync(within(text), { recursive: true });
    return within(text);
  }
  if (name === 'COPY' && from !== undefined) linkTree(within(source, from), within(target));
  else if (name === 'COPY' && source === '.') linkTree(context, within(target));
  else if (name === 'RUN' && text.startsWith('npm ci')) await runInstall(text, cwd, options);
  // A word that begins with a slash is a path of the stage.
  else if (name === 'RUN')
    await runCommand(text.replaceAll(/(?<= )\/(?=\w)/g, `${join(folder, stage)}/`), cwd, env);
  else throw new Error(`tests/images/stages.ts does not know the instruction ${name} ${text}`);
  return cwd;
}

/** Does what the named stages of a Dockerfile say, without Docker: each in a folder instead of a file system of its own. */
export async function buildStages(stages: readonly Stage[], options: StageOptions): Promise<void> {
  for (const { name = '', instructions } of stages) {
    let cwd = join(options.folder, name);
    mkdirSync(cwd);
    for (const instruction of instructions) {
      if (instruction.name === 'RUN') options.say(`${name}: ${instruction.text}`);
      cwd = await perform(instruction, name, cwd, options);
    }
  }
}
