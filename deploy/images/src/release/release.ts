import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packagedServices, type ServiceName, serviceNames } from '@patchbay/platform/services';
import { digestIn, publishArguments } from '../publish-image.ts';
import { digestValues } from './digest-values.ts';
import type { ReleaseOptions } from './options.ts';

/** How the commands of a release are run. */
export interface Shell {
  /** Resolves with the output; rejects if the command fails. */
  run(program: string, args: readonly string[]): Promise<string>;
  /** As `run`, for a question to a registry; undefined if it does not have what was asked for. */
  ask(program: string, args: readonly string[]): Promise<string | undefined>;
  /** Prints commands and runs none: what they would answer is not known. */
  readonly dry: boolean;
}

/** An image or a chart in a registry, by its digest: what is signed, and what is installed. */
type Digests = ReadonlyMap<string, string>;

const digestPattern = /sha256:[0-9a-f]{64}/;
const charts = [...serviceNames, 'platform'];

function digestOf(output: string, of: string): string {
  const [digest] = digestPattern.exec(output) ?? [];
  if (digest === undefined) throw new Error(`no digest of ${of} was answered: ${output.trim()}`);
  return digest;
}

/**
 * The release of one version, step by step. It may be run again after any failure: what the registry has under the version is kept, because a
 * tag of a release must not move, and is signed again. Nothing is signed before all images are pushed, and only by the digest that was pushed.
 */
export class Release {
  readonly #options: ReleaseOptions;
  readonly #shell: Shell;
  readonly #say: (line: string) => void;
  /** Where the values with the digests and the answers of buildx go. */
  readonly #folder: string;

  constructor(options: ReleaseOptions, shell: Shell, root: string, say: (line: string) => void) {
    this.#options = options;
    this.#shell = shell;
    this.#say = say;
    this.#folder = join(root, '.cache/release', options.version);
  }

  async run(): Promise<void> {
    const { images, charts: chartsIn } = this.#options;
    if (!this.#shell.dry) await mkdir(this.#folder, { recursive: true });

    this.#say('1. SBOMs and packages of charts');
    await this.#shell.run('npm', ['run', '--silent', 'sbom']);
    await this.#shell.run('npm', ['run', '--silent', 'charts']);

    this.#say('2. images');
    const pushed = new Map<ServiceName, string>();
    for (const service of packagedServices) pushed.set(service, await this.#pushImage(service));

    this.#say('3. signatures and SBOMs of images');
    for (const [service, digest] of pushed) {
      const reference = `${images}${service}@${digest}`;
      await this.#cosign('sign', [], reference);
      await this.#cosign(
        'attest',
        ['--type', 'cyclonedx', '--predicate', `sbom/${service}.cdx.json`],
        reference,
      );
    }

    this.#say('4. charts and their signatures');
    for (const chart of charts)
      await this.#cosign('sign', [], `${chartsIn}/${chart}@${await this.#pushChart(chart)}`);

    this.#say('5. values with the digests of images');
    await this.#writeValues(pushed);
  }

  async #pushImage(service: ServiceName): Promise<string> {
    const { version, commit, committedAt, images, platforms, base } = this.#options;
    const name = `${images}${service}`;
    const inspect = ['buildx', 'imagetools', 'inspect', '--format', '{{json .}}', `${name}:${version}`];
    const known = await this.#shell.ask('docker', inspect);
    if (known !== undefined) {
      const { manifest, image } = JSON.parse(known.slice(known.indexOf('{'), known.lastIndexOf('}') + 1)) as {
        readonly manifest: { readonly digest: string };
        readonly image: object;
      };
      // The labels of each platform's image are in there.
      if (!JSON.stringify(image).includes(`"org.opencontainers.image.revision":"${commit}"`))
        throw new Error(
          `${name}:${version} is in the registry, and was not built from ${commit}: release another version`,
        );
      this.#say(`   ${name}:${version} is in the registry already`);
      return digestOf(manifest.digest, name);
    }
    const metadataFile = join(this.#folder, `${service}.json`);
    const image = { service, name, tag: version, base, commit, builtAt: committedAt };
    await this.#shell.run(
      'docker',
      publishArguments({ ...image, platforms, push: true, attestations: true }, metadataFile),
    );
    return this.#shell.dry ? `<digest of ${service}>` : digestIn(metadataFile);
  }

  async #pushChart(chart: string): Promise<string> {
    const { version, charts: chartsIn, helmArguments } = this.#options;
    const registry = `oci://${chartsIn}`;
    const show = ['show', 'chart', `${registry}/${chart}`, '--version', version, ...helmArguments];
    const known = await this.#shell.ask('helm', show);
    if (known !== undefined) this.#say(`   ${registry}/${chart}:${version} is in the registry already`);
    const push = ['push', `.cache/charts/${chart}-${version}.tgz`, registry, ...helmArguments];
    const output = known ?? (await this.#shell.run('helm', push));
    return this.#shell.dry ? `<digest of ${chart}>` : digestOf(output, chart);
  }

  async #cosign(command: 'sign' | 'attest', args: readonly string[], reference: string): Promise<void> {
    await this.#shell.run('cosign', [command, ...this.#options.cosignArguments, ...args, reference]);
  }

  async #writeValues(pushed: Digests): Promise<void> {
    for (const [chart, values] of digestValues(this.#options, pushed)) {
      const path = join(this.#folder, `${chart}-values.yaml`);
      if (!this.#shell.dry) await writeFile(path, values);
      this.#say(`   ${path}`);
    }
  }
}
