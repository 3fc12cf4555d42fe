import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '@patchbay/servers/commands';
import { buildArguments, type ImageOptions } from './build-image.ts';

export interface PublishOptions extends ImageOptions {
  /** `linux/amd64`, `linux/arm64`. */
  readonly platforms: readonly string[];
  /** Whether a registry gets the image. Else the Docker Engine does, which takes one platform alone. */
  readonly push: boolean;
  /** Whether the registry also gets what BuildKit knows: how the image was built, and its packages with those of the base. */
  readonly attestations?: boolean;
}

/**
 * The arguments of `docker` that build an image for several platforms with BuildKit. Stages that compile run once, on the platform of
 * the builder; the last one runs on each platform, natively or emulated.
 */
export const publishArguments = (options: PublishOptions, metadataFile: string): string[] => [
  'buildx',
  ...buildArguments(options),
  '--platform',
  options.platforms.join(','),
  // Without one BuildKit attests how it was built by default, which the Docker Engine cannot load.
  `--provenance=${options.attestations === true ? 'mode=max' : 'false'}`,
  `--sbom=${options.attestations === true}`,
  options.push ? '--push' : '--load',
  '--metadata-file',
  metadataFile,
];

/** The digest of a built image, from the file that `--metadata-file` names. Of several platforms it is that of their index. */
export async function digestIn(metadataFile: string): Promise<string> {
  const metadata = JSON.parse(await readFile(metadataFile, 'utf8')) as Readonly<Record<string, unknown>>;
  const digest = metadata['containerimage.digest'];
  if (typeof digest === 'string' && /^sha256:[0-9a-f]{64}$/.test(digest)) return digest;
  throw new Error(`${metadataFile} of buildx has no containerimage.digest`);
}

/** Builds an image for each platform and returns its digest. */
export async function publishImage(options: PublishOptions): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-image-'));
  try {
    const metadataFile = join(folder, 'metadata.json');
    await run('docker', publishArguments(options, metadataFile));
    return await digestIn(metadataFile);
  } finally {
    await rm(folder, { recursive: true });
  }
}
