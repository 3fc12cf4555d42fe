import { createHash } from 'node:crypto';

/** A static answer, the same for every client until the next release: cached for 5 minutes, then revalidated by ETag. */
export class Asset {
  readonly body: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: string | Buffer, contentType: string, headers: Readonly<Record<string, string>> = {}) {
    this.body = Buffer.from(body);
    this.etag = `"${createHash('sha256').update(this.body).digest('base64url').slice(0, 27)}"`;
    this.headers = {
      'content-type': contentType,
      'cache-control': 'public, max-age=300',
      etag: this.etag,
      ...headers,
    };
  }

  /** Whether an `If-None-Match` header matches the ETag: the client has this version cached. */
  matches(ifNoneMatch: string | undefined): boolean {
    if (ifNoneMatch === undefined) return false;
    return ifNoneMatch
      .split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''))
      .some((tag) => tag === '*' || tag === this.etag);
  }
}
