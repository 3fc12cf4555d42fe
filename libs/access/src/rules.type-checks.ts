/** What `demand` promises at compile time. Nothing here runs: a line marked as an error that compiles fails the type check. */
import { demand, inOrganization, inWorkspace } from './rules.ts';

const inOrganizationAlone = { organization: { role: 'admin' } } as const;
const inBoth = { ...inOrganizationAlone, workspace: { role: 'viewer' } } as const;

demand(inOrganizationAlone, inOrganization.rename);
demand(inBoth, inWorkspace.rename);
demand(inBoth, inWorkspace.removeMember, true);

// @ts-expect-error a rule of a workspace judges the role in a workspace
demand(inOrganizationAlone, inWorkspace.rename);

// @ts-expect-error whoever demands a rule with `orSelf` says whether the caller acts on themselves
demand(inBoth, inWorkspace.removeMember);

// @ts-expect-error the role alone decides
demand(inBoth, inWorkspace.rename, true);
