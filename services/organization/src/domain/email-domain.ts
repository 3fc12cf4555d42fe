import { invalid } from '@patchbay/errors/failure';
import throwAwayDomains from 'disposable-email-domains/index.json' with { type: 'json' };
import mailboxDomains from 'email-providers/all.json' with { type: 'json' };

/** From two maintained lists: public mailbox providers, and providers of disposable addresses. */
const publicDomains = new Set<string>([...mailboxDomains, ...throwAwayDomains]);

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** The domain of the organization that a sign-up creates. Refuses public mailbox domains: anybody can get an address. */
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
