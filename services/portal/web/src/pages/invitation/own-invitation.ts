import type { Schemas } from '../../api/answer.ts';

type Preview = Schemas['InvitationPreview'];
type Invitation = Schemas['Invitation'];

/**
 * The caller's pending invitation that a mailed link is about. The link shows no id, so organization and workspace tell: of each there is
 * at most one pending invitation of an address.
 */
export const ownInvitation = (
  preview: Pick<Preview, 'organization' | 'workspace'>,
  pending: readonly Invitation[],
): Invitation | undefined =>
  pending.find(
    ({ organization, workspace }) =>
      organization.slug === preview.organization.slug && workspace?.slug === preview.workspace?.slug,
  );
