import { type LockedPackage, type Lockfile, resolveFrom } from './lockfile.ts';

export interface ProductionPackage {
  /** Its folder, relative to the root. */
  readonly path: string;
  readonly locked: LockedPackage;
  /** The folders of the packages that it imports. */
  readonly dependsOn: readonly string[];
}

const requiredNames = ({
  dependencies,
  optionalDependencies = {},
  peerDependencies,
  peerDependenciesMeta,
}: LockedPackage) => [
  ...Object.keys(dependencies ?? {}).filter((name) => !(name in optionalDependencies)),
  ...Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true),
];

/**
 * The package in `folder` and everything that it needs in production: its `dependencies` and required peers, those of each
 * of them, and so on. Not taken from `npm sbom --omit=dev --workspace <folder>`: that lists @patchbay/testing and its packages,
 * because npm counts every workspace as needed, and leaves out packages that a development tool needs too.
 */
export function productionPackages(lockfile: Lockfile, folder: string): ProductionPackage[] {
  const found = new Map<string, ProductionPackage>();
  const visit = (path: string): void => {
    const locked = lockfile.packages[path];
    if (locked === undefined) throw new Error(`package-lock.json has no package in ${path}`);
    const dependsOn = requiredNames(locked).map((name) => {
      const dependency = resolveFrom(lockfile, path, name);
      if (dependency === undefined) throw new Error(`package-lock.json has no ${name}, which ${path} needs`);
      return dependency;
    });
    found.set(path, { path, locked, dependsOn: [...new Set(dependsOn)].toSorted() });
    for (const dependency of dependsOn) if (!found.has(dependency)) visit(dependency);
  };
  visit(folder);
  return [...found.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
