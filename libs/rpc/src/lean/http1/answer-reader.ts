import { Code, ConnectError } from '@connectrpc/connect';
import type { Answer } from '../answer.ts';
import { type AnswerHead, MalformedAnswer, parseHead } from './answer-head.ts';
import { ChunkedBody } from './chunked-body.ts';
import { headEnd, maxHeadBytes } from './head-lines.ts';

/**
 * Pieces of a body after which they are copied into one: a piece takes a hundred bytes beside its content, and keeps the memory of all
 * that arrived together with it.
 */
const maxPieces = 256;

const noBytes = Buffer.alloc(0);

export interface ReadAnswer extends Answer {
  readonly keepMs: AnswerHead['keepMs'];
}

/** Reads one answer to a POST request from the bytes of a connection. */
export class AnswerReader {
  readonly #maxBodyBytes: number;
  #rest: Buffer = noBytes;
  #head: AnswerHead | undefined;
  #chunked: ChunkedBody | undefined;
  readonly #content: Buffer[] = [];
  #pieces: Buffer[] = [];
  #size = 0;
  #began = false;

  constructor(maxBodyBytes: number) {
    this.#maxBodyBytes = maxBodyBytes;
  }

  /** Whether any byte has arrived. */
  get began(): boolean {
    return this.#began;
  }

  /** The answer, if these bytes complete it. */
  push(bytes: Buffer): ReadAnswer | undefined {
    this.#began = true;
    if (this.#head !== undefined) return this.#pushBody(this.#head, bytes);
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const end = all.indexOf(headEnd);
    if (end > maxHeadBytes || (end === -1 && all.length > maxHeadBytes))
      throw new MalformedAnswer('long head');
    if (end === -1) {
      this.#rest = all;
      return undefined;
    }
    this.#rest = noBytes;
    const head = parseHead(all.toString('latin1', 0, end));
    const after = all.subarray(end + headEnd.length);
    // 1xx announces the answer that follows; 101 would change the protocol, which no request of ours asks for.
    if (head.status === 101) throw new MalformedAnswer('upgrade');
    if (head.status < 200) return after.length > 0 ? this.push(after) : undefined;
    this.#head = head;
    if (head.body === 'chunked') this.#chunked = new ChunkedBody();
    else if (head.body > this.#maxBodyBytes) throw this.#tooLarge();
    return this.#pushBody(head, after);
  }

  #pushBody(head: AnswerHead, bytes: Buffer): ReadAnswer | undefined {
    if (this.#chunked !== undefined) {
      return this.#chunked.push(bytes, (content) => this.#add(content)) ? this.#finish(head) : undefined;
    }
    this.#add(bytes);
    if (this.#size < Number(head.body)) return undefined;
    if (this.#size > Number(head.body)) throw new MalformedAnswer('bytes after its end');
    return this.#finish(head);
  }

  #add(content: Buffer): void {
    this.#size += content.length;
    if (this.#size > this.#maxBodyBytes) throw this.#tooLarge();
    this.#pieces.push(content);
    if (this.#pieces.length < maxPieces) return;
    this.#content.push(Buffer.concat(this.#pieces));
    this.#pieces = [];
  }

  #finish({ status, headers, keepMs }: AnswerHead): ReadAnswer {
    const all = this.#content.length === 0 ? this.#pieces : [...this.#content, ...this.#pieces];
    const [first = noBytes] = all;
    const body = all.length === 1 ? first : Buffer.concat(all);
    return { status, headers, keepMs, body };
  }

  #tooLarge(): ConnectError {
    const text = `message size is larger than configured readMaxBytes ${this.#maxBodyBytes}`;
    return new ConnectError(text, Code.ResourceExhausted);
  }
}
