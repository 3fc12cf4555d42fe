import type { ConfirmedAction } from '@patchbay/platform/confirmed-actions';
import { digestOf, newToken } from '@patchbay/tokens/token';
import { actionOf, issueLink, linkUrl } from '../domain/sign-in-link.ts';
import { confirmationLinkMail, signInLinkMail, signUpLinkMail } from '../mails/links.ts';
import { saveLink, turnOfAddress } from '../store/sign-in-links.ts';
import type { Tx } from '../store/transaction.ts';
import type { Dependencies } from './dependencies.ts';

export interface WantedLink {
  readonly email: string;
  readonly callbackUrl: string;
  /** The sign-up that the link is for, and the name of its organization; null for the link of a sign-in. */
  readonly signUp: { readonly id: string; readonly organizationName: string } | null;
  /** The date of the mail. Default: now. */
  readonly requestedAt?: Date;
}

function mailFor(
  url: string,
  { action, signUp }: Pick<WantedLink, 'signUp'> & { readonly action: ConfirmedAction | undefined },
) {
  if (signUp !== null) return signUpLinkMail(url, signUp.organizationName);
  return action === undefined ? signInLinkMail(url) : confirmationLinkMail(url, action);
}

/**
 * Saves a new link for the address and queues its mail in one transaction: neither exists without the other. `take` runs first in
 * that transaction; where it returns false, nothing else is done. Default: true. Where the address has the link of a newer sign-up,
 * that one stays, and no mail is queued: it would announce an organization that is not going to be created.
 */
export async function mailSignInLink(
  { transact, mails, portalUrl }: Pick<Dependencies, 'transact' | 'mails' | 'portalUrl'>,
  { email, callbackUrl, signUp, requestedAt }: WantedLink,
  take: (tx: Tx) => Promise<boolean> = async () => true,
): Promise<void> {
  const token = newToken();
  const action = signUp === null ? actionOf(callbackUrl, portalUrl) : undefined;
  const url = linkUrl(portalUrl, token, action);
  const mail = mailFor(url, { action, signUp });
  await transact({ name: 'mail sign-in link', turn: turnOfAddress(email) }, async (tx) => {
    if (!(await take(tx))) return;
    const link = issueLink({ email, callbackUrl, signUpId: signUp?.id ?? null }, tx.now());
    if (!(await saveLink(tx, link, digestOf(token)))) return;
    await mails.enqueue(tx, { to: email, ...mail, ...(requestedAt && { date: requestedAt }) });
  });
}
