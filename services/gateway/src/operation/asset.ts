import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/** What is sent, and the headers that describe it. */
export interface Representation {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

export interface AssetOptions {
  /** Added to those of every asset. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body compressed with gzip, where it was compressed before. Else the first request that prefers it compresses it. */
  readonly gzip?: () => Buffer;
}

/** Fonts are compressed already. */
const compressible = /^(?:text|application\/json|image\/svg)/;

/**
 * A static answer, the same for every client until the next release: cached for 5 minutes, then revalidated by ETag. A body is loaded or
 * compressed at the first request for it and then kept, so that neither start-up nor memory pays for what nobody asks for.
 */
export class Asset {
  readonly compressible: boolean;
  readonly #load: () => Buffer;
  readonly #contentType: string;
  readonly #options: AssetOptions;
  #identity: Representation | undefined;
  #gzip: Representation | undefined;

  constructor(body: string | (() => Buffer), contentType: string, options: AssetOptions = {}) {
    this.#load = typeof body === 'string' ? () => Buffer.from(body) : body;
    this.#contentType = contentType;
    this.#options = options;
    this.compressible = compressible.test(contentType);
  }

  /** Encoded with gzip only where the asset is `compressible`. */
  representation(encoding: 'gzip' | 'identity'): Representation {
    if (encoding === 'identity' || !this.compressible) {
      this.#identity ??= this.#describe(this.#load());
      return this.#identity;
    }
    this.#gzip ??= this.#describe(this.#options.gzip?.() ?? gzipSync(this.#load()), {
      'content-encoding': 'gzip',
    });
    return this.#gzip;
  }

  #describe(body: Buffer, headers: Readonly<Record<string, string>> = {}): Representation {
    return {
      body,
      headers: {
        'content-type': this.#contentType,
        'cache-control': 'public, max-age=300',
        etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
        ...headers,
        ...this.#options.headers,
      },
    };
  }
}
