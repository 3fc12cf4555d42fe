import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import type { Method } from '@patchbay/rpc/method';
import { digestOf } from '@patchbay/tokens/token';
import { type PollError, pollUndecided } from '../domain/device-authorization.ts';
import type { User } from '../domain/user.ts';
import { lockDevice, savePoll, spendApproval } from '../store/device-authorizations.ts';
import type { Dependencies } from './dependencies.ts';
import { openSession } from './open-session.ts';

const refused = (error: PollError) => ({ outcome: { case: 'error' as const, value: error } });

/**
 * Only undecided devices get `slow_down` (RFC 8628, section 3.5): the first poll after the decision gets its result, however
 * soon it comes. Of concurrent polls exactly one opens the session (`spendApproval` locks and deletes the row).
 */
export const pollDeviceAuthorization =
  (dependencies: Dependencies): Method<typeof IdentityService.method.pollDeviceAuthorization> =>
  async ({ deviceCode }, context) => {
    const digest = digestOf(deviceCode);
    const turn = { of: 'device authorization', key: Buffer.from(digest).toString('base64url') };
    const polled = await dependencies.transact(
      { name: 'poll device', turn },
      async (tx): Promise<PollError | User> => {
        const now = new Date();
        const device = await lockDevice(tx, digest);
        if (device === undefined) return 'unknown_code';
        if (device.expiresAt <= now) return 'expired_token';
        if (device.decision === 'denied') return 'access_denied';
        if (device.decision === 'approved' && device.decider !== null) return device.decider;
        const { error, device: after } = pollUndecided(device, now);
        await savePoll(tx, digest, after);
        return error;
      },
    );
    if (typeof polled === 'string') return refused(polled);

    const opened = await openSession(dependencies, context, {
      user: polled,
      method: 'device',
      spend: (tx, now) => spendApproval(tx, digest, now),
    });
    return typeof opened === 'string' ? refused(opened) : { outcome: { case: 'approved', value: opened } };
  };
