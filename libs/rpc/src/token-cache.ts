/**
 * A cache of verified tokens, each until it expires. When it is full, the oldest entry is evicted, and its token is verified
 * again if it is sent again.
 */
export class TokenCache<T> {
  readonly #entries = new Map<string, { readonly value: T; readonly expiresAt: number }>();
  readonly #maxEntries: number;

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  /** `now` in milliseconds since the epoch. */
  get(token: string, now: number): T | undefined {
    const entry = this.#entries.get(token);
    if (entry === undefined) return undefined;
    if (entry.expiresAt > now) return entry.value;
    this.#entries.delete(token);
    return undefined;
  }

  set(token: string, value: T, expiresAt: number): void {
    if (this.#entries.size >= this.#maxEntries) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
    }
    this.#entries.set(token, { value, expiresAt });
  }

  get size(): number {
    return this.#entries.size;
  }
}
