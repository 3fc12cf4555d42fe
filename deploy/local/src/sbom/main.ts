/** `make sbom`: writes sbom/<service>.cdx.json for each service, from package-lock.json. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@patchbay/platform/services';
import { sbomOf } from './cyclonedx.ts';
import type { Lockfile } from './lockfile.ts';
import { productionPackages } from './production-packages.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile;
const ownLicense = lockfile.packages['']?.license ?? 'UNLICENSED';
const timestamp = new Date();

mkdirSync(join(root, 'sbom'), { recursive: true });
for (const name of serviceNames) {
  const folder = `services/${name}`;
  const packages = productionPackages(lockfile, folder);
  const sbom = sbomOf({ folder, packages, ownLicense, timestamp });
  const path = join('sbom', `${name}.cdx.json`);
  writeFileSync(join(root, path), `${JSON.stringify(sbom, null, 2)}\n`);
  process.stdout.write(`${path}: ${sbom.components.length} components\n`);
}
