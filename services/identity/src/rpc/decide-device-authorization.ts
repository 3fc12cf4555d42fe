import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { normalizeUserCode } from '../domain/device-authorization.ts';
import { decide } from '../store/device-authorizations.ts';
import type { Dependencies } from './dependencies.ts';
import { withUserCode } from './user-code.ts';

export const decideDeviceAuthorization =
  (dependencies: Dependencies): Method<typeof IdentityService.method.decideDeviceAuthorization> =>
  async ({ userCode, approve }, context) => {
    const { userId, sessionId } = userOf(context);
    const decision = {
      userCode: normalizeUserCode(userCode),
      decision: approve ? ('approved' as const) : ('denied' as const),
      decidedBy: userId,
      decidedIn: sessionId,
    };
    return withUserCode(dependencies, context, async (tx, now) =>
      (await decide(tx, decision, now)) ? {} : undefined,
    );
  };
