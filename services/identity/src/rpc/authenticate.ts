import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { unauthenticated } from '@patchbay/errors/failure';
import type { Method } from '@patchbay/rpc/method';
import { slide } from '../domain/session.ts';
import { digestOf } from '../domain/token.ts';
import { findSession, saveSlide } from '../store/sessions.ts';
import type { Dependencies } from './dependencies.ts';
import { presentSession, presentUser } from './present.ts';

export const authenticate =
  ({ db, logger }: Dependencies): Method<typeof IdentityService.method.authenticate> =>
  async ({ sessionToken }) => {
    const found = await findSession(db, digestOf(sessionToken));
    if (found === undefined) throw unauthenticated('The session is unknown or has ended.');
    const slid = slide(found.session, new Date());
    // The request does not wait for it: a slide that is lost is made up for by the next request.
    if (slid) {
      saveSlide(db, found.session, slid).catch((error: unknown) =>
        logger.warn({ err: error }, 'a session did not slide'),
      );
    }
    return { session: presentSession(slid ?? found.session), user: presentUser(found.user) };
  };
