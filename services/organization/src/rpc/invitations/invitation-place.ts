import { type Principal, personOf } from '@patchbay/access/caller';
import { demand, inOrganization, inWorkspace } from '@patchbay/access/rules';
import type { Sender } from '../../domain/invitation.ts';
import type { Access } from '../../store/access-row.ts';
import type { Place } from '../../store/invitations.ts';

/** The place of the path. Refuses a caller who may not invite into it: listing and changing invitations need that right. */
export function demandMayInvite({ organization, workspace }: Access): Place {
  if (workspace === undefined) demand({ organization }, inOrganization.invite);
  else demand({ workspace }, inWorkspace.invite);
  return { organizationId: organization.id, workspaceId: workspace?.id ?? null };
}

/** The sender of an invitation of this caller; for a key it is the key, with its creator as the inviter. */
export const senderOf = (caller: Principal): Sender => ({
  inviter: personOf(caller),
  apiKeyId: caller.type === 'api_key' ? caller.keyId : null,
});
