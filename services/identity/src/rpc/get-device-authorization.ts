import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import type { Method } from '@patchbay/rpc/method';
import { formatUserCode, normalizeUserCode } from '../domain/device-authorization.ts';
import { findUndecided } from '../store/device-authorizations.ts';
import type { Dependencies } from './dependencies.ts';
import { withUserCode } from './user-code.ts';

export const getDeviceAuthorization =
  (dependencies: Dependencies): Method<typeof IdentityService.method.getDeviceAuthorization> =>
  async (request, context) => {
    const { userCode, ipAddress, userAgent, createdAt, expiresAt } = await withUserCode(
      dependencies,
      context,
      (tx, now) => findUndecided(tx, normalizeUserCode(request.userCode), now),
    );
    return {
      userCode: formatUserCode(userCode),
      ...(ipAddress !== null && { ipAddress }),
      ...(userAgent !== null && { userAgent }),
      createdAt: timestampFromDate(createdAt),
      expiresAt: timestampFromDate(expiresAt),
    };
  };
