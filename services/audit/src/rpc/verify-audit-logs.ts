import { inOrganization } from '@patchbay/access/rules';
import type { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { emptyVerification, verifyHead, verifyRows } from '../domain/verification.ts';
import { findHead } from '../store/chain-heads.ts';
import { walkEntries } from '../store/walk.ts';
import type { Dependencies } from './dependencies.ts';

export const verifyAuditLogs =
  ({ db }: Dependencies): Method<typeof AuditService.method.verifyAuditLogs> =>
  async (_request, context) => {
    const { organization } = accessOf(context, inOrganization.readTrail);
    const { head, lastSequence } = await findHead(db, organization.id);
    let verification = emptyVerification;
    for await (const rows of walkEntries(db, organization.id, Math.max(head.sequence, lastSequence))) {
      // Stops when the caller has canceled the call: a chain can have very many pages.
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
