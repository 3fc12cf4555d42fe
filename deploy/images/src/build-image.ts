import { fileURLToPath } from 'node:url';
import type { ServiceName } from '@patchbay/platform/services';
import { run } from '@patchbay/servers/commands';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface ImageOptions {
  readonly service: ServiceName;
  /** The name of the image without its tag: `patchbay/gateway`. */
  readonly name: string;
  readonly tag: string;
  /** An image with Node 24 and npm; unset: that of the Dockerfile. */
  readonly base?: string | undefined;
  /** For `/version` and the labels. */
  readonly commit?: string | undefined;
  readonly builtAt?: string | undefined;
}

export interface BuiltImage {
  /** The name with its tag. */
  readonly reference: string;
  /** What the image adds to its base, in bytes, uncompressed. */
  readonly addedBytes: number;
}

const argument = (name: string, value: string | undefined): string[] =>
  value === undefined ? [] : ['--build-arg', `${name}=${value}`];

/** The sizes of the layers that are ours: all that are not of the base. */
async function addedBytes(reference: string): Promise<number> {
  const history = await run('docker', [
    'history',
    '--human=false',
    '--format',
    '{{.Size}} {{.CreatedBy}}',
    reference,
  ]);
  const lines = history.trim().split('\n');
  // Newest first: the first line of the Dockerfile's last stage is the oldest one of ours.
  const first = lines.findIndex((line) => /\bARG SERVICE\b/.test(line));
  return lines.slice(0, first + 1).reduce((sum, line) => sum + Number.parseInt(line, 10), 0);
}

/** The arguments of `docker` that build an image; further options may follow them. */
export const buildArguments = ({ service, name, tag, base, commit, builtAt }: ImageOptions): string[] => [
  'build',
  root,
  '--file',
  `${root}deploy/images/Dockerfile`,
  '--tag',
  `${name}:${tag}`,
  ...argument('SERVICE', service),
  ...argument('BASE', base),
  ...argument('COMMIT', commit),
  ...argument('BUILT_AT', builtAt),
];

/** Builds the image of a service with the Docker Engine that `docker` reaches. Rejects with the output of a build that failed. */
export async function buildImage(options: ImageOptions): Promise<BuiltImage> {
  const reference = `${options.name}:${options.tag}`;
  await run('docker', buildArguments(options));
  return { reference, addedBytes: await addedBytes(reference) };
}
