import type { Principal } from '@patchbay/access/caller';
import { type Role, reaches } from '@patchbay/access/role';
import type { Rule } from '@patchbay/access/rules';
import { ruleIn } from './access.ts';
import type { Operation } from './operation.ts';

/** The caller's roles, by the scopes of rules. An operation whose scope has no role is not allowed. */
type Roles = Readonly<Record<Rule['scope'], Role | undefined>>;

/** What refuses callers in an organization whatever their role is. */
interface State {
  readonly isClosed: boolean;
  readonly requiresPasskey: boolean;
}

const isInWorkspace = ({ path }: Operation): boolean => path.includes('/{workspaceSlug}');

/** Sessions are accepted wherever a rule is; `keyLevels` is unset where API keys are not. */
const accepts = ({ keyLevels }: Operation, caller: Principal): boolean =>
  caller.type === 'user' || keyLevels?.includes(caller.level) === true;

/** Whether the operation works in this state of the organization. In a closed one keys do not work at all. */
function worksIn(
  { inClosed, withAnyMethod }: Operation,
  { isClosed, requiresPasskey }: State,
  caller: Principal,
): boolean {
  if (isClosed ? inClosed === undefined || caller.type === 'api_key' : inClosed === 'only') return false;
  return !requiresPasskey || withAnyMethod === true || caller.type !== 'user' || caller.method === 'passkey';
}

/**
 * The ids of the operations under the path of an organization, or of a workspace, that a caller may call now, in the order of the list.
 * The operations of a workspace are not among those of its organization. `orSelf` does not count: everybody with a session has it, so it
 * would hide whether the role is enough for others.
 */
export function createCan(operations: readonly Operation[]) {
  const allowed = (inWorkspace: boolean, roles: Partial<Roles>, caller: Principal, state: State): string[] =>
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
    inOrganization: (role: Role, caller: Principal, state: State): string[] =>
      allowed(false, { organization: role }, caller, state),
    /** Of an open organization that does not turn the caller away: in any other nobody can read a workspace. */
    inWorkspace: (roles: Roles, caller: Principal): string[] =>
      allowed(true, roles, caller, { isClosed: false, requiresPasskey: false }),
  };
}

export type Can = ReturnType<typeof createCan>;
