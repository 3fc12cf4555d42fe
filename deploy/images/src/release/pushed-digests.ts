import { existsSync, readFileSync, writeFileSync } from 'node:fs';

interface Content {
  readonly commit: string;
  readonly digests: Readonly<Record<string, string>>;
}

/**
 * What releases of this checkout have pushed, in a file: the digest of each reference. A release that is run again signs these, and nothing that
 * a registry has without them: whoever may write to the registry would get a signature.
 */
export class PushedDigests {
  readonly #path: string;
  readonly #commit: string;
  readonly #digests: Map<string, string>;

  constructor(path: string, commit: string) {
    this.#path = path;
    this.#commit = commit;
    const known = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Content) : undefined;
    this.#digests = new Map(known?.commit === commit ? Object.entries(known.digests) : []);
  }

  get(reference: string): string | undefined {
    return this.#digests.get(reference);
  }

  set(reference: string, digest: string): void {
    this.#digests.set(reference, digest);
    const content: Content = { commit: this.#commit, digests: Object.fromEntries(this.#digests) };
    writeFileSync(this.#path, `${JSON.stringify(content, null, 2)}\n`);
  }
}
