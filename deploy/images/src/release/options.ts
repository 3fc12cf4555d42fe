import { readFileSync } from 'node:fs';
import { run, succeeds } from '@patchbay/servers/commands';
import { notesOf } from './changelog.ts';
import { versionOf } from './version-places.ts';

export interface ReleaseOptions {
  readonly version: string;
  /** The commit that is released, and when it was made. */
  readonly commit: string;
  readonly committedAt: string;
  /** The beginning of the names of images: `registry.example.com/patchbay/`. */
  readonly images: string;
  /** Where charts go, without `oci://`: `registry.example.com/patchbay/charts`. */
  readonly charts: string;
  readonly platforms: readonly string[];
  /** An image with Node 24 and npm; unset: that of the Dockerfile. */
  readonly base?: string | undefined;
  /** Arguments of `cosign sign` and `cosign attest`, such as those of a key. */
  readonly cosignArguments: readonly string[];
  /** Arguments of `helm push` and `helm show`, such as the authority of a private registry. */
  readonly helmArguments: readonly string[];
}

const split = (text: string | undefined, by: RegExp): string[] =>
  (text ?? '').split(by).filter((word) => word !== '');

/** What git says, without the newline at its end; empty if git fails. */
const git = (...args: readonly string[]): Promise<string> =>
  run('git', args).then(
    (output) => output.trim(),
    () => '',
  );

/** The release of the repository in `root`, as the environment asks for it. */
export async function readOptions(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ReleaseOptions> {
  const { IMAGES: images = '', CHARTS: charts, COSIGN_KEY: key, COSIGN_ARGS: others } = env;
  const platforms = split(env['PLATFORMS'], /[\s,]+/);
  return {
    version: versionOf(root),
    commit: await git('rev-parse', 'HEAD'),
    committedAt: await git('log', '-1', '--format=%cI'),
    images,
    charts: (charts || `${images.replace(/\/$/, '')}/charts`).replace(/^oci:\/\//, ''),
    platforms: platforms.length > 0 ? platforms : ['linux/amd64', 'linux/arm64'],
    base: env['BASE'] || undefined,
    helmArguments: split(env['HELM_ARGS'], /\s+/),
    cosignArguments: ['--yes', ...(key ? ['--key', key] : []), ...split(others, /\s+/)],
  };
}

const programs = [
  ['docker', ['buildx', 'version'], '`docker buildx` does not run: https://docs.docker.com/build/buildx'],
  [
    'cosign',
    ['version'],
    '`cosign` does not run: https://docs.sigstore.dev/cosign/system_config/installation',
  ],
  ['helm', ['version'], '`helm` does not run: https://helm.sh/docs/intro/install'],
] as const;

/** Every reason not to begin with the release. Empty if there is none. */
export async function refusals(root: string, { version, images }: ReleaseOptions): Promise<string[]> {
  const missing = await Promise.all(
    programs.map(async ([program, args, problem]) => ((await succeeds(program, args)) ? [] : [problem])),
  );
  const isReleased = notesOf(readFileSync(`${root}/CHANGELOG.md`, 'utf8'), version) !== undefined;
  return [
    ...(/^[^/]+[.:][^/]*\/./.test(images)
      ? []
      : ['IMAGES does not name a registry: make release IMAGES=registry.example.com/patchbay/']),
    ...missing.flat(),
    ...(isReleased ? [] : [`CHANGELOG.md has no section ${version}: make version VERSION=${version}`]),
    ...((await git('status', '--porcelain')) === '' ? [] : ['there are changes that are not committed']),
    ...((await git('tag', '--points-at', 'HEAD')).split('\n').includes(`v${version}`)
      ? []
      : [`HEAD has no tag v${version}: git tag --sign v${version}`]),
  ];
}
