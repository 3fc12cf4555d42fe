/** The parts of package-lock.json (version 3) that say what is installed. */
export interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  /** `sha512-<base64>`; none for packages of this repository. */
  readonly integrity?: string;
  /** A symbolic link to the folder `resolved`: a package of this repository. */
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export interface Lockfile {
  /** By folder, relative to the root. */
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

const modules = 'node_modules/';

/** The folder that `name` is found in when a file in `from` imports it: the nearest node_modules that has it. */
export function resolveFrom({ packages }: Lockfile, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}${modules}${name}`;
    const found = packages[path];
    if (found !== undefined) return found.link ? found.resolved : path;
    if (folder === '') return undefined;
  }
}

/** Also for aliases: the lockfile has the name of the package itself then. */
export const nameOf = (path: string, { name }: LockedPackage): string =>
  name ?? path.slice(path.lastIndexOf(modules) + modules.length);
