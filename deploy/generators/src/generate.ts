/**
 * `make generate`: writes the generated files that are not committed: protobuf code from proto/, types and operations of the client, the files of other packages that /docs serves, the bundle of the Portal's pages. Skips a
 * target if its inputs have not changed and its files exist, so that every `make` target can depend on it.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { writeReference } from './reference.ts';
import { Stamp } from './stamp.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const stamps = join(root, '.cache', 'generated');
const run = promisify(execFile);

interface Target {
  readonly name: string;
  /** Files and folders, relative to the root. Their digest decides whether to generate again. */
  readonly inputs: readonly string[];
  readonly output: string;
  /** A program of node_modules/.bin, the path of another one, or a function. */
  readonly command: readonly [program: string, ...parameters: string[]] | (() => Promise<void>);
  /** The working directory of the program, relative to the root. */
  readonly folder: string;
}

/** Others are made from these. */
const sources: Target[] = [
  {
    name: 'types and operations of the client',
    inputs: [
      'services/gateway/openapi.json',
      'clients/typescript/generate.ts',
      'clients/typescript/package.json',
    ],
    output: 'clients/typescript/src/generated',
    command: [process.execPath, 'clients/typescript/generate.ts'],
    folder: '.',
  },
  {
    name: 'catalogue of the command line',
    inputs: [
      'services/gateway/openapi.json',
      'clients/cli/generate.ts',
      'clients/cli/src/catalogue/operation.ts',
    ],
    output: 'clients/cli/src/generated',
    command: [process.execPath, 'clients/cli/generate.ts'],
    folder: '.',
  },
];

/** The configuration runs from source too: it imports packages of this repository. */
const bundlePages = (mode: string): Promise<void> =>
  runProgram(
    [
      process.execPath,
      '--conditions=patchbay-source',
      join(root, 'node_modules/vite/bin/vite.js'),
      'build',
      '--configLoader=native',
      `--mode=${mode}`,
    ],
    'services/portal/web',
  );

const others: Target[] = [
  {
    name: 'contracts',
    inputs: ['proto', 'buf.yaml', 'buf.gen.yaml', 'node_modules/@bufbuild/protoc-gen-es/package.json'],
    output: 'libs/contracts/gen',
    command: ['buf', 'generate'],
    folder: '.',
  },
  {
    name: 'reference page',
    inputs: [
      'services/gateway/assets/pinned.json',
      'services/gateway/assets/scalar-licence.txt',
      'deploy/generators/src/reference.ts',
    ],
    output: 'services/gateway/assets/fetched',
    command: writeReference,
    folder: '.',
  },
  {
    name: 'command line',
    inputs: [
      'clients/typescript/src',
      'libs/runtime/src/clock.ts',
      'clients/cli/src',
      'clients/cli/bundle.ts',
      'clients/cli/man.ts',
      'clients/cli/package.json',
      'package-lock.json',
    ],
    output: 'clients/cli/bundle',
    command: [process.execPath, 'clients/cli/bundle.ts'],
    folder: '.',
  },
  {
    name: 'pages',
    inputs: [
      'libs/brand/src',
      'clients/typescript/src',
      'clients/typescript/package.json',
      'services/portal/web/src',
      'services/portal/web/public',
      'services/portal/web/index.html',
      'services/portal/web/console.html',
      'services/portal/web/frame.ts',
      'services/portal/web/vite-plugins.ts',
      'services/portal/web/vite.config.ts',
      'services/portal/web/package.json',
      'package-lock.json',
    ],
    output: 'services/portal/web/dist',
    command: async () => {
      await bundlePages('production');
      await bundlePages('console');
    },
    folder: '.',
  },
];

function digestOf(inputs: readonly string[]): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    const full = join(root, path);
    const entries = readdirSync(full, { withFileTypes: true }).toSorted((a, b) =>
      a.name.localeCompare(b.name),
    );
    for (const entry of entries) {
      const child = join(path, entry.name);
      if (entry.isDirectory()) add(child);
      else hash.update(child).update(readFileSync(join(root, child)));
    }
  };
  for (const input of inputs) {
    if (input.includes('.', input.lastIndexOf('/') + 1))
      hash.update(input).update(readFileSync(join(root, input)));
    else add(input);
  }
  return hash.digest('hex');
}

async function generate({ name, inputs, output, command, folder }: Target): Promise<void> {
  const stamp = new Stamp(join(stamps, name.replaceAll(' ', '-')), join(root, output));
  const digest = digestOf(inputs);
  if (stamp.holds(digest)) return;
  stamp.remove();
  process.stdout.write(`generating ${name}\n`);
  if (typeof command === 'function') await command();
  else await runProgram(command, folder);
  stamp.write(digest);
}

async function runProgram([program, ...parameters]: readonly [string, ...string[]], folder: string) {
  await run(resolve(root, 'node_modules', '.bin', program), parameters, {
    cwd: join(root, folder),
    env: {
      ...process.env,
      PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH']}`,
    },
  });
}

for (const targets of [sources, others]) {
  const results = await Promise.allSettled(targets.map(generate));
  for (const [index, result] of results.entries()) {
    if (result.status === 'fulfilled') continue;
    const { stderr = '', message = '' } = result.reason as { stderr?: string; message?: string };
    process.stderr.write(`generating ${targets[index]?.name} failed:\n${stderr || message}\n`);
    process.exitCode = 1;
  }
}
