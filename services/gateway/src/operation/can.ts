import type { Principal } from '@patchbay/access/caller';
import { reaches } from '@patchbay/access/role';
import type { Can, OrganizationState, Roles } from '../services.ts';
import { ruleIn } from './access.ts';
import type { Operation } from './operation.ts';

const isInWorkspace = ({ path }: Operation): boolean => path.includes('/{workspaceSlug}');

/** Sessions are accepted wherever a rule is; `keyLevels` is unset where API keys are not. */
const accepts = ({ keyLevels }: Operation, caller: Principal): boolean =>
  caller.type === 'user' || keyLevels?.includes(caller.level) === true;

/** Whether the operation works in this state of the organization. In a closed one keys do not work at all. */
function worksIn(
  { inClosed, withAnyMethod }: Operation,
  { isClosed, requiresPasskey }: OrganizationState,
  caller: Principal,
): boolean {
  if (isClosed ? inClosed === undefined || caller.type === 'api_key' : inClosed === 'only') return false;
  return !requiresPasskey || withAnyMethod === true || caller.type !== 'user' || caller.method === 'passkey';
}

/** Derived from what each operation says of its callers. */
export function createCan(operations: readonly Operation[]): Can {
  const allowed = (
    inWorkspace: boolean,
    roles: Partial<Roles>,
    caller: Principal,
    state: OrganizationState,
  ): string[] =>
    operations
      .filter((operation) => {
        const rule = ruleIn(operation.access);
        const role = rule && roles[rule.scope];
        return (
          isInWorkspace(operation) === inWorkspace &&
          rule !== undefined &&
          role !== undefined &&
          reaches(role, rule.least) &&
          accepts(operation, caller) &&
          worksIn(operation, state, caller)
        );
      })
      .map(({ id }) => id);
  return {
    inOrganization: (role, caller, state) => allowed(false, { organization: role }, caller, state),
    inWorkspace: (roles, caller) => allowed(true, roles, caller, { isClosed: false, requiresPasskey: false }),
  };
}
