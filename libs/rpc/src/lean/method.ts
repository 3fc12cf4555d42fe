import type { IncomingHttpHeaders } from 'node:http';
import { create, type DescMethodUnary, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  Code,
  ConnectError,
  type ContextValues,
  createContextValues,
  type HandlerContext,
  type Interceptor,
  type MethodImplSpec,
  type UnaryRequest,
  type UnaryResponse,
} from '@connectrpc/connect';
import { headerTimeout, parseTimeout } from '@connectrpc/connect/protocol-connect';
import { deadlineExceeded } from '../interceptors/enforce-deadline.ts';
import { type Answer, asConnectError, errorAnswer, messageAnswer, noMetadata } from './answer.ts';
import { LeanContext } from './call-context.ts';

export type UnarySpec = Extract<MethodImplSpec, { kind: 'unary' }>;

/** A call that is being served. */
export interface LeanCall {
  /** Never rejects: an error is a response too. */
  readonly answer: Promise<Answer>;
  /** Aborts the handler's signal: the caller no longer waits for the response. */
  cancel(): void;
}

export interface LeanMethod {
  readonly descriptor: DescMethodUnary;
  /** `values`: what the token gate and the connection have set for this call. */
  call(path: string, headers: IncomingHttpHeaders, body: Uint8Array, values?: ContextValues): LeanCall;
}

export interface LeanMethodOptions {
  readonly interceptors: readonly Interceptor[];
  /** Milliseconds: the longest timeout of a unary call, and its timeout if the client sends none. */
  readonly maxTimeoutMs: number;
}

type AnyFn = ReturnType<Interceptor>;

const callerCanceled = new ConnectError('the caller has gone', Code.Canceled);

/** Milliseconds before the deadline within which a closed connection counts as a timeout of the client. */
const deadlineToleranceMs = 50;

/** The context for the handler: the one of the call, unless an interceptor has passed on another request. */
const contextFor = (
  context: LeanContext,
  request: Parameters<AnyFn>[0],
  original: UnaryRequest,
): HandlerContext =>
  request === original
    ? context
    : {
        method: context.method,
        service: request.service,
        requestMethod: context.requestMethod,
        protocolName: context.protocolName,
        url: context.url,
        timeoutMs: context.timeoutMs,
        signal: request.signal,
        requestHeader: request.header,
        responseHeader: context.responseHeader,
        responseTrailer: context.responseTrailer,
        values: request.contextValues,
      };

/**
 * Serves a unary method from bytes to bytes by the Connect protocol, binary and uncompressed. Does what Connect's own
 * handler does without its streams and copies, and answers at the deadline while the handler is still running.
 */
export function createLeanMethod(
  { method, impl }: UnarySpec,
  { interceptors, maxTimeoutMs }: LeanMethodOptions,
): LeanMethod {
  const invoke = async (context: LeanContext, body: Uint8Array): Promise<Answer> => {
    const request: UnaryRequest = {
      stream: false,
      service: method.parent,
      method,
      requestMethod: context.requestMethod,
      url: context.url,
      message: parse(body),
      contextValues: context.values,
      get header() {
        return context.requestHeader;
      },
      get signal() {
        return context.signal;
      },
    };
    let handlerResponse: UnaryResponse | undefined;
    const handle: AnyFn = async (given) => {
      const input = given.stream ? request.message : given.message;
      const output = await context.untilDeadline(() => impl(input, contextFor(context, given, request)));
      handlerResponse = {
        stream: false,
        service: method.parent,
        method,
        message: create(method.output, output),
        get header() {
          return context.responseHeader;
        },
        get trailer() {
          return context.responseTrailer;
        },
      };
      return handlerResponse;
    };
    const response = await interceptors.reduceRight<AnyFn>(
      (next, interceptor) => interceptor(next),
      handle,
    )(request);
    if (response.stream)
      throw new ConnectError('an interceptor made a stream of a unary call', Code.Internal);
    return messageAnswer(serialize(response), response === handlerResponse ? context.metadata : response);
  };

  const parse = (body: Uint8Array): UnaryRequest['message'] => {
    try {
      return fromBinary(method.input, body);
    } catch (error) {
      throw new ConnectError(`parse binary: ${(error as Error).message}`, Code.Internal);
    }
  };

  const serialize = ({ message }: UnaryResponse): Uint8Array => {
    try {
      return toBinary(method.output, message);
    } catch (error) {
      throw new ConnectError(`serialize binary: ${(error as Error).message}`, Code.Internal);
    }
  };

  return {
    descriptor: method,
    call(path, headers, body, values = createContextValues()) {
      const timeoutHeader = headers[headerTimeout.toLowerCase()];
      const { timeoutMs = maxTimeoutMs, error } = parseTimeout(
        typeof timeoutHeader === 'string' ? timeoutHeader : null,
        Number.MAX_SAFE_INTEGER,
      );
      if (error !== undefined)
        return { answer: Promise.resolve(errorAnswer(error, noMetadata)), cancel() {} };
      const context = new LeanContext({
        method,
        url: path,
        headers,
        values,
        timeoutMs: Math.min(timeoutMs, maxTimeoutMs),
      });
      return {
        answer: invoke(context, body)
          .catch((thrown: unknown) => errorAnswer(asConnectError(thrown), context.metadata))
          .finally(() => context.end()),
        cancel() {
          // The client's timer of the same length began earlier: its closed connection arrives just before our deadline.
          const isDeadline = context.timeoutMs() <= deadlineToleranceMs;
          context.abort(isDeadline ? deadlineExceeded() : callerCanceled);
        },
      };
    },
  };
}
