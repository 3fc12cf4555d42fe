/**
 * `make sbom`: writes sbom/<service>.cdx.json, the packages of each service in production, by @cyclonedx/cyclonedx-npm. Adds the packages
 * whose files the gateway serves at /docs: they are not installed. `npm sbom` is not used: with --workspace it lists packages of tests
 * and leaves out those that a development tool needs too.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packagedServices } from '@patchbay/platform/services';
import { pinnedPackages } from './reference.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const tool = '@cyclonedx/cyclonedx-npm@6.0.1';

interface Sbom {
  readonly components: object[];
}

mkdirSync(`${root}sbom`, { recursive: true });
for (const service of packagedServices) {
  const path = `sbom/${service}.cdx.json`;
  // The pages of the Portal bundle the packages of `web`.
  const folders = [`services/${service}`, ...(service === 'portal' ? ['services/portal/web'] : [])];
  execFileSync(
    'npm',
    [
      'exec',
      '--yes',
      `--package=${tool}`,
      '--',
      'cyclonedx-npm',
      '--omit',
      'dev',
      '--output-file',
      path,
      ...folders.flatMap((folder) => ['--workspace', folder]),
    ],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const sbom = JSON.parse(readFileSync(`${root}${path}`, 'utf8')) as Sbom;
  if (service === 'gateway') {
    for (const { name, version, license } of pinnedPackages()) {
      const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
      const licenses = [{ license: { id: license } }];
      sbom.components.push({ type: 'library', 'bom-ref': purl, name, version, licenses, purl });
    }
    writeFileSync(`${root}${path}`, `${JSON.stringify(sbom, null, 2)}\n`);
  }
  process.stdout.write(`${path}: ${sbom.components.length} components\n`);
}
