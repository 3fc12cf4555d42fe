import type { DescMethod } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import type { ServiceName } from '@patchbay/platform/services';
import { attributes as names } from '@patchbay/telemetry/attributes';
import type { Logger } from '@patchbay/telemetry/logger';
import { count } from '@patchbay/telemetry/metrics';
import { callableBy } from '../callable-by.ts';
import { callOf } from '../caller.ts';
import { peerAddressKey } from '../peer-address.ts';
import { limitedLog } from './limited-log.ts';
import { namesOf } from './method-names.ts';
import type { ServedCall } from './served-call.ts';

/**
 * Rejects calls of services that the contract of the method does not name (`callable_by`). The error has no `Failure`
 * detail: the calling service is at fault, so the API's client gets a 500 and not a 403. Logged as an error: such a call is a
 * bug of the calling service, or somebody else has its key.
 */
export function callingServiceCheck(logger: Logger): (call: ServedCall) => void {
  const logRefusal = limitedLog(
    (unlogged, { parent, name }: DescMethod, calledBy: ServiceName, address: string | undefined) =>
      logger.error(
        { method: `${parent.typeName}/${name}`, calledBy, address, unlogged },
        'call refused: the method is not for this service',
      ),
  );

  return ({ method, values }) => {
    const { calledBy } = callOf({ values });
    if (callableBy(method).has(calledBy)) return;
    logRefusal(method, calledBy, values.get(peerAddressKey));
    count('rpcRefused', 1, {
      ...namesOf(method).attributes,
      reason: 'caller',
      [names.callingService]: calledBy,
    });
    throw new ConnectError(`${method.name} is not for ${calledBy}`, Code.PermissionDenied);
  };
}
