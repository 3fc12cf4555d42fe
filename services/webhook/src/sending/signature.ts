import { createHmac, randomBytes } from 'node:crypto';
import { version } from '@patchbay/platform/version';

/** Standard Webhooks 1.0. */
const prefix = 'whsec_';

export const newSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`;

export interface SignedMessage {
  /** The same at every attempt, so that receivers can drop repeats. */
  readonly id: string;
  /** Of the attempt. */
  readonly at: Date;
  readonly body: string;
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000);

const signatureBy = (secret: string, { id, at, body }: SignedMessage): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(`${id}.${seconds(at)}.${body}`)
    .digest('base64')}`;

/** The headers of a request, with a signature by each of the secrets. */
export const headersOf = (message: SignedMessage, secrets: readonly string[]): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': `Patchbay-Webhooks/${version}`,
  'webhook-id': message.id,
  'webhook-timestamp': String(seconds(message.at)),
  'webhook-signature': secrets.map((secret) => signatureBy(secret, message)).join(' '),
});
