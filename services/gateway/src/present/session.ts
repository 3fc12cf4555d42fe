import { type SessionMethod, sessionMethods } from '@patchbay/access/caller';
import type { Session as SessionMessage } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import type { z } from 'zod';
import type { Session } from '../schemas/session.ts';
import { isoTime } from './time.ts';

/** How the person of the session has signed in; identity leaves it out where it is of a version that does not know it. */
export const methodOf = ({ method }: Pick<SessionMessage, 'method'>): SessionMethod =>
  sessionMethods.find((known) => known === method) ?? 'link';

/** `currentId`: the session that the request came with. */
export const presentSession = (session: SessionMessage, currentId: string): z.input<typeof Session> => ({
  id: session.id,
  createdAt: isoTime(session.createdAt),
  expiresAt: isoTime(session.expiresAt),
  lastSeenAt: isoTime(session.lastSeenAt),
  ipAddress: session.ipAddress ?? null,
  userAgent: session.userAgent ?? null,
  method: methodOf(session),
  // Unset where identity is of a version that does not know it.
  authenticatedAt: isoTime(session.authenticatedAt ?? session.createdAt),
  current: session.id === currentId,
});
