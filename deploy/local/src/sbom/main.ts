/** `make sbom`: writes sbom/<service>.cdx.json for each service, from package-lock.json and from what /docs and the pages are made of. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ServiceName, serviceNames } from '@patchbay/platform/services';
import { readPinned } from '../reference/pinned.ts';
import { importedIn, withBundledPackages } from './bundled-packages.ts';
import { sbomOf } from './cyclonedx.ts';
import { withFetchedPackages } from './fetched-packages.ts';
import type { Lockfile } from './lockfile.ts';
import { productionPackages } from './production-packages.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile;
const ownLicense = lockfile.packages['']?.license ?? 'UNLICENSED';
const timestamp = new Date();

/** Also those of which a service serves files. */
function packagesOf(name: ServiceName, folder: string) {
  const locked = productionPackages(lockfile, folder);
  if (name === 'gateway') return withFetchedPackages(locked, folder, readPinned());
  if (name !== 'portal') return locked;
  const from = `${folder}/web`;
  return withBundledPackages(locked, folder, {
    lockfile,
    from,
    imported: importedIn(join(root, from, 'src')),
  });
}

mkdirSync(join(root, 'sbom'), { recursive: true });
for (const name of serviceNames) {
  const folder = `services/${name}`;
  const sbom = sbomOf({ folder, packages: packagesOf(name, folder), ownLicense, timestamp });
  const path = join('sbom', `${name}.cdx.json`);
  writeFileSync(join(root, path), `${JSON.stringify(sbom, null, 2)}\n`);
  process.stdout.write(`${path}: ${sbom.components.length} components\n`);
}
