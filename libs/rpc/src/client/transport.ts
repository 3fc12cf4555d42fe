import {
  create,
  type DescMessage,
  type DescMethodUnary,
  fromBinary,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import {
  Code,
  ConnectError,
  createContextValues,
  type StreamRequest,
  type StreamResponse,
  type Transport,
  type UnaryResponse,
} from '@connectrpc/connect';
import { createMethodUrl } from '@connectrpc/connect/protocol';
import {
  contentTypeUnaryProto,
  headerTimeout,
  protocolVersion,
  trailerDemux,
} from '@connectrpc/connect/protocol-connect';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import { answerHeadersKey } from '../caller/call-options.ts';
import { type HeaderRecord, toHeaders } from '../headers.ts';
import { defaultTimeoutOf, hasNoSideEffects, namesOf } from '../method.ts';
import { untilEndOfStream } from '../streams/running-stream.ts';
import { throwIfError, type UnaryAnswer } from '../unary-answer.ts';
import { type BodyTransport, createBodies, type SendBody } from './bodies.ts';
import { type ClientCall, clientInterceptor } from './client-call.ts';
import { PendingCall } from './pending-call.ts';

/** Sends a request and resolves with its answer; rejects with a ConnectError. */
export type Send = (
  path: string,
  headers: Record<string, string>,
  body: Uint8Array,
  call: PendingCall,
) => Promise<UnaryAnswer>;

export interface TransportOptions {
  readonly baseUrl: string;
  readonly send: Send;
  /** What surrounds the sending of each call; nothing by default. */
  readonly clientCall?: ClientCall;
  /**
   * Milliseconds for calls without a `timeoutMs` of their own; 0 or less: no timeout. For a stream it is the longest time until the
   * next message. Default: by method.
   */
  readonly defaultTimeoutMs?: number | undefined;
  /** Returns a transport without interceptors. Called when a stream is opened: a client of unary calls needs none. */
  readonly streams: () => Pick<Transport, 'stream'>;
  readonly sendBody: SendBody;
  readonly clock?: Clock | undefined;
}

/** The longest delay of a timer of Node, 24 days: a timer with a longer one fires at once. */
const maxTimeoutMs = 2_147_483_647;

const limitOf = (timeoutMs: number | undefined): number | undefined =>
  timeoutMs === undefined || timeoutMs <= 0 ? undefined : Math.min(timeoutMs, maxTimeoutMs);

/** For Connect's own transport, which would apply a timeout to the whole stream. */
const noDeadline = 0;

const timeoutHeader = headerTimeout.toLowerCase();

const parse = <O extends DescMessage>(output: O, body: Uint8Array): MessageShape<O> => {
  try {
    return fromBinary(output, body);
  } catch (error) {
    throw new ConnectError(`parse binary: ${(error as Error).message}`, Code.Internal);
  }
};

/** `Headers` objects are created when first accessed: few callers use them. */
function toResponse<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  message: MessageShape<O>,
  headers: HeaderRecord,
): UnaryResponse<I, O> {
  let parts: [Headers, Headers] | undefined;
  const demux = (): [Headers, Headers] => (parts ??= trailerDemux(toHeaders(headers)));
  return {
    stream: false,
    service: method.parent,
    method,
    message,
    get header() {
      return demux()[0];
    },
    get trailer() {
      return demux()[1];
    },
  };
}

const sendOnly: ClientCall = (_call, send) => send();

/**
 * A transport whose unary calls are those of the Connect protocol, binary and uncompressed: the same bytes as those of Connect's own
 * transport, without its streams and copies. `streams` carries streaming calls, `sendBody` those with bodies.
 */
export function createTransport({
  baseUrl,
  send,
  clientCall = sendOnly,
  defaultTimeoutMs,
  streams,
  sendBody,
  clock = systemClock,
}: TransportOptions): BodyTransport {
  const prefix = new URL(baseUrl).pathname.replace(/\/?$/, '/');
  return {
    bodies: createBodies({ prefix, send: sendBody, clientCall, clock }),
    async unary(
      method,
      signal,
      timeoutMs = defaultTimeoutMs ?? defaultTimeoutOf(method),
      header,
      input,
      contextValues,
    ) {
      const timeout = limitOf(timeoutMs);
      const headers: Record<string, string> = {
        'content-type': contentTypeUnaryProto,
        'connect-protocol-version': protocolVersion,
      };
      if (timeout !== undefined) headers[timeoutHeader] = String(Math.ceil(timeout));
      if (header !== undefined) new Headers(header).forEach((value, name) => (headers[name] = value));
      const call = new PendingCall(timeout, signal, hasNoSideEffects(method), clock);
      try {
        const body = toBinary(method.input, create(method.input, input));
        const setHeader = (name: string, value: string): void => void (headers[name] = value);
        return await clientCall({ method, values: contextValues, setHeader }, async () => {
          if (call.reason !== undefined) throw call.reason;
          const answer = await send(prefix + namesOf(method).name, headers, body, call);
          contextValues?.get(answerHeadersKey)?.(answer.headers);
          throwIfError(answer);
          return toResponse(method, parse(method.output, answer.body), answer.headers);
        });
      } catch (thrown) {
        throw call.reason ?? ConnectError.from(thrown);
      } finally {
        call.end();
      }
    },
    async stream(
      method,
      signal,
      timeoutMs = defaultTimeoutMs ?? defaultTimeoutOf(method),
      header,
      input,
      contextValues,
    ) {
      const open = untilEndOfStream(clientInterceptor(clientCall), { messageMs: limitOf(timeoutMs) }, clock);
      return (await open((request) =>
        streams().stream(method, request.signal, noDeadline, request.header, input, request.contextValues),
      )({
        stream: true,
        service: method.parent,
        method,
        requestMethod: 'POST',
        url: createMethodUrl(baseUrl, method),
        header: new Headers(header),
        contextValues: contextValues ?? createContextValues(),
        message: input as StreamRequest['message'],
        signal: signal ?? new AbortController().signal,
      })) as StreamResponse<typeof method.input, typeof method.output>;
    },
  };
}
