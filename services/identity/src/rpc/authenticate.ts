import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { invalid } from '@patchbay/errors/failure';
import type { Method } from '@patchbay/rpc/method';
import { digestOf } from '@patchbay/tokens/token';
import { type Session, slide } from '../domain/session.ts';
import { findSessions, saveSlide } from '../store/sessions.ts';
import type { Dependencies } from './dependencies.ts';
import { presentSession, presentUser } from './present.ts';

/** As the contract says. */
const maxTokens = 100;

export const authenticate = ({
  db,
  logger,
}: Dependencies): Method<typeof IdentityService.method.authenticate> => {
  const used = (session: Session, now: Date): Session => {
    const slid = slide(session, now);
    if (slid === undefined) return session;
    // The request does not wait for it: a slide that is lost is made up for by the next request.
    saveSlide(db, session, slid).catch((error: unknown) =>
      logger.warn({ err: error }, 'a session did not slide'),
    );
    return slid;
  };

  return async ({ sessionTokens }) => {
    if (sessionTokens.length > maxTokens)
      throw invalid({ path: 'sessionTokens', message: `must be ${maxTokens} at most` });
    const found = await findSessions(db, sessionTokens.map(digestOf));
    const now = new Date();
    return {
      authentications: found.map((live) =>
        live === undefined
          ? {}
          : { session: presentSession(used(live.session, now)), user: presentUser(live.user) },
      ),
    };
  };
};
