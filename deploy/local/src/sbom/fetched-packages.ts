import type { PinnedPackage } from '../reference/pinned.ts';
import type { ProductionPackage } from './production-packages.ts';

/** Adds the packages of which the gateway serves files. They are not in package-lock.json: only these files of them are shipped. */
export function withFetchedPackages(
  packages: readonly ProductionPackage[],
  folder: string,
  pinned: readonly PinnedPackage[],
): ProductionPackage[] {
  const fetched = pinned.map(
    ({ name, version, license, integrity }): ProductionPackage => ({
      path: `${folder}/assets/fetched/${name}`,
      locked: { name, version, license, integrity },
      dependsOn: [],
    }),
  );
  const paths = fetched.map(({ path }) => path);
  return [
    ...packages.map((each) =>
      each.path === folder ? { ...each, dependsOn: [...each.dependsOn, ...paths].toSorted() } : each,
    ),
    ...fetched,
  ];
}
