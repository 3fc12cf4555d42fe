import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { invalid } from '@patchbay/errors/failure';
import type { Method } from '@patchbay/rpc/method';
import { digestOf } from '@patchbay/tokens/token';
import { type Session, slide } from '../domain/session.ts';
import { findSessions, saveSlide } from '../store/sessions.ts';
import type { Dependencies } from './dependencies.ts';
import { presentSession, presentUser } from './present.ts';

/** As `AuthenticateRequest` documents. */
const maxTokens = 100;

export const authenticate = ({
  db,
  logger,
}: Dependencies): Method<typeof IdentityService.method.authenticate> => {
  const slideIfDue = (session: Session, now: Date): Session => {
    const slid = slide(session, now);
    if (slid === undefined) return session;
    // Not awaited, to answer sooner: if the write fails, the next request of the session tries again.
    saveSlide(db, session, slid).catch((error: unknown) =>
      logger.warn({ err: error }, 'could not save the later expiry of a session'),
    );
    return slid;
  };

  return async ({ sessionTokens }) => {
    if (sessionTokens.length > maxTokens)
      throw invalid({ path: 'sessionTokens', message: `must be ${maxTokens} at most` });
    const sessions = await findSessions(db, sessionTokens.map(digestOf));
    const now = new Date();
    return {
      authentications: sessions.map((live) =>
        live === undefined
          ? {}
          : { session: presentSession(slideIfDue(live.session, now)), user: presentUser(live.user) },
      ),
    };
  };
};
