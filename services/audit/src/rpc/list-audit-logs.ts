import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import { inOrganization } from '@patchbay/access/rules';
import type { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { cursorOf } from '../domain/cursor.ts';
import { pageOf } from '../domain/page.ts';
import { findPage } from '../store/pages.ts';
import type { Dependencies } from './dependencies.ts';
import { presentEntry } from './present.ts';

const dateOf = (timestamp: Timestamp | undefined) => timestamp && timestampDate(timestamp);

export const listAuditLogs =
  ({ db }: Dependencies): Method<typeof AuditService.method.listAuditLogs> =>
  async (request, context) => {
    const { organization } = accessOf(context, inOrganization.readTrail);
    const { cursor, limit, action, actorId, workspaceSlug, targetType, targetId } = request;
    const [from, to] = [dateOf(request.from), dateOf(request.to)];
    const filters = { action, actorId, workspaceSlug, targetType, targetId, from, to };
    const { entries, more } = await findPage(db, organization.id, pageOf({ cursor, limit, filters }));
    const last = entries.at(-1);
    return {
      auditLogs: entries.map(presentEntry),
      nextCursor: more && last !== undefined ? cursorOf(last.entry.sequence) : '',
    };
  };
