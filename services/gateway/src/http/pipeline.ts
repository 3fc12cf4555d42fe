import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Span } from '@opentelemetry/api';
import { Failure, invalid, notFound, toFailure } from '@patchbay/errors/failure';
import { statusOf } from '@patchbay/errors/problem';
import { Asset } from '@patchbay/http/asset';
import { clientAddress } from '@patchbay/http/client-address';
import { requestIdFrom } from '@patchbay/http/request-id';
import { inRequestSpan } from '@patchbay/http/request-span';
import type { HeaderPairs } from '@patchbay/http/security-headers';
import { attributes } from '@patchbay/telemetry/attributes';
import type { Logger } from '@patchbay/telemetry/logger';
import { count, observe } from '@patchbay/telemetry/metrics';
import { failSpan, tracerOf } from '@patchbay/telemetry/span';
import { currentTraceparent } from '@patchbay/telemetry/trace-context';
import type { Operation } from '../operation/operation.ts';
import type { Services } from '../operation/services.ts';
import { sendAsset } from './answer.ts';
import { corsHeaders, preflightHeaders } from './cors.ts';
import { Exchange } from './exchange.ts';
import { sendHead } from './head.ts';
import { sendFailure } from './problem.ts';
import { refusalOf } from './refusal.ts';
import { requestLine } from './request-line.ts';
import type { Match } from './routes.ts';

/** What answers a method of a path: an operation, or a static page. */
export type Endpoint = Operation | Asset;

export interface PipelineOptions {
  readonly find: (path: string) => Match<Endpoint> | undefined;
  readonly perform: (exchange: Exchange, operation: Operation) => Promise<void>;
  readonly services: Services;
  readonly trustedProxies: number;
  /** Of every answer. */
  readonly headers: HeaderPairs;
  readonly logger: Logger;
}

/** For the metrics, span and log line of a request. */
interface Outcome {
  readonly status: number;
  readonly failure?: Failure;
}

/** Status in metrics, spans and logs where the client disconnected before the end of the answer, as in nginx; never sent. */
const clientClosedRequest = 499;

/** Operation in spans, metrics and log lines: of low cardinality, and without values from the path. */
const nameOf = (endpoint: Endpoint | undefined): string =>
  endpoint === undefined ? 'none' : endpoint instanceof Asset ? 'docs' : endpoint.id;

const operationOf = (endpoint: Endpoint | undefined): Operation | undefined =>
  endpoint instanceof Asset ? undefined : endpoint;

/** Handles every request from its headers to the end of its answer; every failure is caught here. */
export function createPipeline(options: PipelineOptions) {
  const { find, perform, services, trustedProxies, logger } = options;
  const tracer = tracerOf('gateway');
  const commonHeaders = [...options.headers.flat(), 'vary', 'Origin'];

  const answer = async (
    exchange: Exchange,
    match: Match<Endpoint> | undefined,
    endpoint: Endpoint | undefined,
  ): Promise<void> => {
    const { request, response } = exchange;
    // HTTP/1.1 requires the header (RFC 9112); the gateway does not use its value.
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      throw invalid({ path: 'Host', message: 'is required' });
    }
    if (match === undefined) throw notFound('no such route');
    if (endpoint instanceof Asset) return sendAsset(exchange, endpoint);
    if (endpoint !== undefined) {
      exchange.params = match.params;
      return perform(exchange, endpoint);
    }
    const { allow } = match.route;
    if (request.method !== 'OPTIONS') {
      response.setHeader('allow', allow);
      throw new Failure('method_not_allowed');
    }
    const preflight = preflightHeaders(request.headers.origin, allow, services.trustedOrigins);
    sendHead(exchange, 204, ['allow', allow, ...preflight]);
    response.end();
  };

  /** Answers with the failure; where part of an answer was sent already, closes the connection. */
  const fail = (exchange: Exchange, endpoint: Endpoint | undefined, span: Span, thrown: unknown): Outcome => {
    const { response, requestId } = exchange;
    const failure = toFailure(thrown);
    const { isDisconnected } = exchange;
    const isCutOff = response.headersSent;
    sendFailure(exchange, failure, operationOf(endpoint), services);
    const [status] = statusOf[failure.code];
    // A call that is canceled because the client disconnected fails with the code `timeout`.
    const isCanceled = isDisconnected && failure.code === 'timeout';
    if (!isCanceled && (status >= 500 || isCutOff)) {
      failSpan(span, failure);
      logger[failure.code === 'internal' ? 'error' : 'warn']({ err: failure, requestId }, 'request failed');
    }
    return {
      status: isDisconnected ? clientClosedRequest : isCutOff ? status : response.statusCode,
      failure,
    };
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
      const traceparent = currentTraceparent();
      exchange.headers = commonHeaders.concat(
        'x-request-id',
        requestId,
        traceparent === undefined ? [] : ['traceparent', traceparent],
        corsHeaders(headers.origin, services.trustedOrigins),
      );
      const { status, failure }: Outcome = await answer(exchange, match, endpoint).then(
        () => ({ status: exchange.isDisconnected ? clientClosedRequest : response.statusCode }),
        (thrown: unknown) => fail(exchange, endpoint, span, thrown),
      );
      const seconds = (performance.now() - startedAt) / 1000;
      span.setAttribute(attributes.httpStatus, status);
      observe('httpRequestDuration', seconds, { operation, status });
      const refused = failure && refusalOf(failure, exchange, operationOf(endpoint));
      if (refused !== undefined) count('requestsRefused', 1, { operation, ...refused });
      const line = requestLine(exchange, { method, route, operation, status, seconds, failure, refused });
      if (span.isRecording())
        span.setAttributes({
          [attributes.callerType]: line.caller,
          [attributes.organizationId]: line.organizationId,
        });
      if (refused !== undefined) logger.info(line, 'request refused');
      // Load balancers call it every few seconds. One that fails is logged as `request failed` too.
      else if (operation === 'getHealth') logger.debug(line, 'health check answered');
      else logger.info(line, 'request answered');
    };

    void inRequestSpan(tracer, request, { route, operation, requestId }, serve).catch((error: unknown) => {
      logger.error({ err: error, requestId }, 'a request could not be answered');
      response.destroy();
    });
  };
}
