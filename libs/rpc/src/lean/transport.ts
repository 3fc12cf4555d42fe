import {
  create,
  type DescMessage,
  type DescMethodUnary,
  fromBinary,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import { MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt';
import {
  Code,
  ConnectError,
  createContextValues,
  type StreamRequest,
  type StreamResponse,
  type Transport,
} from '@connectrpc/connect';
import { createMethodUrl } from '@connectrpc/connect/protocol';
import { contentTypeUnaryProto, headerTimeout, protocolVersion } from '@connectrpc/connect/protocol-connect';
import { asInterceptor, type OutgoingCall } from '../interceptors/client-call.ts';
import { untilEndOfStream } from '../streams/until-end-of-stream.ts';
import { type Answer, throwError } from './answer.ts';
import { ClientCall } from './client-call.ts';
import type { HeaderList } from './header-list.ts';
import { LeanResponse } from './response.ts';

/** Sends a request and resolves with its response; rejects with a ConnectError. */
export type Send = (path: string, headers: HeaderList, body: Uint8Array, call: ClientCall) => Promise<Answer>;

export interface LeanTransportOptions {
  readonly baseUrl: string;
  readonly send: Send;
  /** What surrounds the sending of each call; nothing by default. */
  readonly outgoing?: OutgoingCall;
  /**
   * Milliseconds, for calls without a `timeoutMs` of their own (0 or less there means no timeout). For a stream it is the
   * longest time until the next message.
   */
  readonly defaultTimeoutMs: number | undefined;
  /** Returns a transport without interceptors. Called when a stream is opened: a client of unary calls needs none. */
  readonly streams: () => Pick<Transport, 'stream'>;
}

/** Whether the contract declares that the method has no side effects: only such calls are repeated, or given up once sent. */
const hasNoSideEffects = ({ idempotency }: DescMethodUnary): boolean =>
  idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS;

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

const sendOnly: OutgoingCall = (_call, send) => send();

/**
 * A transport for unary calls by the Connect protocol, binary and uncompressed. Sends the same bytes as Connect's own
 * transport, without its streams and copies.
 */
export function createLeanTransport({
  baseUrl,
  send,
  outgoing = sendOnly,
  defaultTimeoutMs,
  streams,
}: LeanTransportOptions): Transport {
  const paths = new WeakMap<DescMethodUnary, string>();
  const pathOf = (method: DescMethodUnary): string => {
    let path = paths.get(method);
    if (path === undefined) {
      path = new URL(createMethodUrl(baseUrl, method)).pathname;
      paths.set(method, path);
    }
    return path;
  };

  return {
    async unary(method, signal, timeoutMs = defaultTimeoutMs, header, input, contextValues) {
      const timeout = limitOf(timeoutMs);
      const headers = ['content-type', contentTypeUnaryProto, 'connect-protocol-version', protocolVersion];
      if (timeout !== undefined) headers.push(timeoutHeader, String(Math.ceil(timeout)));
      if (header !== undefined) new Headers(header).forEach((value, name) => headers.push(name, value));
      const call = new ClientCall(timeout, signal, hasNoSideEffects(method));
      try {
        const body = toBinary(method.input, create(method.input, input));
        const setHeader = (name: string, value: string): void => void headers.push(name, value);
        return await outgoing({ method, values: contextValues, setHeader }, async () => {
          if (call.reason !== undefined) throw call.reason;
          const answer = await send(pathOf(method), headers, body, call);
          throwError(answer);
          return new LeanResponse(method, parse(method.output, answer.body), answer.headers);
        });
      } catch (thrown) {
        throw call.reason ?? ConnectError.from(thrown);
      } finally {
        call.end();
      }
    },
    async stream(method, signal, timeoutMs = defaultTimeoutMs, header, input, contextValues) {
      return (await untilEndOfStream([asInterceptor(outgoing)], { messageMs: limitOf(timeoutMs) })(
        (request) =>
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
