import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { inWorkspace } from '@patchbay/access/rules';
import type { UseService } from '@patchbay/contracts/patchbay/integration/v1/use_service';
import { invalid } from '@patchbay/errors/failure';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { parse as bytesOf, validate as isUuid } from 'uuid';
import {
  listRelayedRequests as listStored,
  type RequestOutcome,
  requestOutcomes,
} from '../store/relayed-requests.ts';
import type { Dependencies } from './dependencies.ts';
import { findForMember } from './member-integration.ts';

const maxLimit = 200;

/** A cursor after this request: the next page begins with the one before it. New requests do not shift it. */
const cursorOf = (id: string): string => Buffer.from(bytesOf(id)).toString('base64url');

function idIn(cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length === 16) {
    const id = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    if (isUuid(id) && cursorOf(id) === cursor) return id;
  }
  throw invalid({ path: 'cursor', message: 'is not a cursor of this list' });
}

function outcomeIn(text: string | undefined): RequestOutcome | null {
  if (text === undefined) return null;
  const outcome = requestOutcomes.find((each) => each === text);
  if (outcome === undefined)
    throw invalid({ path: 'outcome', message: `must be one of ${requestOutcomes.join(', ')}` });
  return outcome;
}

export const listRelayedRequests =
  ({ db }: Dependencies): Method<typeof UseService.method.listRelayedRequests> =>
  async ({ integrationId, cursor, limit, outcome }, context) => {
    const access = accessOf(context, inWorkspace.seeRequests);
    const { integration } = await findForMember(db, access, integrationId);
    if (limit < 1 || limit > maxLimit) throw invalid({ path: 'limit', message: `must be 1 to ${maxLimit}` });
    const before = cursor === '' ? null : idIn(cursor);
    // One more than the limit shows whether there is a next page.
    const found = await listStored(db, integration.id, {
      before,
      outcome: outcomeIn(outcome),
      limit: limit + 1,
    });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return {
      requests: page.map(
        ({ at, apiKeyPrefix, grantId, account, detail, bytesSent, bytesReceived, ...request }) => ({
          ...request,
          at: timestampFromDate(at),
          ...(apiKeyPrefix !== null && { apiKeyPrefix }),
          ...(grantId !== null && { grantId }),
          ...(account !== null && { account }),
          ...(detail !== null && { detail }),
          bytesSent: BigInt(bytesSent),
          bytesReceived: BigInt(bytesReceived),
        }),
      ),
      nextCursor: last !== undefined && found.length > limit ? cursorOf(last.id) : '',
    };
  };
