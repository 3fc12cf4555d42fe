import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Of package-lock.json: one for each folder that `npm ci` makes. */
interface LockedPackage {
  readonly version?: string;
  /** Of a workspace: its folder. */
  readonly resolved?: string;
  /** A workspace: `npm ci` makes a link. */
  readonly link?: boolean;
  /** Installed only on some machines. */
  readonly optional?: boolean;
}

/** Another file system, one without links, and a file of another user. */
const cannotLink = ['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'];

/** Gives a file a second name, in place of what has it; copies the file where that cannot be. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') {
      unlinkSync(to);
      linkOrCopy(from, to);
    } else if (cannotLink.includes(code ?? '')) copyFileSync(from, to);
    else throw error;
  }
}

/** The same files elsewhere, without copying their content: who writes them must replace them. */
export function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkOrCopy(source, target);
  }
}

const versionOf = (folder: string): string | undefined =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version?: string }).version;

/** The commands of packages, except those of packages that are not there. Those inside of a package came with it. */
function linkCommands(from: string, to: string): void {
  if (!existsSync(from) || existsSync(to)) return;
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const command = readlinkSync(join(from, name));
    if (existsSync(join(to, command))) symlinkSync(command, join(to, name));
  }
}

/**
 * Fills `folder` with what `npm ci` installs there: the packages of its own package-lock.json, taken from `installed`, where `make install`
 * has checked and unpacked the same ones. `npm ci` itself would take a minute of CPU time. Packages that only `installed` has are not
 * taken. Throws if `installed` lacks one or has another version.
 */
export function linkPackages(installed: string, folder: string): void {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const parents = new Set<string>();
  for (const [path, { version, resolved = '', link, optional }] of Object.entries(packages)) {
    const [, parent] = /^((?:.*\/)?node_modules)\//.exec(path) ?? [];
    // The packages of this repository stand where they are.
    if (parent === undefined) continue;
    parents.add(parent);
    const [source, target] = [join(installed, path), join(folder, path)];
    // A package that others bring along is there already.
    if (existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    if (link === true) symlinkSync(relative(dirname(target), join(folder, resolved)), target);
    else if (existsSync(source)) {
      if (versionOf(source) !== version)
        throw new Error(`${path} is not version ${version} of package-lock.json: run \`make install\``);
      linkTree(source, target);
    } else if (!optional) throw new Error(`${path} is not installed: run \`make install\``);
  }
  for (const parent of parents) linkCommands(join(installed, parent, '.bin'), join(folder, parent, '.bin'));
}
