import type { IncomingMessage } from 'node:http';
import type { Asset } from './asset.ts';
import { contentEncodingOf } from './content-encoding.ts';

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
