import { createLogger } from '@patchbay/telemetry/logger';
import { digestOf, newToken } from '@patchbay/tokens/token';
import { createSweep } from '@patchbay/worker/sweep';
import { describe, expect, it } from 'vitest';
import { expiredRows } from './app.ts';
import {
  anonymously,
  isLive,
  newDomain,
  sharedIdentity,
  signUpAndIn,
  signUpToken,
} from './test-bed.fixture.ts';

const identity = await sharedIdentity();

const logger = createLogger({ service: 'test', level: 'silent' });
const tables = ['sessions', 'sign_in_links', 'device_authorizations'] as const;

describe('the sweep', () => {
  const countOf = async (table: string) => {
    const { rows } = await identity.db.pool.query<{ count: number }>(`select count(*)::int from ${table}`);
    return rows[0]?.count ?? 0;
  };
  const counts = async () =>
    Object.fromEntries(
      await Promise.all(tables.map(async (table) => [table, await countOf(table)] as const)),
    );

  it('the sweep deletes all expired rows and no others', async () => {
    const { clock, hoursAgo } = identity;
    const { pool } = identity.db;
    const ada = await signUpAndIn(identity);
    await signUpToken(identity, `grace@${newDomain()}`);
    const device = await identity.client.startDeviceAuthorization({}, anonymously());
    const live = await counts();
    expect(live).toEqual({ sessions: 1, sign_in_links: 1, device_authorizations: 1 });

    const old = (statement: string, ...values: unknown[]) =>
      pool.query(`${statement} from generate_series(1, 25) n`, values);
    await old(
      `insert into sessions (id, user_id, token_digest, created_at, expires_at, last_seen_at)
       select gen_random_uuid(), $1, sha256(n::text::bytea), $2, $3, $4`,
      ada.user.id,
      hoursAgo(8 * 24),
      clock.now(),
      hoursAgo(7 * 24),
    );
    await old(
      `insert into sign_in_links (id, kind, email, token_digest, callback_url, expires_at)
       select gen_random_uuid(), 'sign_in', 'a' || n || '@acme.example', sha256(n::text::bytea), 'https://portal.example', $1`,
      clock.now(),
    );
    await old(
      `insert into device_authorizations (device_code_digest, user_code, expires_at, interval_seconds)
       select sha256(n::text::bytea), 'CODE' || n, $1, 5`,
      hoursAgo(1 / 6),
    );
    // Kept for a while: a device that polls a little too late is told apart from one that guesses.
    await pool.query('update device_authorizations set expires_at = $2 where user_code = $1', [
      device.userCode.replace('-', ''),
      hoursAgo(9 / 60),
    ]);
    const events = await countOf('outbox');

    await createSweep({ db: identity.db, expired: expiredRows, logger, batch: 10 }).runDue();
    expect(await counts()).toEqual(live);
    expect(await countOf('outbox')).toBe(events);
    expect(await isLive(identity, ada)).toBe(true);
    const { rows } = await pool.query('select from device_authorizations where device_code_digest = $1', [
      Buffer.from(digestOf(device.deviceCode)),
    ]);
    expect(rows).toHaveLength(1);
  });

  it('the sweep does not wait for locked rows', async () => {
    const { pool } = identity.db;
    const insert = `insert into sign_in_links (id, kind, email, token_digest, callback_url, expires_at)
                    values (gen_random_uuid(), 'sign_in', $1, $2, 'x', $3)`;
    for (const email of ['locked', 'free']) {
      await pool.query(insert, [
        `${email}@acme.example`,
        Buffer.from(digestOf(newToken())),
        identity.clock.now(),
      ]);
    }
    const holder = await pool.connect();
    try {
      await holder.query('begin');
      await holder.query(`select from sign_in_links where email = 'locked@acme.example' for update`);
      await identity.runDue('sweep');
      const { rows } = await pool.query(
        `select email from sign_in_links where email in ('locked@acme.example', 'free@acme.example')`,
      );
      expect(rows).toEqual([{ email: 'locked@acme.example' }]);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });
});
