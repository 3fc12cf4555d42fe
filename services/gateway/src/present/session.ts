import type { Session as SessionMessage } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import type { z } from 'zod';
import type { Session } from '../schemas/session.ts';
import { isoTime } from './time.ts';

/** `currentId`: the session that the request came with. */
export const presentSession = (session: SessionMessage, currentId: string): z.input<typeof Session> => ({
  id: session.id,
  createdAt: isoTime(session.createdAt),
  expiresAt: isoTime(session.expiresAt),
  lastSeenAt: isoTime(session.lastSeenAt),
  ipAddress: session.ipAddress ?? null,
  userAgent: session.userAgent ?? null,
  current: session.id === currentId,
});
