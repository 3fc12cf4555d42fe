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

export const presentSession = ({ id, createdAt, expiresAt, lastSeenAt, ipAddress, userAgent }: Session) => ({
  id,
  createdAt: timestampFromDate(createdAt),
  expiresAt: timestampFromDate(expiresAt),
  lastSeenAt: timestampFromDate(lastSeenAt),
  ...(ipAddress !== null && { ipAddress }),
  ...(userAgent !== null && { userAgent }),
});
