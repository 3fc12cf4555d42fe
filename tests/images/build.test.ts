import { execFile, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fetchTarball, pinnedPackages } from '@patchbay/generators/reference';
import { factsOf, packagedServices, type ServiceName } from '@patchbay/platform/services';
import { version } from '@patchbay/platform/version';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFiles, readIgnoreFile } from './build-context.ts';
import { environmentOf, readDockerfile, wordsOf } from './dockerfile.ts';
import { linkOrCopy } from './installed-packages.ts';
import { buildStages, copyContext } from './stages.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const stages = readDockerfile(read('deploy/images/Dockerfile'));
const lastStage = stages.at(-1) ?? { name: undefined, instructions: [] };
const context = contextFiles(root, readIgnoreFile(read('.dockerignore')));

/** A bound for a machine that has many other things to do. */
const hourMs = 3_600_000;

let folder: string;
const within = (path: string): string => join(folder, path);
const imageOf = (service: string): string => within(`build/images/${service}`);

beforeAll(async () => {
  folder = realpathSync(await mkdtemp(join(tmpdir(), 'patchbay-images-')));
  for (const name of ['bin', 'home', 'tmp', 'compile-cache']) mkdirSync(within(name));
  // On Linux a file that any user can reach; elsewhere Node may need the files beside it.
  (process.platform === 'linux' ? linkOrCopy : symlinkSync)(process.execPath, within('bin/node'));
  copyContext(root, context, within('context'));
  // What the build would fetch again. It compares the digests.
  mkdirSync(within('context/.cache/packages'), { recursive: true });
  for (const pinned of pinnedPackages()) {
    const tarball = await fetchTarball(pinned, join(root, '.cache/packages'));
    linkOrCopy(tarball, within(`context/.cache/packages/${basename(tarball)}`));
  }
  // What it would make again. It compares the digests of what they are made from, and makes what is missing or made from something else.
  for (const path of ['.cache/generated/contracts', 'libs/contracts/gen'])
    if (existsSync(join(root, path)))
      cpSync(join(root, path), within(`context/${path}`), { recursive: true });
  await buildStages(stages.slice(0, -1), {
    context: within('context'),
    installed: root,
    folder,
    // Of this checkout nothing is on the PATH but Node. Nothing is written outside of the folder.
    env: {
      PATH: [within('bin'), ...pathWithoutCheckout()].join(delimiter),
      HOME: within('home'),
      TMPDIR: within('tmp'),
      NODE_COMPILE_CACHE: within('compile-cache'),
      npm_config_logs_max: '0',
      npm_config_update_notifier: 'false',
    },
    say: (line) => process.stdout.write(`${line}\n`),
  });
  // From here on there is nothing but the images.
  for (const name of ['context', 'manifests', 'build/patchbay', 'home', 'tmp', 'compile-cache'])
    await rm(within(name), { recursive: true });
}, hourMs);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
}, hourMs);

const pathWithoutCheckout = (): string[] =>
  (process.env['PATH'] ?? '').split(delimiter).filter((path) => !`${path}${sep}`.startsWith(root));

/** The programs of a service, by their sources: `main`, `main-migrate`. */
const programsOf = (service: string): string[] =>
  globSync(`services/${service}/src/main*.ts`, { cwd: root })
    .map((path) => basename(path, '.ts'))
    .filter((name) => !name.endsWith('.test'))
    .toSorted();

const filesIn = (path: string): string[] =>
  existsSync(path)
    ? readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];

/** The folders whose migrations `main-migrate` of an image applies, relative to the image. */
async function migrationFoldersOf(service: ServiceName): Promise<string[]> {
  if (!factsOf(service).database) return [];
  const script = `import { migrations } from './dist/migrations.js';
    console.log(JSON.stringify(migrations.map(({ directory }) => directory.pathname)));`;
  const cwd = join(imageOf(service), 'services', service);
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd });
  return (JSON.parse(stdout) as string[]).map((path) => path.slice(join(imageOf(service), sep).length));
}

/** As OpenShift runs containers: a user that has no name and no home, of the group 0. Only root can be another one. */
function stranger(): { uid?: number; gid?: number } {
  const other = { uid: 54_321, gid: 0 };
  return process.getuid?.() === 0 && spawnSync('true', other).status === 0 ? other : {};
}

describe('images that are built without Docker', () => {
  it('each service with a package has an image', () => {
    expect(readdirSync(within('build/images')).toSorted()).toEqual(packagedServices.toSorted());
  });

  it(
    'each program of each service starts from its image alone, as any user of the group 0',
    async () => {
      const user = stranger();
      for (const path of ['.', 'build', 'build/images']) chmodSync(within(path), 0o755);
      mkdirSync(within('compile-cache'));
      chmodSync(within('compile-cache'), 0o775);
      const env = {
        ...environmentOf(lastStage, { COMMIT: '4f9d2c1' }),
        NODE_COMPILE_CACHE: within('compile-cache'),
        PATH: within('bin'),
      };
      const [command = '', ...parameters] = wordsOf(lastStage, 'ENTRYPOINT');
      const answers = packagedServices.flatMap((service) =>
        programsOf(service).map((program) => ({
          program: `${service} ${program}`,
          cwd: join(imageOf(service), 'services', service),
          file: `dist/${program}.js`,
        })),
      );
      for (const { program, cwd, file } of answers) {
        const { stdout, stderr } = await run(command, [...parameters, file, '--version'], {
          cwd,
          env,
          ...user,
        });
        expect(stdout + stderr).toBe(`patchbay ${program} ${version}, commit 4f9d2c1\n`);
      }
      expect(filesIn(within('compile-cache')).length).toBeGreaterThan(0);
    },
    hourMs,
  );

  it.each(packagedServices)(
    'the image of %s has all migrations, assets and pages that its programs read',
    async (service) => {
      const image = imageOf(service);
      const own = ['assets', 'web/dist'].map((name) => `services/${service}/${name}`);
      const folders = [...own, ...(await migrationFoldersOf(service))];
      /** Names of scripts and styles of pages have a digest of their content. */
      const namesIn = (tree: string, path: string): string[] =>
        filesIn(join(tree, path))
          .map((file) => file.slice(join(tree, sep).length).replace(/-[\w-]{8}(?=\.)/, ''))
          .toSorted();
      expect(folders.flatMap((path) => namesIn(image, path))).toEqual(
        folders.flatMap((path) => namesIn(root, path)),
      );
    },
  );

  it.each(packagedServices)('anyone may read the image of %s, and only its owner may write it', (service) => {
    const entries = readdirSync(imageOf(service), { recursive: true, withFileTypes: true });
    const wrong = entries.flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      if (entry.isSymbolicLink())
        return realpathSync(path).startsWith(join(imageOf(service), sep)) ? [] : [path];
      const mode = lstatSync(path).mode & 0o7777;
      return mode === 0o755 || (mode === 0o644 && entry.isFile()) ? [] : [`${path} ${mode.toString(8)}`];
    });
    expect(wrong).toEqual([]);
  });

  // An archive of the sources is no repository.
  it.skipIf(!existsSync(join(root, '.git')))('the build gets no file that git ignores', () => {
    const { status, stdout, stderr } = spawnSync(
      'git',
      ['-c', 'safe.directory=*', 'check-ignore', '--stdin'],
      {
        cwd: root,
        input: context.join('\n'),
        encoding: 'utf8',
      },
    );
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: '' });
  });
});
