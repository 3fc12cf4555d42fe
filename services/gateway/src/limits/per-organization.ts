import { type Access, hasAccessIn } from '@patchbay/access/access';
import { demand, type Rule } from '@patchbay/access/rules';
import { internal } from '@patchbay/errors/failure';

/**
 * For a limit that counts by the id of the organization in the path. The service that owns the operation enforces its rule; here
 * the rule keeps callers whose role is too low from using up the limit of those who may.
 */
export const perOrganization = (rule: Rule) => ({
  of({ access }: { readonly access: Access | undefined }): string {
    if (!hasAccessIn(access, rule.scope)) throw internal(`the access to the ${rule.scope} was not resolved`);
    demand(access, rule);
    return access.organization.id;
  },
});
