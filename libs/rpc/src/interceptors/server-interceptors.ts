import type { Interceptor } from '@connectrpc/connect';
import type { ServiceName } from '@patchbay/platform/services';
import type { Logger } from '@patchbay/telemetry/logger';
import type { TokenGate } from '../token-gate.ts';
import { callSignals } from './call-signals.ts';
import { callingServiceCheck } from './calling-service-check.ts';
import { errorMapping } from './error-mapping.ts';
import { serverMetrics } from './server-metrics.ts';
import { serverSpan } from './server-span.ts';
import { tokenCheck } from './token-check.ts';

export interface ServerInterceptorOptions {
  readonly service: ServiceName;
  readonly gate: TokenGate;
  readonly logger: Logger;
}

/** The interceptors of every call, outermost first. */
export const serverInterceptors = ({
  service,
  gate,
  logger,
}: ServerInterceptorOptions): readonly Interceptor[] => [
  serverSpan(service),
  serverMetrics,
  tokenCheck(gate),
  callingServiceCheck(logger),
  errorMapping(logger),
  callSignals,
];
