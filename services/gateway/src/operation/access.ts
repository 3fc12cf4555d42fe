import type { Rule } from '@patchbay/access/rules';

export interface PublicAccess {
  readonly scope: 'public';
}

export type CallerAccess =
  /** Any caller, the same answer for all. */
  | { readonly scope: 'authenticated' }
  /** Any caller, about itself. */
  | { readonly scope: 'self' }
  /**
   * Callers with a role in the organization that `{orgSlug}` names, or in the workspace that `{workspaceSlug}` names. The
   * service that owns the operation demands the rule. Organization does so within its own call; for the other services the
   * gateway has access resolved first and signs it into the caller token.
   */
  | Rule;

/** The rule among an operation's access; undefined where no organization is asked about. */
export const ruleIn = (access: PublicAccess | CallerAccess): Rule | undefined =>
  'least' in access ? access : undefined;
