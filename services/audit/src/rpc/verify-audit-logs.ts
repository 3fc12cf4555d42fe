import type { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import type { Method } from '@patchbay/rpc/method';
import { notVerified, verifyHead, verifyRows } from '../domain/verification.ts';
import { findHead } from '../store/chain-heads.ts';
import { walkEntries } from '../store/walk.ts';
import type { Dependencies } from './dependencies.ts';
import { trailOf } from './trail-access.ts';

export const verifyAuditLogs =
  ({ db }: Dependencies): Method<typeof AuditService.method.verifyAuditLogs> =>
  async (_request, context) => {
    const organizationId = trailOf(context);
    const { head, lastSequence } = await findHead(db, organizationId);
    let verification = notVerified;
    for await (const rows of walkEntries(db, organizationId, Math.max(head.sequence, lastSequence))) {
      // Nobody waits for the answer any more: a long chain is not walked to its end for nothing.
      context.signal.throwIfAborted();
      verification = verifyRows(verification, rows);
      if (verification.firstBrokenSequence !== undefined) break;
    }
    const { checked, firstBrokenSequence } = verifyHead(verification, head);
    return {
      intact: firstBrokenSequence === undefined,
      checked: BigInt(checked),
      firstBrokenSequence: BigInt(firstBrokenSequence ?? 0),
    };
  };
