import type { Failure } from '@patchbay/errors/failure';
import type { Logger } from '@patchbay/telemetry/logger';
import { requestIdsOf } from './caller.ts';
import type { ServedCall } from './interceptors/served-call.ts';

/**
 * Logs a fault (`internal`, `unavailable`, `timeout`), but not a deliberate refusal. A call that serves several requests gets a
 * line for each, so that each is found by its id.
 */
export function logFault(
  logger: Logger,
  { method, values }: Pick<ServedCall, 'method' | 'values'>,
  failure: Failure,
): void {
  for (const requestId of requestIdsOf({ values })) {
    const fault = {
      method: `${method.parent.typeName}/${method.name}`,
      requestId,
      code: failure.code,
      failure: failure.message,
      err: failure.cause ?? failure,
    };
    if (failure.code === 'internal') logger.error(fault, 'call failed');
    else if (failure.code === 'unavailable' || failure.code === 'timeout') logger.warn(fault, 'call failed');
  }
}
