import { randomBytes } from 'node:crypto';
import { Asset, type Representation } from '@patchbay/http/asset';

/** A page whose policy allows the style elements that have a nonce. Each answer has a nonce of its own, so that none may be cached. */
export class Page extends Asset {
  override readonly compressible = false;
  readonly #html: string;
  readonly #policy: string;

  /** Both contain `{nonce}` where the nonce belongs. */
  constructor(html: string, policy: string) {
    super(html, 'text/html; charset=utf-8');
    this.#html = html;
    this.#policy = policy;
  }

  override representation(): Representation {
    const nonce = randomBytes(18).toString('base64');
    return {
      body: Buffer.from(this.#html.replaceAll('{nonce}', nonce)),
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': this.#policy.replaceAll('{nonce}', nonce),
      },
    };
  }
}
