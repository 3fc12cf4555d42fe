import type { ConnectService } from '@patchbay/contracts/patchbay/integration/v1/connect_service';
import { notFound } from '@patchbay/errors/failure';
import { callOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { attemptConnect } from '../../attempts/connect.ts';
import { disabledRefusesLink } from '../../domain/integration.ts';
import { connectByForm } from '../connect-by-form.ts';
import type { Dependencies } from '../dependencies.ts';
import { linkToConnectBy } from './link-to-connect-by.ts';

/** A success deletes the link: of several at once exactly one connects. A failed attempt leaves it. */
export const submitConnectCredentials =
  (dependencies: Dependencies): Method<typeof ConnectService.method.submitConnectCredentials> =>
  async ({ token, fields }, context) => {
    const { integration, link } = await linkToConnectBy(dependencies.db, token);
    const { settled } = await attemptConnect(dependencies, callOf(context), {
      integration,
      linkId: link.id,
      authorize: connectByForm(dependencies, integration, fields),
    });
    if (settled.result === 'disabled') throw disabledRefusesLink();
    if (settled.result !== 'settled')
      throw notFound('the connect link was used, revoked or replaced meanwhile');
    const { status, statusDetail, lastError, connectedAccount, returnUrl } = settled.locked.integration;
    return {
      status,
      ...(statusDetail !== null && { statusDetail }),
      ...(lastError !== null && { lastError }),
      ...(connectedAccount !== null && { connectedAccount }),
      ...(returnUrl !== null && { returnUrl }),
    };
  };
