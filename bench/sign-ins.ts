import { waitFor } from '@patchbay/testing/wait';
import { digestOf, newToken } from '@patchbay/tokens/token';
import type { Sql } from './database.ts';
import { kindNames } from './kinds.ts';
import type { Kind, OneTimeBodies } from './rounds.ts';

const insertLinks = `
  insert into identity.sign_in_links (id, email, kind, token_digest, callback_url, expires_at)
  select gen_random_uuid(), 'visitor-' || place || '@acme.example', 'sign_in', digest, '/', now() + interval '15 minutes'
  from unnest($1::bytea[]) with ordinality as given (digest, place)
  on conflict (email, kind) do update set token_digest = excluded.token_digest, expires_at = excluded.expires_at`;

const countSignIns = `select count(*)::int as count from audit.entries where action = 'user.signed_in'`;

/** Inserts a sign-in link per request, each of another person; `settled` waits until the audit trail has every sign-in. */
function signInLinks(sql: Sql): OneTimeBodies {
  const signIns = async (): Promise<number> =>
    (await sql.query<{ count: number }>(countSignIns))[0]?.count ?? Number.NaN;
  let before = 0;
  return {
    async create(requests) {
      const tokens = Array.from({ length: requests }, newToken);
      await sql.query(insertLinks, [tokens.map((token) => Buffer.from(digestOf(token)))]);
      before = await signIns();
      return tokens.map((token) => JSON.stringify({ token }));
    },
    async settled(requests) {
      await waitFor(async () => (await signIns()) >= before + requests, {
        what: 'the audit trail to have every sign-in',
        timeoutMs: 60_000,
        intervalMs: 50,
      });
    },
  };
}

/**
 * Sign-in with a link, including its event's way to the audit trail. Every burst uses links of the same people; the warm-up
 * is their first sign-in, which creates users and costs more, so it is not measured.
 */
export const signInKind = (origin: string, sql: Sql, meters: Pick<Kind, 'processes' | 'servers'>): Kind => ({
  name: kindNames.signIn,
  origin,
  path: '/v1/auth/magic-link/verify',
  headers: [{ 'content-type': 'application/json' }],
  oneTimeBodies: signInLinks(sql),
  times: 0.06,
  ...meters,
});
