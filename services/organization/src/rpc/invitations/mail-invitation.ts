import { type Invitation, invitationUrl } from '../../domain/invitation.ts';
import { invitationMail } from '../../mails/invitation.ts';
import { sealedToken } from '../../store/sealed-token.ts';
import type { Tx } from '../../store/transaction.ts';
import type { Dependencies } from '../dependencies.ts';

export const sealToken = (
  { sealer }: Dependencies,
  { id, organization }: Invitation,
  token: string,
): string => sealedToken.seal(sealer, token, organization.id, id);

export const openToken = (
  { sealer }: Dependencies,
  { id, organization }: Invitation,
  sealed: string,
): string => sealedToken.open(sealer, sealed, organization.id, id);

/** Queues the mail in the transaction: it is sent if and only if the transaction commits. */
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
