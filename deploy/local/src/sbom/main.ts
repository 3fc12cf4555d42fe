/** `make sbom`: writes sbom/<service>.cdx.json for each service, from package-lock.json and from what /docs is made of. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@patchbay/platform/services';
import { readPinned } from '../reference/pinned.ts';
import { sbomOf } from './cyclonedx.ts';
import { withFetchedPackages } from './fetched-packages.ts';
import type { Lockfile } from './lockfile.ts';
import { productionPackages } from './production-packages.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile;
const ownLicense = lockfile.packages['']?.license ?? 'UNLICENSED';
const timestamp = new Date();

mkdirSync(join(root, 'sbom'), { recursive: true });
for (const name of serviceNames) {
  const folder = `services/${name}`;
  const locked = productionPackages(lockfile, folder);
  const packages = name === 'gateway' ? withFetchedPackages(locked, folder, readPinned()) : locked;
  const sbom = sbomOf({ folder, packages, ownLicense, timestamp });
  const path = join('sbom', `${name}.cdx.json`);
  writeFileSync(join(root, path), `${JSON.stringify(sbom, null, 2)}\n`);
  process.stdout.write(`${path}: ${sbom.components.length} components\n`);
}
