import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { Session } from '../domain/session.ts';
import type { User } from '../domain/user.ts';

export const presentUser = ({ id, email, name, emailVerified, image }: User) => ({
  id,
  email,
  name,
  emailVerified,
  role: 'user',
  ...(image !== null && { image }),
});

export const presentSession = ({ id, ipAddress, userAgent, ...session }: Session) => ({
  id,
  createdAt: timestampFromDate(session.createdAt),
  expiresAt: timestampFromDate(session.expiresAt),
  lastSeenAt: timestampFromDate(session.lastSeenAt),
  method: session.method,
  authenticatedAt: timestampFromDate(session.authenticatedAt),
  ...(ipAddress !== null && { ipAddress }),
  ...(userAgent !== null && { userAgent }),
});
