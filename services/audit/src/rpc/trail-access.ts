import type { HandlerContext } from '@connectrpc/connect';
import { forbidden, internal } from '@patchbay/errors/failure';
import { callOf } from '@patchbay/rpc/caller';

/** The organization whose trail the caller may read: the one of its access, for admins alone. */
export function trailOf(context: Pick<HandlerContext, 'values'>): string {
  const { access } = callOf(context);
  if (access === undefined) throw internal('the trail was asked for without access to an organization');
  if (access.organizationRole !== 'admin') {
    throw forbidden('Only admins of the organization can read its audit trail.');
  }
  return access.organizationId;
}
