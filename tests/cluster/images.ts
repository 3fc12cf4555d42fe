import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildImage } from '@patchbay/images/build-image';
import { packagedServices, programOf, type ServiceName } from '@patchbay/platform/services';
import type { ClusterConfig } from './config.ts';
import { call } from './program.ts';

/** The service that gets a version whose migration fails. */
export const brokenService: ServiceName = 'identity';

export interface Images {
  readonly repositoryOf: (service: ServiceName) => string;
  readonly tag: string;
  /** The same programs under another tag: to Kubernetes, a new version. */
  readonly nextTag: string;
  /** A version of `brokenService` whose migration fails. */
  readonly brokenTag: string;
}

/** Adds a migration that no database can apply: the version of a developer's mistake. */
async function buildBroken(reference: string, broken: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-broken-'));
  try {
    await writeFile(join(folder, 'migration.sql'), 'alter table there_is_no_such_table add column a int;\n');
    const target = `/patchbay/services/${brokenService}/src/prisma/migrations/9999_broken/migration.sql`;
    await writeFile(join(folder, 'Dockerfile'), `FROM ${reference}\nCOPY migration.sql ${target}\n`);
    await call('docker', ['build', '--tag', broken, folder]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Builds the images and hands them to the cluster. */
export async function prepareImages(config: ClusterConfig, log: (line: string) => void): Promise<Images> {
  const { images, tag, base, load, built } = config;
  const repositoryOf = (service: ServiceName): string => `${images}${programOf(service).folder}`;
  const made: Images = { repositoryOf, tag, nextTag: `${tag}-next`, brokenTag: `${tag}-broken` };
  if (built) return made;
  const references: string[] = [];
  for (const service of packagedServices) {
    const begun = performance.now();
    const { reference, addedBytes } = await buildImage({ service, name: repositoryOf(service), tag, base });
    const next = `${repositoryOf(service)}:${made.nextTag}`;
    await call('docker', ['tag', reference, next]);
    references.push(reference, next);
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    log(`  ${reference}: ${(addedBytes / 1e6).toFixed(1)} MB on its base, built in ${seconds} s`);
  }
  const broken = `${repositoryOf(brokenService)}:${made.brokenTag}`;
  await buildBroken(`${repositoryOf(brokenService)}:${tag}`, broken);
  references.push(broken);
  if (load === undefined) for (const reference of references) await call('docker', ['push', reference]);
  else await call('sh', ['-c', `${load} "$@"`, 'load', ...references]);
  log(`  ${references.length} images ${load === undefined ? 'pushed' : 'handed to the cluster'}`);
  return made;
}
