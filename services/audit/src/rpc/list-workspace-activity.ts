import { inWorkspace } from '@patchbay/access/rules';
import type { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { activityOf } from '../domain/activity.ts';
import type { Entry } from '../domain/entry.ts';
import { cursorOf, pageOf } from '../domain/page.ts';
import { findActivity } from '../store/activity.ts';
import { beginReads } from '../store/reads.ts';
import type { ListDependencies } from './list-audit-logs.ts';

export const listWorkspaceActivity =
  ({ db, inPageTurn }: ListDependencies): Method<typeof AuditService.method.listWorkspaceActivity> =>
  async ({ cursor, limit, integrationId }, context) => {
    const { organization, workspace } = accessOf(context, inWorkspace.see);
    const page = pageOf({ cursor, limit, filters: {} });
    const { entries, next } = await inPageTurn(organization.id, context.signal, () =>
      findActivity(beginReads(db), organization.id, { ...page, workspace, integrationId }),
    );
    const activity = entries.map(({ text }) => activityOf(JSON.parse(text) as Entry));
    return {
      activity: Buffer.from(JSON.stringify(activity)),
      nextCursor: next === undefined ? '' : cursorOf(next),
    };
  };
