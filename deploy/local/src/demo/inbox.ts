import type { OutgoingMail } from '@patchbay/mail/outgoing-mail';
import { linkIn } from '../embedded.ts';

/** The longest time until a mail is there: it is sent by a worker, after the request that asks for it. */
const timeoutMs = 15_000;

export interface Inbox {
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
