import { linkIn } from '@patchbay/local/embedded/compose';
import type { OutgoingMail } from '@patchbay/mail/outgoing-mail';
import type { Client } from './client.ts';

/** The longest time until a mail is there: it is sent by a worker, after the request that asks for it. */
const timeoutMs = 15_000;

/** A mail with a number by which the start page asks for it. */
interface ReceivedMail extends OutgoingMail {
  readonly number: number;
}

/** The most mails that the start page offers. */
const mostMails = 20;

export interface Inbox {
  /** Newest first. Those whose link the demo itself has opened are not among them: their buttons no longer work. */
  mails(): readonly ReceivedMail[];
  /** Forgets the mails up to now. */
  clear(): void;
  /** To be called with each mail that arrives. */
  receive(mail: OutgoingMail): void;
  /** The sign-in link of the next mail to this address that has one. */
  nextSignInLink(address: string): Promise<URL>;
}

export function createInbox(): Inbox {
  const waiting = new Map<string, Set<(link: URL) => void>>();
  let mails: readonly ReceivedMail[] = [];
  let count = 0;
  return {
    mails: () => mails,
    clear() {
      mails = [];
    },
    receive(mail) {
      const { to, text } = mail;
      const link = linkIn(text);
      const waiters = link.includes('/sign-in/verify?') ? waiting.get(to) : undefined;
      if (waiters === undefined) {
        count += 1;
        mails = [{ ...mail, number: count }, ...mails].slice(0, mostMails);
        return;
      }
      for (const resolve of waiters) resolve(new URL(link));
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
