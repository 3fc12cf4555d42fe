import { invalid } from '@patchbay/errors/failure';
import throwAwayDomains from 'disposable-email-domains/index.json' with { type: 'json' };
import mailboxDomains from 'email-providers/all.json' with { type: 'json' };

/** Two maintained lists: mailboxes that anybody can open, and addresses made to be thrown away. */
const publicDomains = new Set<string>([...mailboxDomains, ...throwAwayDomains]);

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** The domain that a sign-up gives its organization: a mailbox that anybody can open proves no employer. */
export function workDomainOf(email: string): string {
  const domain = domainOf(email);
  if (publicDomains.has(domain)) {
    throw invalid({
      path: 'email',
      message: 'must be a work address: public mailbox domains cannot own an organization',
    });
  }
  return domain;
}
