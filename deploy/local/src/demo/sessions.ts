import type { Client } from './client.ts';
import type { Inbox } from './inbox.ts';

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
