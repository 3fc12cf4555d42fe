import { type Principal, personOf } from '@patchbay/access/caller';
import { demand, inOrganization, inWorkspace } from '@patchbay/access/rules';
import type { Sender } from '../../domain/invitation.ts';
import type { Access } from '../../store/access-row.ts';
import type { Place } from '../../store/invitations.ts';

/** The place that the path names, for those who may invite into it: nobody else acts on its invitations or lists them. */
export function demandMayInvite({ organization, workspace }: Access): Place {
  if (workspace === undefined) demand({ organization }, inOrganization.invite);
  else demand({ workspace }, inWorkspace.invite);
  return { organizationId: organization.id, workspaceId: workspace?.id ?? null };
}

/** Who answers for what the caller sends: through a key its creator, for as long as the key may invite. */
export const senderOf = (caller: Principal): Sender => ({
  inviter: personOf(caller),
  apiKeyId: caller.type === 'api_key' ? caller.keyId : null,
});
