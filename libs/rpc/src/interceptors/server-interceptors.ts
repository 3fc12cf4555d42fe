import type { Interceptor } from '@connectrpc/connect';
import type { ServiceName } from '@patchbay/platform/services';
import type { Logger } from '@patchbay/telemetry/logger';
import type { TokenVerifier } from '../caller-token.ts';
import { callSignals } from './call-signals.ts';
import { callingServiceCheck } from './calling-service-check.ts';
import { errorMapping } from './error-mapping.ts';
import { serverMetrics } from './server-metrics.ts';
import { serverSpan } from './server-span.ts';
import { tokenCheck } from './token-check.ts';

export interface ServerInterceptorOptions {
  readonly service: ServiceName;
  readonly verifier: TokenVerifier;
  readonly logger: Logger;
}

/** The interceptors of every call, outermost first. */
export const serverInterceptors = ({
  service,
  verifier,
  logger,
}: ServerInterceptorOptions): readonly Interceptor[] => [
  serverSpan(service),
  serverMetrics,
  tokenCheck(verifier, logger),
  callingServiceCheck(logger),
  errorMapping(logger),
  callSignals,
];
