import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Span } from '@opentelemetry/api';
import { Failure, invalid, notFound, toFailure } from '@patchbay/errors/failure';
import { statusOf } from '@patchbay/errors/problem';
import { attributes } from '@patchbay/telemetry/attributes';
import type { Logger } from '@patchbay/telemetry/logger';
import { observe } from '@patchbay/telemetry/metrics';
import { failSpan, inSpan, SpanKind, tracerOf } from '@patchbay/telemetry/span';
import { contextFromTraceparent, currentTraceparent } from '@patchbay/telemetry/trace-context';
import { Asset } from '../operation/asset.ts';
import type { Operation } from '../operation/operation.ts';
import type { Services } from '../operation/services.ts';
import { sendAsset } from './answer.ts';
import { clientAddress } from './client-address.ts';
import { setCorsHeaders, setPreflightHeaders } from './cors.ts';
import { Exchange } from './exchange.ts';
import { sendFailure } from './problem.ts';
import { requestIdFrom } from './request-id.ts';
import type { Match } from './routes.ts';
import { setSecurityHeaders } from './security-headers.ts';

/** What answers a method of a path: an operation, or a page that is the same for everyone. */
export type Endpoint = Operation | Asset;

export interface PipelineOptions {
  readonly find: (path: string) => Match<Endpoint> | undefined;
  readonly perform: (exchange: Exchange, operation: Operation) => Promise<void>;
  readonly services: Services;
  readonly trustedProxies: number;
  readonly https: boolean;
  readonly logger: Logger;
}

/** What a request is counted and logged by. */
interface Outcome {
  readonly status: number;
  readonly failure?: Failure;
}

/** The status, as nginx has it, under which requests are counted whose client left before the answer; never sent. */
const clientLeft = 499;

/** Low in number and free of what a path may hold: the name of spans, metrics and log lines. */
const nameOf = (endpoint: Endpoint | undefined): string =>
  endpoint === undefined ? 'none' : endpoint instanceof Asset ? 'docs' : endpoint.id;

/** Every request from its first header to the end of its answer. Whatever goes wrong on the way ends here. */
export function createPipeline(options: PipelineOptions) {
  const { find, perform, services, trustedProxies, https, logger } = options;
  const tracer = tracerOf('gateway');

  const answer = async (
    exchange: Exchange,
    match: Match<Endpoint> | undefined,
    endpoint: Endpoint | undefined,
  ): Promise<void> => {
    const { request, response } = exchange;
    // HTTP/1.1 asks for it (RFC 9112), though nothing here believes it.
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      throw invalid({ path: 'Host', message: 'is required' });
    }
    if (match === undefined) throw notFound('no such route');
    if (endpoint instanceof Asset) return sendAsset(exchange, endpoint);
    if (endpoint !== undefined) {
      exchange.params = match.params;
      return perform(exchange, endpoint);
    }
    response.setHeader('allow', match.route.allow);
    if (request.method !== 'OPTIONS') throw new Failure('method_not_allowed');
    setPreflightHeaders(response, match.route.allow);
    response.writeHead(204).end();
  };

  /** Answers with the failure; an answer that was half sent is cut off. */
  const fail = (exchange: Exchange, endpoint: Endpoint | undefined, span: Span, thrown: unknown): Outcome => {
    const { response, requestId } = exchange;
    const failure = toFailure(thrown);
    const hasLeft = exchange.signal.aborted;
    const isCutOff = response.headersSent;
    sendFailure(exchange, failure, endpoint instanceof Asset ? undefined : endpoint, services);
    const [status] = statusOf[failure.code];
    // A call that was canceled because the client left ends as one that took too long.
    const isCanceled = hasLeft && failure.code === 'timeout';
    if (!isCanceled && (status >= 500 || isCutOff)) {
      failSpan(span, failure);
      logger[failure.code === 'internal' ? 'error' : 'warn']({ err: failure, requestId }, 'request failed');
    }
    return { status: hasLeft ? clientLeft : isCutOff ? status : response.statusCode, failure };
  };

  return (request: IncomingMessage, response: ServerResponse): void => {
    const startedAt = performance.now();
    const { headers, method = 'GET' } = request;
    const requestId = requestIdFrom(headers['x-request-id']);
    const address = clientAddress(request, trustedProxies);
    const exchange = new Exchange(request, response, requestId, address);
    const match = find(exchange.path);
    const endpoint = match?.route.endpoints.get(method === 'HEAD' ? 'GET' : method);
    const operation = nameOf(endpoint);
    const route = match?.route.path ?? 'none';

    const serve = async (span: Span): Promise<void> => {
      response.setHeader('x-request-id', requestId);
      const traceparent = currentTraceparent();
      if (traceparent !== undefined) response.setHeader('traceparent', traceparent);
      setSecurityHeaders(response, https);
      setCorsHeaders(request, response, services.trustedOrigins);
      const { status, failure }: Outcome = await answer(exchange, match, endpoint).then(
        () => ({ status: exchange.signal.aborted ? clientLeft : response.statusCode }),
        (thrown: unknown) => fail(exchange, endpoint, span, thrown),
      );
      const seconds = (performance.now() - startedAt) / 1000;
      span.setAttribute(attributes.httpStatus, status);
      observe('httpRequestDuration', seconds, { operation, status });
      logger.debug(
        { requestId, operation, method, route, status, seconds, failure: failure?.message },
        'answered',
      );
    };

    void inSpan(
      tracer,
      operation === 'none' ? `${method} ${route}` : operation,
      {
        kind: SpanKind.SERVER,
        attributes: {
          [attributes.httpMethod]: method,
          [attributes.httpRoute]: route,
          [attributes.operation]: operation,
          [attributes.requestId]: requestId,
        },
        parent: contextFromTraceparent(headers['traceparent'] as string | undefined),
      },
      serve,
    ).catch((error: unknown) => {
      logger.error({ err: error, requestId }, 'a request could not be answered');
      response.destroy();
    });
  };
}
