import { type Invitation, invitationUrl } from '../../domain/invitation.ts';
import { invitationMail } from '../../mails/invitation.ts';
import type { Tx } from '../../store/transaction.ts';
import type { Dependencies } from '../dependencies.ts';

/** A sealed token opens only for the invitation that it was sealed for. */
const sealedFor = ({ id, organization }: Invitation): string => `invitation ${organization.id} ${id}`;

export const sealToken = ({ sealer }: Dependencies, invitation: Invitation, token: string): string =>
  sealer.seal(token, sealedFor(invitation));

export const openToken = ({ sealer }: Dependencies, invitation: Invitation, sealedToken: string): string =>
  sealer.open(sealedToken, sealedFor(invitation)).toString();

/** Sent if and only if the transaction is committed. */
export const mailInvitation = (
  { mails, portalUrl }: Dependencies,
  tx: Tx,
  invitation: Invitation,
  token: string,
): Promise<void> =>
  mails.enqueue(tx, {
    to: invitation.email,
    ...invitationMail(invitation, invitationUrl(portalUrl, token)),
  });
