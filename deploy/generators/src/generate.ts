/**
 * `make generate`: writes the generated files that are not committed: protobuf code, types and operations of the client, the command
 * line in one file, the files of other packages that /docs serves, the bundle of the Portal's pages. Skips a target if its inputs have
 * not changed and its files exist, so that every `make` target can depend on it.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
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
  readonly write: () => Promise<unknown>;
}

/** Runs a program of node_modules/.bin, or the one at an absolute path. */
const program =
  (name: string, parameters: readonly string[], folder = '.') =>
  (): Promise<unknown> =>
    run(resolve(root, 'node_modules', '.bin', name), parameters, {
      cwd: join(root, folder),
      env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH']}` },
    });

const script = (path: string) => program(process.execPath, [path]);

/** The configuration runs from source too: it imports packages of this repository. */
const pages = (mode: string) =>
  program(
    process.execPath,
    [
      '--conditions=patchbay-source',
      join(root, 'node_modules/vite/bin/vite.js'),
      'build',
      '--configLoader=native',
      `--mode=${mode}`,
    ],
    'services/portal/web',
  );

/** Other targets are generated from these. */
const sources: Target[] = [
  {
    name: 'types and operations of the client',
    inputs: [
      'services/gateway/openapi.json',
      'clients/typescript/generate.ts',
      'clients/typescript/package.json',
    ],
    output: 'clients/typescript/src/generated',
    write: script('clients/typescript/generate.ts'),
  },
  {
    name: 'catalogue of the command line',
    inputs: [
      'services/gateway/openapi.json',
      'clients/cli/generate.ts',
      'clients/cli/src/catalogue/operation.ts',
    ],
    output: 'clients/cli/src/generated',
    write: script('clients/cli/generate.ts'),
  },
];

const others: Target[] = [
  {
    name: 'contracts',
    inputs: ['proto', 'buf.yaml', 'buf.gen.yaml', 'node_modules/@bufbuild/protoc-gen-es/package.json'],
    output: 'libs/contracts/gen',
    write: program('buf', ['generate']),
  },
  {
    name: 'reference page',
    inputs: [
      'services/gateway/assets/pinned.json',
      'services/gateway/assets/scalar-licence.txt',
      'deploy/generators/src/reference.ts',
    ],
    output: 'services/gateway/assets/fetched',
    write: writeReference,
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
    write: script('clients/cli/bundle.ts'),
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
    write: async () => {
      await pages('production')();
      await pages('console')();
    },
  },
];

function digestOf(inputs: readonly string[]): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    const full = join(root, path);
    if (statSync(full).isFile()) hash.update(path).update(readFileSync(full));
    else for (const name of readdirSync(full).toSorted()) add(join(path, name));
  };
  for (const input of inputs) add(input);
  return hash.digest('hex');
}

async function generate({ name, inputs, output, write }: Target): Promise<void> {
  const stamp = new Stamp(join(stamps, name.replaceAll(' ', '-')), join(root, output));
  const digest = digestOf(inputs);
  if (stamp.holds(digest)) return;
  stamp.remove();
  process.stdout.write(`generating ${name}\n`);
  await write();
  stamp.write(digest);
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
