import type { Session as SessionMessage } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import type { z } from 'zod';
import type { Session } from '../schemas/session.ts';
import { isoTime } from './time.ts';

/** A session as the caller sees it who came with the session `currentId`. */
export const presentSession = (session: SessionMessage, currentId: string): z.input<typeof Session> => ({
  id: session.id,
  createdAt: isoTime(session.createdAt),
  expiresAt: isoTime(session.expiresAt),
  lastSeenAt: isoTime(session.lastSeenAt),
  ipAddress: session.ipAddress ?? null,
  userAgent: session.userAgent ?? null,
  current: session.id === currentId,
});
