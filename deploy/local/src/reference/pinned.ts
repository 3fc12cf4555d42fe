import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A package of which `/docs` serves single files. It is no dependency: npm would install hundreds of packages for it. */
export interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  /** `sha512-<base64>` of the tarball, as in package-lock.json. */
  readonly integrity: string;
  readonly license: string;
  /** Path in the package → file name in services/gateway/assets/fetched. */
  readonly files: Readonly<Record<string, string>>;
}

export const root = fileURLToPath(new URL('../../../../', import.meta.url));
export const assets = join(root, 'services/gateway/assets');

export const readPinned = (): PinnedPackage[] =>
  JSON.parse(readFileSync(join(assets, 'pinned.json'), 'utf8')) as PinnedPackage[];
