import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

const run = promisify(execFile);

/**
 * A package of which `/docs` serves single files. It is not a dependency: npm would install hundreds of packages for it. The files are
 * served by the gateway, so that a page of `/docs` loads nothing from other hosts.
 */
export interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  /** `sha512-<base64>` of the tarball, as in package-lock.json. */
  readonly integrity: string;
  readonly license: string;
  /** Path in the package → file name in services/gateway/assets/fetched. */
  readonly files: Readonly<Record<string, string>>;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const assets = join(root, 'services/gateway/assets');

export const pinnedPackages = (): readonly PinnedPackage[] =>
  JSON.parse(readFileSync(join(assets, 'pinned.json'), 'utf8')) as PinnedPackage[];

const isPinned = (path: string, { integrity }: PinnedPackage): boolean =>
  existsSync(path) &&
  `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}` === integrity;

/**
 * Path of the tarball of a package: in `folder`, or fetched by `npm pack` and then kept there. `npm pack` uses the npm configuration of
 * the user (registry, proxy, credentials) and runs no script. Rejects if the tarball is not the pinned one.
 */
export async function fetchTarball(
  pinned: PinnedPackage,
  folder: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const { name, version, integrity } = pinned;
  const file = `${name.replace('@', '').replaceAll('/', '-')}-${version}.tgz`;
  const kept = join(folder, file);
  if (isPinned(kept, pinned)) return kept;
  mkdirSync(folder, { recursive: true });
  const own = mkdtempSync(join(folder, 'fetching-'));
  try {
    // `npm run --silent` sets the log level of npm below it too; its errors are wanted here.
    const options = ['--pack-destination', own, '--prefer-offline', '--loglevel=error'];
    await run('npm', ['pack', `${name}@${version}`, ...options], { env: environment }).catch(
      (error: unknown) => {
        const { stderr = '' } = error as { stderr?: string };
        throw new Error(
          `npm could not fetch ${name} ${version}, which /docs needs. The first run needs the registry; later runs use ${folder}.\n${stderr}`,
          { cause: error },
        );
      },
    );
    if (!isPinned(join(own, file), pinned))
      throw new Error(`${name} ${version} of the registry does not have the pinned integrity ${integrity}`);
    renameSync(join(own, file), kept);
    return kept;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/** Changes for which Scalar has no option. Each text is in the bundle exactly once. */
const replacements: readonly (readonly [text: string, replacement: string])[] = [
  // The samples for `fetch` are valid TypeScript.
  ['{key:`js`,title:`JavaScript`', '{key:`js`,title:`TypeScript`'],
  // The languages that have a tab of their own above all samples.
  [
    '[`shell/curl`,`ruby/native`,`node/undici`,`php/guzzle`,`python/python3`]',
    '[`shell/curl`,`js/fetch`,`python/requests`]',
  ],
  // In the search, Enter opens the first result unless the arrow keys have chosen another: `c` is the index of the chosen one, `o` what was typed.
  [
    'c=O(void 0);fr(()=>t.modalState.open,e=>{e&&(o.value=``)})',
    'c=O(0);fr(o,()=>{c.value=0});fr(()=>t.modalState.open,e=>{e&&(o.value=``,c.value=0)})',
  ],
  // The source map is not served.
  ['//# sourceMappingURL=standalone.js.map', ''],
];

/** Scalar's bundle as we serve it, with the licence, which the package lacks, at its top. */
export function adaptBundle(bundle: string, licence: string): string {
  const adapted = replacements.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2)
      throw new Error(`the bundle of Scalar must contain ${from} exactly once`);
    return text.replace(from, to);
  }, bundle);
  return `/*! @scalar/api-reference\n\n${licence.trim()}\n*/\n${adapted}`;
}

/**
 * Writes services/gateway/assets/fetched: the files that `/docs` serves, and the script also compressed. The folder is made elsewhere
 * and renamed, so that it exists whole or not at all.
 */
export async function writeReference(): Promise<void> {
  const target = join(assets, 'fetched');
  mkdirSync(join(root, '.cache'), { recursive: true });
  const made = mkdtempSync(join(root, '.cache/reference-'));
  try {
    const folder = join(made, 'fetched');
    mkdirSync(folder);
    for (const pinned of pinnedPackages()) {
      const tarball = await fetchTarball(pinned, join(root, '.cache', 'packages'));
      const paths = Object.keys(pinned.files).map((path) => `package/${path}`);
      await run('tar', ['-xzf', tarball, '-C', made, ...paths]);
      for (const [path, name] of Object.entries(pinned.files))
        renameSync(join(made, 'package', path), join(folder, name));
    }
    const licence = readFileSync(join(assets, 'scalar-licence.txt'), 'utf8');
    const script = adaptBundle(readFileSync(join(folder, 'scalar.js'), 'utf8'), licence);
    writeFileSync(join(folder, 'scalar.js'), script);
    writeFileSync(join(folder, 'scalar.js.gz'), gzipSync(script, { level: 9 }));
    rmSync(target, { recursive: true, force: true });
    renameSync(folder, target);
  } catch (error) {
    // Another run has put its folder there meanwhile, made of the same inputs.
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}
