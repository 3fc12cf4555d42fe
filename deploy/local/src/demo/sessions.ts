import type { OutgoingMail } from '@patchbay/mail/outgoing-mail';
import { linkIn } from '../embedded/compose.ts';
import type { Client } from './client.ts';

/** The longest time until a mail is there: it is sent by a worker, after the request that asks for it. */
const timeoutMs = 15_000;

interface Inbox {
  /** To be called with each mail that arrives. */
  receive(mail: OutgoingMail): void;
  /** The sign-in link of the next mail to this address that has one. */
  nextSignInLink(address: string): Promise<URL>;
}

export function createInbox(): Inbox {
  const waiting = new Map<string, Set<(link: URL) => void>>();
  return {
    receive({ to, text }) {
      const link = linkIn(text);
      if (!link.includes('/sign-in/verify?')) return;
      for (const resolve of waiting.get(to) ?? []) resolve(new URL(link));
      waiting.delete(to);
    },
    nextSignInLink(address) {
      const { promise, resolve, reject } = Promise.withResolvers<URL>();
      const others = waiting.get(address) ?? new Set();
      waiting.set(address, others.add(resolve));
      const timer = setTimeout(() => reject(new Error(`no sign-in link for ${address} arrived`)), timeoutMs);
      return promise.finally(() => clearTimeout(timer));
    },
  };
}

/** Signs people in as they do it themselves: with the link of a mail. */
export interface Sessions {
  /** A sign-in link, mailed a moment ago. It works once, for 15 minutes. */
  linkFor(email: string): Promise<URL>;
  /** A new session of this person. */
  of(email: string): Promise<Client>;
  /** The session that a link opens, which arrives after `request` was sent. */
  after(email: string, request: () => Promise<unknown>): Promise<Client>;
}

export function createSessions(client: Client, inbox: Inbox): Sessions {
  const linkAfter = async (email: string, request: () => Promise<unknown>): Promise<URL> => {
    const [link] = await Promise.all([inbox.nextSignInLink(email), request()]);
    return link;
  };
  const linkFor = (email: string) => linkAfter(email, () => client.post('/v1/auth/magic-link', { email }));
  const open = async (link: URL): Promise<Client> => {
    const body = { token: link.searchParams.get('token') };
    const { token } = await client.post<{ token: string }>('/v1/auth/magic-link/verify', body);
    return client.withSession(token);
  };
  return {
    linkFor,
    of: async (email) => open(await linkFor(email)),
    after: async (email, request) => open(await linkAfter(email, request)),
  };
}
