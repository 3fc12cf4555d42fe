import { hasAccessIn } from '@patchbay/access/access';
import { demand, type OnSelf, type Rule } from '@patchbay/access/rules';
import { internal } from '@patchbay/errors/failure';
import type { CountedRequest } from './limit.ts';

/**
 * For a limit that counts by the id of the organization in the path. The service that owns the operation enforces its rule; here
 * the rule keeps callers whose role is too low from using up the limit of those who may.
 */
export const perOrganization = <R extends Rule>(rule: R, ...onSelf: OnSelf<R>) => ({
  of({ access }: Pick<CountedRequest<unknown, unknown, unknown>, 'access'>): string {
    const scope: R['scope'] = rule.scope;
    if (!hasAccessIn(access, scope)) throw internal(`the access to the ${scope} was not resolved`);
    demand(access, rule, ...onSelf);
    return access.organization.id;
  },
});

/** As `perOrganization`. A rule that everybody may pass for themselves refuses nobody here. */
export const perOrganizationOf = (rule: Rule) =>
  perOrganization(rule as Rule & { readonly orSelf: true }, rule.orSelf === true);
