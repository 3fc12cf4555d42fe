/** A JSON document that a handler has as text, such as a part of it that a service stores as JSON: sent as it is. */
export class JsonText {
  /** In UTF-8. */
  readonly body: Buffer;

  /** Texts and bytes in UTF-8, which make one document together. */
  constructor(...parts: readonly (string | Uint8Array)[]) {
    this.body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  }
}
