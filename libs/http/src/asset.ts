import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type ContentEncoding, contentEncodingOf } from './content-encoding.ts';

/** What is sent, and the headers that describe it. */
export interface Representation {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

export interface AssetOptions {
  /** Added to those of every asset, and instead of those of the same name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body compressed with gzip, where it was compressed before. Else the first request that prefers it compresses it. */
  readonly gzip?: (() => Buffer) | undefined;
  /** The body compressed with Brotli, where it was compressed before. Else it is not offered: its best level takes a second. */
  readonly brotli?: (() => Buffer) | undefined;
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
  readonly #kept = new Map<ContentEncoding, Representation>();

  constructor(body: string | (() => Buffer), contentType: string, options: AssetOptions = {}) {
    this.#load = typeof body === 'string' ? () => Buffer.from(body) : body;
    this.#contentType = contentType;
    this.#options = options;
    this.compressible = compressible.test(contentType);
  }

  /** The codings that it can be sent in, the smallest first. */
  get encodings(): readonly ContentEncoding[] {
    if (!this.compressible) return ['identity'];
    return this.#options.brotli === undefined ? ['gzip', 'identity'] : ['br', 'gzip', 'identity'];
  }

  /** In one of its `encodings`. */
  representation(encoding: ContentEncoding): Representation {
    const kept = this.#kept.get(encoding) ?? this.#describe(encoding);
    this.#kept.set(encoding, kept);
    return kept;
  }

  #encode(encoding: ContentEncoding): Buffer {
    const { brotli, gzip } = this.#options;
    if (encoding === 'br' && brotli !== undefined) return brotli();
    if (encoding === 'gzip') return gzip?.() ?? gzipSync(this.#load());
    return this.#load();
  }

  #describe(encoding: ContentEncoding): Representation {
    const body = this.#encode(encoding);
    return {
      body,
      headers: {
        'content-type': this.#contentType,
        'cache-control': 'public, max-age=300',
        etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
        ...this.#options.headers,
      },
    };
  }
}

export interface AssetAnswer {
  readonly status: 200 | 304;
  /** By name in lower case. Without `Vary`: `asset.compressible` says whether the coding was chosen. */
  readonly headers: Readonly<Record<string, string | number>>;
  /** Undefined where the client has this version in its cache. */
  readonly body: Buffer | undefined;
}

/** Whether an `If-None-Match` header names the ETag: the client has this version in its cache. Weak tags match too (RFC 9110, 13.1.2). */
const isCached = (ifNoneMatch: string | undefined, etag: string | undefined): boolean =>
  ifNoneMatch !== undefined &&
  etag !== undefined &&
  ifNoneMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === etag);

/** The asset in the coding that the client prefers, or 304 where the client has it already. */
export function assetAnswer({ headers }: Pick<IncomingMessage, 'headers'>, asset: Asset): AssetAnswer {
  const { body, headers: described } = asset.representation(contentEncodingOf({ headers }, asset.encodings));
  if (isCached(headers['if-none-match'], described['etag'])) {
    const { 'content-encoding': _, ...others } = described;
    return { status: 304, headers: others, body: undefined };
  }
  return { status: 200, headers: { ...described, 'content-length': body.byteLength }, body };
}
