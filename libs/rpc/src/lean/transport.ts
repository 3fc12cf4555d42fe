import { create, type DescMethodUnary, fromBinary, toBinary } from '@bufbuild/protobuf';
import { MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt';
import {
  Code,
  ConnectError,
  createContextValues,
  type Interceptor,
  type StreamRequest,
  type StreamResponse,
  type Transport,
  type UnaryRequest,
  type UnaryResponse,
} from '@connectrpc/connect';
import { createMethodUrl } from '@connectrpc/connect/protocol';
import {
  contentTypeUnaryProto,
  headerContentType,
  headerProtocolVersion,
  headerTimeout,
  protocolVersion,
} from '@connectrpc/connect/protocol-connect';
import { untilEndOfStream } from '../streams/until-end-of-stream.ts';
import { type Answer, readAnswer } from './answer.ts';
import { ClientCall } from './client-call.ts';

/** Sends a request and resolves with its response; rejects with a ConnectError. */
export type Send = (path: string, headers: Headers, body: Uint8Array, call: ClientCall) => Promise<Answer>;

export interface LeanTransportOptions {
  readonly baseUrl: string;
  readonly send: Send;
  readonly interceptors: readonly Interceptor[];
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

type AnyFn = ReturnType<Interceptor>;

/** The longest delay of a timer of Node, 24 days: a timer with a longer one fires at once. */
const maxTimeoutMs = 2_147_483_647;

const limitOf = (timeoutMs: number | undefined): number | undefined =>
  timeoutMs === undefined || timeoutMs <= 0 ? undefined : Math.min(timeoutMs, maxTimeoutMs);

/** For Connect's own transport, which would apply a timeout to the whole stream. */
const noDeadline = 0;

const parseWith =
  (method: DescMethodUnary) =>
  (body: Uint8Array): UnaryResponse['message'] => {
    try {
      return fromBinary(method.output, body);
    } catch (error) {
      throw new ConnectError(`parse binary: ${(error as Error).message}`, Code.Internal);
    }
  };

/**
 * A transport for unary calls by the Connect protocol, binary and uncompressed. Sends the same bytes as Connect's own
 * transport, without its streams and copies.
 */
export function createLeanTransport({
  baseUrl,
  send,
  interceptors,
  defaultTimeoutMs,
  streams,
}: LeanTransportOptions): Transport {
  const addresses = new WeakMap<DescMethodUnary, { readonly url: string; readonly path: string }>();
  const addressOf = (method: DescMethodUnary) => {
    let address = addresses.get(method);
    if (address === undefined) {
      const url = createMethodUrl(baseUrl, method);
      address = { url, path: new URL(url).pathname };
      addresses.set(method, address);
    }
    return address;
  };

  const call = async (
    method: DescMethodUnary,
    clientCall: ClientCall,
    header: Headers,
    message: UnaryRequest['message'],
    contextValues = createContextValues(),
  ): Promise<UnaryResponse> => {
    const { url, path } = addressOf(method);
    const exchange: AnyFn = async (request) => {
      if (clientCall.reason !== undefined) throw clientCall.reason;
      const body = toBinary(method.input, request.stream ? message : request.message);
      const answer = readAnswer(await send(path, request.header, body, clientCall), parseWith(method));
      return {
        stream: false,
        service: method.parent,
        method,
        message: answer.message,
        get header() {
          return answer.header;
        },
        get trailer() {
          return answer.trailer;
        },
      };
    };
    const response = await interceptors.reduceRight<AnyFn>(
      (next, interceptor) => interceptor(next),
      exchange,
    )({
      stream: false,
      service: method.parent,
      method,
      requestMethod: 'POST',
      url,
      header,
      contextValues,
      message,
      get signal() {
        return clientCall.signal;
      },
    });
    if (response.stream)
      throw new ConnectError('an interceptor made a stream of a unary call', Code.Internal);
    return response;
  };

  return {
    async unary(method, signal, timeoutMs = defaultTimeoutMs, header, input, contextValues) {
      const timeout = limitOf(timeoutMs);
      const headers = new Headers(header);
      headers.set(headerContentType, contentTypeUnaryProto);
      headers.set(headerProtocolVersion, protocolVersion);
      if (timeout !== undefined) headers.set(headerTimeout, String(Math.ceil(timeout)));
      const clientCall = new ClientCall(timeout, signal, hasNoSideEffects(method));
      try {
        const message = create(method.input, input);
        return (await call(method, clientCall, headers, message, contextValues)) as UnaryResponse<
          typeof method.input,
          typeof method.output
        >;
      } catch (thrown) {
        throw clientCall.reason ?? ConnectError.from(thrown);
      } finally {
        clientCall.end();
      }
    },
    async stream(method, signal, timeoutMs = defaultTimeoutMs, header, input, contextValues) {
      const open: AnyFn = (request) =>
        streams().stream(method, request.signal, noDeadline, request.header, input, request.contextValues);
      return (await untilEndOfStream(interceptors, { messageMs: limitOf(timeoutMs) })(open)({
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
