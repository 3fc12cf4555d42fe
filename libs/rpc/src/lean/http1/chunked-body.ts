import { MalformedAnswer } from './answer-head.ts';

const lineEnd = Buffer.from('\r\n');
/** A size in hexadecimal digits; what follows it is an extension of the chunk, which nobody needs. */
const sizeLine = /^([\da-f]{1,8})[ \t]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/i;
/** Bytes of a line: the size of a chunk or a trailer. */
const maxLine = 4_096;
const maxTrailers = 64;

/** Reads a body in chunks (RFC 9112, 7.1). Our servers send none; those of others, and proxies, may. */
export class ChunkedBody {
  #rest: Buffer = Buffer.alloc(0);
  /** Bytes of the current chunk that have not arrived; undefined: its size comes next. */
  #left: number | undefined;
  /** The last chunk has been read; the number of trailers since. */
  #trailers: number | undefined;

  /** Passes on the content that the bytes hold. True once the end has been read; `push` must not be called any more then. */
  push(bytes: Buffer, onContent: (content: Buffer) => void): boolean {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    while (this.#rest.length > 0) {
      if (this.#left !== undefined && this.#left > 0) {
        const content = this.#rest.subarray(0, this.#left);
        onContent(content);
        this.#left -= content.length;
        this.#rest = this.#rest.subarray(content.length);
      } else {
        const line = this.#line();
        if (line === undefined) return false;
        if (this.#onLine(line)) {
          if (this.#rest.length > 0) throw new MalformedAnswer('bytes after its end');
          return true;
        }
      }
    }
    return false;
  }

  /** The next line without its end; undefined if it has not arrived. */
  #line(): string | undefined {
    const end = this.#rest.indexOf(lineEnd);
    if (end > maxLine || (end === -1 && this.#rest.length > maxLine)) throw new MalformedAnswer('long line');
    if (end === -1) return undefined;
    const line = this.#rest.toString('latin1', 0, end);
    this.#rest = this.#rest.subarray(end + lineEnd.length);
    return line;
  }

  /** Whether this line was the last one. */
  #onLine(line: string): boolean {
    if (this.#trailers !== undefined) {
      this.#trailers += 1;
      if (this.#trailers > maxTrailers) throw new MalformedAnswer('too many trailers');
      return line === '';
    }
    if (this.#left === 0) {
      // The end of the chunk that was just read.
      if (line !== '') throw new MalformedAnswer('chunk');
      this.#left = undefined;
      return false;
    }
    const size = sizeLine.exec(line)?.[1];
    if (size === undefined) throw new MalformedAnswer('size of a chunk');
    this.#left = Number.parseInt(size, 16);
    if (this.#left === 0) this.#trailers = 0;
    return false;
  }
}
