/** Counts the bytes that all request bodies together hold while they are read, and those of each client address. */
export class BodyMemory {
  readonly #max: number;
  readonly #maxOfAddress: number;
  readonly #byAddress = new Map<string, number>();
  #held = 0;

  /** `shareOfAddress`: the part that bodies of one client address may hold. */
  constructor(max: number, shareOfAddress = 1 / 16) {
    this.#max = max;
    this.#maxOfAddress = max * shareOfAddress;
  }

  get held(): number {
    return this.#held;
  }

  /** False, and nothing is counted, where it would be more than all bodies, or those of the address, may hold. */
  take(bytes: number, address: string): boolean {
    const ofAddress = (this.#byAddress.get(address) ?? 0) + bytes;
    if (this.#held + bytes > this.#max || ofAddress > this.#maxOfAddress) return false;
    this.#held += bytes;
    this.#byAddress.set(address, ofAddress);
    return true;
  }

  giveBack(bytes: number, address: string): void {
    this.#held -= bytes;
    const ofAddress = (this.#byAddress.get(address) ?? 0) - bytes;
    if (ofAddress > 0) this.#byAddress.set(address, ofAddress);
    else this.#byAddress.delete(address);
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
  readonly #address: string;
  readonly #declared: number;
  #buffer = Buffer.alloc(0);
  #size = 0;

  /** `address`: the key of the client's. `declared`: the bytes of `Content-Length`; 0 without one. */
  constructor(memory: BodyMemory, address: string, declared: number) {
    this.#memory = memory;
    this.#address = address;
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
    this.#memory.giveBack(this.#buffer.byteLength, this.#address);
  }

  #grow(least: number): boolean {
    const before = this.#buffer.byteLength;
    const first = this.#declared > 0 ? Math.min(this.#declared, firstBytes.most) : firstBytes.least;
    const doubled = this.#declared > 0 ? Math.min(before * 2, this.#declared) : before * 2;
    const capacity = Math.max(least, before === 0 ? first : doubled);
    if (!this.#memory.take(capacity - before, this.#address)) return false;
    const grown = Buffer.allocUnsafe(capacity);
    this.#buffer.copy(grown, 0, 0, this.#size);
    this.#buffer = grown;
    return true;
  }
}
