import { type AccessIn, hasAccessIn } from '@patchbay/access/access';
import { demand, type OnSelf, type Rule } from '@patchbay/access/rules';
import { internal } from '@patchbay/errors/failure';
import { type CallValues, callOf } from './caller.ts';

/**
 * The access that the caller token carries, for callers whose role the rule accepts; others are refused in the rule's words.
 * For services that know no memberships: the gateway had the access resolved for this request, and signed it. A token
 * without it is a bug: the operation behind the call declares no rule, or one of another scope.
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
