import type { Rule } from '@patchbay/access/rules';

export interface PublicAccess {
  readonly scope: 'public';
}

export type CallerAccess =
  /** Any caller; the answer does not depend on who calls. */
  | { readonly scope: 'authenticated' }
  /** Any caller; the operation reads or changes what belongs to the caller. */
  | { readonly scope: 'self' }
  /**
   * Callers with a role in the organization of `{orgSlug}`, or in the workspace of `{workspaceSlug}`. The service that owns
   * the operation enforces the rule. Organization reads the role within the same call; for the other services the gateway
   * calls `ResolveAccess` first and puts the result into the caller token.
   */
  | Rule;

/** Undefined where the access (`public`, `authenticated`, `self`) depends on no role. */
export const ruleIn = (access: PublicAccess | CallerAccess): Rule | undefined =>
  'least' in access ? access : undefined;
