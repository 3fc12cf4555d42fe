import { inOrganization } from '@patchbay/access/rules';
import type { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { conflict, unavailable } from '@patchbay/errors/failure';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import type { Dependencies } from './dependencies.ts';
import { createVerifier } from './verifier.ts';

export function verifyAuditLogs({
  db,
  locks,
  trustedKeys,
}: Dependencies): Method<typeof AuditService.method.verifyAuditLogs> {
  const verify = createVerifier(db, trustedKeys);
  return async ({ afterSequence }, context) => {
    const { organization } = accessOf(context, inOrganization.readTrail);
    // Held across all processes, so that one organization cannot keep several of them busy.
    const lock = await locks.tryLock(`verify ${organization.id}`);
    if (lock === undefined) throw conflict('This trail is being verified. Try again when that has ended.');
    try {
      const { checked, firstBrokenSequence, nextSequence } = await verify(
        organization.id,
        Number(afterSequence),
        AbortSignal.any([context.signal, lock.signal]),
      );
      return {
        intact: firstBrokenSequence === undefined,
        checked: BigInt(checked),
        firstBrokenSequence: BigInt(firstBrokenSequence ?? 0),
        nextSequence: BigInt(nextSequence ?? 0),
      };
    } catch (error) {
      if (lock.signal.aborted) throw unavailable('the lock on a verification was lost', error);
      throw error;
    } finally {
      await lock.release();
    }
  };
}
