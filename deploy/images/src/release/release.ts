import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packagedServices, type ServiceName, serviceNames } from '@patchbay/platform/services';
import { digestIn, publishArguments } from '../publish-image.ts';
import { digestValues } from './digest-values.ts';
import type { ReleaseOptions } from './options.ts';
import { PushedDigests } from './pushed-digests.ts';

/** How the commands of a release are run. */
export interface Shell {
  /** Resolves with the output; rejects if the command fails. */
  run(program: string, args: readonly string[]): Promise<string>;
  /** Whether a registry has what the command asks for; rejects if it does not tell. */
  has(program: string, args: readonly string[]): Promise<boolean>;
  /** Prints commands and runs none: what they would answer is not known. */
  readonly dry: boolean;
}

const charts = [...serviceNames, 'platform'];

/**
 * The release of one version, step by step. It may be run again after any failure: what it pushed is not pushed again, because a tag of a
 * release must not move, and is signed again. Nothing is signed before all images are pushed, and only by the digest that was pushed.
 */
export class Release {
  readonly #options: ReleaseOptions;
  readonly #shell: Shell;
  readonly #say: (line: string) => void;
  /** Where the values with the digests go, and what was pushed. */
  readonly #folder: string;
  readonly #pushed: PushedDigests;

  constructor(options: ReleaseOptions, shell: Shell, root: string, say: (line: string) => void) {
    this.#options = options;
    this.#shell = shell;
    this.#say = say;
    this.#folder = join(root, '.cache/release', options.version);
    this.#pushed = new PushedDigests(join(this.#folder, 'pushed.json'), options.commit);
  }

  async run(): Promise<void> {
    const { images, charts: chartsIn } = this.#options;
    if (!this.#shell.dry) await mkdir(this.#folder, { recursive: true });

    this.#say('1. SBOMs and packages of charts');
    await this.#shell.run('npm', ['run', '--silent', 'sbom']);
    await this.#shell.run('npm', ['run', '--silent', 'charts']);

    this.#say('2. images');
    const digests = new Map<ServiceName, string>();
    for (const service of packagedServices) digests.set(service, await this.#pushImage(service));

    this.#say('3. signatures and SBOMs of images');
    for (const [service, digest] of digests) {
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
    for (const [chart, values] of digestValues(this.#options, digests)) {
      const path = join(this.#folder, `${chart}-values.yaml`);
      if (!this.#shell.dry) await writeFile(path, values);
      this.#say(`   ${path}`);
    }
  }

  #pushImage(service: ServiceName): Promise<string> {
    const { version, commit, committedAt, images, platforms, base } = this.#options;
    const name = `${images}${service}`;
    const reference = `${name}:${version}`;
    return this.#pushOnce(reference, ['docker', 'buildx', 'imagetools', 'inspect', reference], async () => {
      const metadataFile = join(this.#folder, `${service}.json`);
      const image = { service, name, tag: version, base, commit, builtAt: committedAt };
      const options = { ...image, platforms, push: true, attestations: true };
      await this.#shell.run('docker', publishArguments(options, metadataFile));
      return this.#shell.dry ? `<digest of ${service}>` : digestIn(metadataFile);
    });
  }

  #pushChart(chart: string): Promise<string> {
    const { version, charts: chartsIn, helmArguments } = this.#options;
    const registry = `oci://${chartsIn}`;
    const show = ['helm', 'show', 'chart', `${registry}/${chart}`, '--version', version, ...helmArguments];
    return this.#pushOnce(`${chartsIn}/${chart}:${version}`, show, async () => {
      const push = ['push', `.cache/charts/${chart}-${version}.tgz`, registry, ...helmArguments];
      const output = await this.#shell.run('helm', push);
      if (this.#shell.dry) return `<digest of ${chart}>`;
      const [digest] = /sha256:[0-9a-f]{64}/.exec(output) ?? [];
      if (digest === undefined) throw new Error(`helm push said no digest of ${chart}: ${output.trim()}`);
      return digest;
    });
  }

  /** The digest of what has been pushed under the reference, now or by an earlier run. `ask` asks the registry whether it has it. */
  async #pushOnce(
    reference: string,
    [program = '', ...ask]: readonly string[],
    push: () => Promise<string>,
  ): Promise<string> {
    const known = this.#pushed.get(reference);
    if (known !== undefined) {
      this.#say(`   ${reference} was pushed before`);
      return known;
    }
    if (await this.#shell.has(program, ask))
      throw new Error(
        `${reference} is in the registry, and this checkout has not pushed it from this commit. Release another version, or remove it there`,
      );
    const digest = await push();
    if (!this.#shell.dry) this.#pushed.set(reference, digest);
    return digest;
  }

  async #cosign(command: 'sign' | 'attest', args: readonly string[], reference: string): Promise<void> {
    await this.#shell.run('cosign', [command, ...this.#options.cosignArguments, ...args, reference]);
  }
}
