/** Compile-time checks of `demand`. Compiled, never run: the type check fails if a line marked as an error compiles. */
import { demand, inOrganization, inWorkspace } from './rules.ts';

const inOrganizationAlone = { organization: { role: 'admin' } } as const;
const inBoth = { ...inOrganizationAlone, workspace: { role: 'viewer' } } as const;

demand(inOrganizationAlone, inOrganization.change);
demand(inBoth, inWorkspace.rename);
demand(inBoth, inWorkspace.removeMember, true);

// @ts-expect-error a rule of a workspace needs the role in a workspace
demand(inOrganizationAlone, inWorkspace.rename);

// @ts-expect-error a rule with `orSelf` needs to know whether the caller acts on themselves
demand(inBoth, inWorkspace.removeMember);

// @ts-expect-error a rule without `orSelf` takes no further argument
demand(inBoth, inWorkspace.rename, true);
