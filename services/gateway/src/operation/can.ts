import type { Principal } from '@patchbay/access/caller';
import { type Role, reaches } from '@patchbay/access/role';
import type { Rule } from '@patchbay/access/rules';
import { ruleIn } from './access.ts';
import type { Operation } from './operation.ts';

/** Sessions are accepted wherever a rule is; `keyLevels` is unset where API keys are not. */
const accepts = ({ keyLevels }: Pick<Operation, 'keyLevels'>, caller: Principal): boolean =>
  caller.type === 'user' || keyLevels?.includes(caller.level) === true;

/**
 * The ids of the operations that a caller with this role in the organization or workspace may call there, in the order of the list. The
 * scope of a rule decides: the operations of a workspace are not among those of its organization, except `deleteWorkspace`, which needs
 * a role in the organization. `orSelf` does not
 * count: everybody with a session has it, so it would hide whether the role is enough for others.
 */
export const createCan =
  (operations: readonly Operation[]) =>
  (scope: Rule['scope'], role: Role, caller: Principal): string[] =>
    operations
      .filter((operation) => {
        const rule = ruleIn(operation.access);
        return rule?.scope === scope && reaches(role, rule.least) && accepts(operation, caller);
      })
      .map(({ id }) => id);

export type Can = ReturnType<typeof createCan>;
