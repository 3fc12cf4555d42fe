import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { internal } from '@patchbay/errors/failure';
import { callOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { digestOf, newToken } from '@patchbay/tokens/token';
import { deviceSeconds, formatUserCode, newUserCode, startDevice } from '../domain/device-authorization.ts';
import { insertDevice } from '../store/device-authorizations.ts';
import type { Dependencies } from './dependencies.ts';

/** Tries to find an unused code; of 25,600,000,000 codes few are in use, so that even a second try is rare. */
const maxTries = 5;

export const startDeviceAuthorization =
  ({ db, portalUrl }: Dependencies): Method<typeof IdentityService.method.startDeviceAuthorization> =>
  async (_request, context) => {
    const call = callOf(context);
    const deviceCode = newToken();
    for (let tries = 0; tries < maxTries; tries += 1) {
      const device = startDevice(newUserCode(), call, new Date());
      if (!(await insertDevice(db, device, digestOf(deviceCode)))) continue;
      const userCode = formatUserCode(device.userCode);
      return {
        deviceCode,
        userCode,
        verificationUri: `${portalUrl}/device`,
        verificationUriComplete: `${portalUrl}/device?user_code=${userCode}`,
        expiresIn: deviceSeconds,
        interval: device.interval,
      };
    }
    throw internal('no free user code was found');
  };
