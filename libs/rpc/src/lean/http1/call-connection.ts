import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ContextValues, createContextValues } from '@connectrpc/connect';
import { perSecond } from '@patchbay/telemetry/per-second';
import { peerAddressKey } from '../../peer-address.ts';
import { type ConnectionLimits, closeMs } from '../../port/limits.ts';
import { type Answer, asConnectError, errorAnswer, noMetadata } from '../answer.ts';
import { headerIn } from '../header-list.ts';
import type { LeanCall, LeanMethod } from '../method.ts';
import type { LeanMethods } from '../routes.ts';
import { type CallHead, parseCallHead } from './call-head.ts';
import { headEnd, maxHeadBytes } from './head-lines.ts';
import { messageBytes } from './message-bytes.ts';

export interface CallConnectionOptions {
  readonly methods: LeanMethods;
  readonly limits: Pick<ConnectionLimits, 'requestMs' | 'idleMs'>;
  /** While true, an answer closes its connection. */
  readonly closing: () => boolean;
}

/** A call that the gate let pass and whose body has not arrived as a whole. */
interface ArrivingCall {
  readonly method: LeanMethod;
  readonly head: CallHead;
  readonly values: ContextValues;
  /** As long as the body will be. */
  readonly body: Buffer;
  size: number;
}

const beginning = Buffer.from('POST /');
/** False as soon as it cannot: of TLS, for example, no empty line would ever come. */
const mayBeginCall = (bytes: Buffer): boolean =>
  bytes.subarray(0, beginning.length).equals(beginning.subarray(0, bytes.length));

const noBytes = Buffer.alloc(0);

/** The event `close` follows. */
const ignore = (): void => {};

/** As a header has it. */
const dateOf = perSecond((time) => time.toUTCString());

/**
 * Serves the plain calls of one connection, one after another. The first request that is anything else goes to Node's server with
 * the whole connection. Not Node's server for all: its parser, streams and events take a fifth of the CPU time of a service for a short call.
 */
export class CallConnection {
  readonly #socket: Socket;
  readonly #options: CallConnectionOptions;
  readonly #passOn: (socket: Socket) => void;
  readonly #address: string | undefined;
  /** Bytes that have arrived and were not read yet. */
  #rest: Buffer = noBytes;
  #arriving: ArrivingCall | undefined;
  #running: LeanCall | undefined;
  /** Whether the client has not taken the answers so far. */
  #isFull = false;
  /** Whether the connection reads no further request: after its last answer, or once Node's server has it. */
  #isDone = false;
  /** Whether it has answered a request. */
  #isKept = false;
  /** By `performance.now`: when it became idle, or when the request began that is arriving. */
  #since = performance.now();

  /** `passOn` gives the connection to Node's server. */
  constructor(socket: Socket, options: CallConnectionOptions, passOn: (socket: Socket) => void) {
    this.#socket = socket;
    this.#options = options;
    this.#passOn = passOn;
    this.#address = socket.remoteAddress;
    socket.on('data', this.#onData).on('end', this.#onEnd).on('close', this.#onClose).on('error', ignore);
  }

  /** Whether a request has arrived as a whole and is not answered yet. */
  get isServing(): boolean {
    return this.#running !== undefined;
  }

  /** Whether every answer was taken and no byte of a further request has arrived. */
  get isIdle(): boolean {
    return (
      !this.isServing &&
      this.#arriving === undefined &&
      this.#rest.length === 0 &&
      this.#socket.writableLength === 0
    );
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Closes the connection if it is idle for too long, or if its request takes too long to arrive. */
  check(now: number): void {
    if (this.isServing) return;
    const { idleMs, requestMs } = this.#options.limits;
    if (now - this.#since > (this.isIdle && this.#isKept ? idleMs : requestMs)) this.destroy();
  }

  readonly #onData = (bytes: Buffer): void => {
    if (this.#isDone) return;
    if (this.isIdle) this.#since = performance.now();
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    // A client that sends requests before it has the answer to another one waits, and its bytes with it.
    if (this.#canRead) this.#read();
    else this.#socket.pause();
  };

  readonly #onEnd = (): void => {
    // As Node's server does: a client that closes its side takes no answer any more.
    this.#onClose();
    this.#socket.end();
  };

  readonly #onClose = (): void => {
    this.#isDone = true;
    this.#running?.cancel();
  };

  /** Whether a request may be read: none is served, and whoever does not take the answers gets no further ones. */
  get #canRead(): boolean {
    return !this.#isDone && !this.isServing && !this.#isFull;
  }

  /** Reads requests as long as it can. More bytes are taken only then: a client cannot fill the memory with requests. */
  #read(): void {
    while (this.#canRead && (this.#arriving === undefined ? this.#readHead() : this.#readBody()));
    if (this.#canRead && this.#socket.isPaused()) this.#socket.resume();
  }

  /** False where bytes are missing. */
  #readHead(): boolean {
    const end = this.#rest.indexOf(headEnd);
    if (end === -1 && this.#rest.length <= maxHeadBytes && mayBeginCall(this.#rest)) return false;
    const head =
      end === -1 || end > maxHeadBytes ? undefined : parseCallHead(this.#rest.toString('latin1', 0, end));
    const method = head && this.#options.methods.get(head.path);
    if (head === undefined || method === undefined || head.length > method.maxBodyBytes) {
      this.#leave();
      return true;
    }
    const values = createContextValues().set(peerAddressKey, this.#address);
    const after = end + headEnd.length;
    const hasBody = this.#rest.length - after >= head.length;
    try {
      method.gate({ method: method.descriptor, values, header: (name) => headerIn(head.headers, name) });
    } catch (thrown) {
      this.#skip(hasBody ? after + head.length : this.#rest.length);
      this.#send(errorAnswer(asConnectError(thrown), noMetadata), hasBody);
      return true;
    }
    this.#skip(after);
    this.#arriving = { method, head, values, body: hasBody ? noBytes : Buffer.alloc(head.length), size: 0 };
    return true;
  }

  /** False where bytes are missing. */
  #readBody(): boolean {
    const arriving = this.#arriving;
    if (arriving === undefined) return false;
    const { method, head, values, body } = arriving;
    const piece = this.#rest.subarray(0, head.length - arriving.size);
    this.#skip(piece.length);
    // The usual case, in which nothing is copied.
    if (arriving.size === 0 && piece.length === head.length) this.#serve(method, head, piece, values);
    else {
      arriving.size += piece.copy(body, arriving.size);
      if (arriving.size < head.length) return false;
      this.#serve(method, head, body, values);
    }
    return true;
  }

  #skip(bytes: number): void {
    this.#rest = bytes < this.#rest.length ? this.#rest.subarray(bytes) : noBytes;
  }

  #serve(method: LeanMethod, { path, headers }: CallHead, body: Buffer, values: ContextValues): void {
    this.#arriving = undefined;
    const call = method.call(path, headers, body, values);
    this.#running = call;
    call.answer.then((answer) => this.#finish(answer)).catch(() => this.destroy());
  }

  #finish(answer: Answer): void {
    this.#running = undefined;
    this.#send(answer);
    this.#read();
  }

  /** `mayStay`: whether the connection can be used for another request. */
  #send({ status, headers, body }: Answer, mayStay = true): void {
    if (this.#isDone) return;
    this.#isKept = true;
    this.#since = performance.now();
    const stays = mayStay && !this.#options.closing();
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
    for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
    head += `date: ${dateOf(Date.now())}\r\n`;
    head += stays
      ? `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(this.#options.limits.idleMs / 1_000)}\r\n\r\n`
      : 'connection: close\r\n\r\n';
    const bytes = messageBytes(head, body);
    if (!stays) this.#close(bytes);
    else if (!this.#socket.write(bytes)) {
      this.#isFull = true;
      this.#socket.once('drain', () => {
        this.#isFull = false;
        this.#since = performance.now();
        this.#read();
      });
    }
  }

  /** Reads on, but nothing more of it: a connection that is closed with unread bytes can lose its last answer. */
  #close(lastAnswer: Buffer): void {
    this.#isDone = true;
    this.#rest = noBytes;
    const socket = this.#socket;
    socket.resume().end(lastAnswer, () => {
      const timer = setTimeout(() => socket.destroy(), closeMs);
      socket.once('close', () => clearTimeout(timer));
    });
  }

  #leave(): void {
    this.#isDone = true;
    const socket = this.#socket;
    socket.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onClose).off('error', ignore);
    socket.unshift(this.#rest);
    this.#rest = noBytes;
    // Node's server would not resume a connection that was paused.
    if (socket.isPaused()) socket.resume();
    this.#passOn(socket);
  }
}
