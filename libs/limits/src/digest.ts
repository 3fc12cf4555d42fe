import { hash } from 'node:crypto';

/** Keys may be tokens or email addresses, which must not be stored in Redis in plain text. */
export const digest = (key: string): string => hash('sha256', key, 'base64url');
