import { digestOf, newToken } from '@patchbay/tokens/token';
import { issueLink, linkUrl, type SignInLink } from '../domain/sign-in-link.ts';
import { signInLinkMail } from '../mails/sign-in-link.ts';
import { saveLink } from '../store/sign-in-links.ts';
import type { Dependencies } from './dependencies.ts';

/** Saves a new link for the address and queues its mail in one transaction: neither exists without the other. */
export async function mailSignInLink(
  { transact, rowLocks, mails, portalUrl }: Dependencies,
  wanted: Omit<SignInLink, 'expiresAt'>,
): Promise<void> {
  const token = newToken();
  const link = issueLink(wanted, new Date());
  // An address has one link: concurrent requests for it change one row.
  await rowLocks.inTurn('address', link.email, () =>
    transact('mail sign-in link', async (tx) => {
      await saveLink(tx, link, digestOf(token));
      await mails.enqueue(tx, { to: link.email, ...signInLinkMail(linkUrl(portalUrl, token)) });
    }),
  );
}
