import { hasAccessIn } from '@patchbay/access/access';
import { demand, type Rule } from '@patchbay/access/rules';
import { internal } from '@patchbay/errors/failure';
import type { CountedRequest } from './limit.ts';

/**
 * For a limit that counts by the id of the organization in the path. The service that owns the operation enforces its rule; here
 * the rule keeps callers whose role is too low from using up the limit of those who may.
 */
export const perOrganization = (rule: Rule) => ({
  of({ access }: Pick<CountedRequest<unknown, unknown, unknown>, 'access'>): string {
    if (!hasAccessIn(access, rule.scope)) throw internal(`the access to the ${rule.scope} was not resolved`);
    demand(access, rule);
    return access.organization.id;
  },
});
