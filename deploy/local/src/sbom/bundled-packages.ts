import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Lockfile, resolveFrom } from './lockfile.ts';
import { type ProductionPackage, productionPackages } from './production-packages.ts';

/** Imports and re-exports of scripts, `@import` of style sheets; relative ones aside. */
const specifier = /(?:\bfrom|\bimport|@import)\s*\(?\s*['"]([@\w][^'"\s]*)['"]/g;

/** The packages that the files of a folder import, by name; those of tests aside. */
export function importedIn(folder: string): string[] {
  const files = globSync('**/*.{ts,tsx,css}', { cwd: folder }).filter(
    (file) => !/\.(test|fixture)\.ts$/.test(file),
  );
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'));
  const found = texts.flatMap((text) => [...text.matchAll(specifier)].map(([, name = '']) => name));
  const names = found.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
  return [...new Set(names)].filter((name) => !name.startsWith('node:')).toSorted();
}

/**
 * Adds the packages whose code is in a bundle that the service in `folder` serves: those that the files of the bundle import, and what
 * these need. `npm` installs none of them in production; `from` is the folder that they are resolved from.
 */
export function withBundledPackages(
  packages: readonly ProductionPackage[],
  folder: string,
  { lockfile, from, imported }: { lockfile: Lockfile; from: string; imported: readonly string[] },
): ProductionPackage[] {
  const paths = imported.map((name) => {
    const path = resolveFrom(lockfile, from, name);
    if (path === undefined) throw new Error(`package-lock.json has no ${name}, which ${from} imports`);
    return path;
  });
  const all = new Map(packages.map((each) => [each.path, each]));
  for (const path of paths)
    for (const each of productionPackages(lockfile, path)) all.set(each.path, all.get(each.path) ?? each);
  const service = all.get(folder);
  if (service !== undefined) {
    const dependsOn = [...new Set([...service.dependsOn, ...paths])].toSorted();
    all.set(folder, { ...service, dependsOn });
  }
  return [...all.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
