import type { Schemas } from '../../api/answer.ts';

type Preview = Schemas['InvitationPreview'];
type Invitation = Schemas['Invitation'];

/**
 * Finds the caller's pending invitation that a mailed link is about. The preview has no id, so organization and workspace identify it: an
 * email has at most one pending invitation to each.
 */
export const ownInvitation = (
  preview: Pick<Preview, 'organization' | 'workspace'>,
  pending: readonly Invitation[],
): Invitation | undefined =>
  pending.find(
    ({ organization, workspace }) =>
      organization.slug === preview.organization.slug && workspace?.slug === preview.workspace?.slug,
  );
