import { type AccessIn, hasAccessIn } from '@patchbay/access/access';
import { demand, type OnSelf, type Rule } from '@patchbay/access/rules';
import { internal } from '@patchbay/errors/failure';
import { type CallValues, callOf } from './caller.ts';

/**
 * Returns the access in the caller token; throws `forbidden` with the rule's refusal text if the caller's role is too low.
 * For services that store no memberships: the gateway had the access resolved for this request and put it into the token.
 * A token without it is a bug (`internal`): the operation declares no rule, or a rule of another scope.
 */
export function accessOf<R extends Rule>(
  context: CallValues,
  rule: R,
  ...onSelf: OnSelf<R>
): AccessIn<R['scope']> {
  const { access } = callOf(context);
  const scope: R['scope'] = rule.scope;
  if (!hasAccessIn(access, scope)) throw internal(`the caller token carries no access to the ${scope}`);
  demand(access, rule, ...onSelf);
  return access;
}
