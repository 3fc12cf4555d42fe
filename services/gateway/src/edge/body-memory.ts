/** Counts the bytes that all request bodies together hold while they are read. */
export class BodyMemory {
  readonly #max: number;
  #held = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get held(): number {
    return this.#held;
  }

  /** False, and nothing is counted, where it would be more than the maximum. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#max) return false;
    this.#held += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#held -= bytes;
  }
}

/** Bytes of the first allocation: at most, where a length is declared, which need not be true; and where none is. */
const firstBytes = { most: 16 * 1024, least: 1024 } as const;

/**
 * Collects a body in one buffer, whose size doubles: chunks of one byte each take no more memory than one large chunk. It grows with
 * what has arrived, so that a declared length alone takes no memory of others.
 */
export class BodyBuffer {
  readonly #memory: BodyMemory;
  readonly #declared: number;
  #buffer = Buffer.alloc(0);
  #size = 0;

  /** `declared`: the bytes of `Content-Length`; 0 without one. */
  constructor(memory: BodyMemory, declared: number) {
    this.#memory = memory;
    this.#declared = declared;
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#size);
  }

  /** Copies a chunk; false where there is no memory for it. */
  append(chunk: Buffer): boolean {
    const size = this.#size + chunk.byteLength;
    if (size > this.#buffer.byteLength && !this.#grow(size)) return false;
    this.#size += chunk.copy(this.#buffer, this.#size);
    return true;
  }

  /** To be called once, when the body was read or given up. */
  giveBack(): void {
    this.#memory.giveBack(this.#buffer.byteLength);
  }

  #grow(least: number): boolean {
    const before = this.#buffer.byteLength;
    const first = this.#declared > 0 ? Math.min(this.#declared, firstBytes.most) : firstBytes.least;
    const doubled = this.#declared > 0 ? Math.min(before * 2, this.#declared) : before * 2;
    const capacity = Math.max(least, before === 0 ? first : doubled);
    if (!this.#memory.take(capacity - before)) return false;
    const grown = Buffer.allocUnsafe(capacity);
    this.#buffer.copy(grown, 0, 0, this.#size);
    this.#buffer = grown;
    return true;
  }
}
