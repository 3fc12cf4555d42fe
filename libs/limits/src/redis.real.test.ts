import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@patchbay/servers/free-port';
import { type RedisServer, startRedis } from '@patchbay/servers/redis';
import { createTemporaryDirectory, type TemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { createAuthority } from '@patchbay/testing/certificates';
import { createLog } from '@patchbay/testing/log';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createRateLimits } from './rate-limits.ts';
import { createRedis, type RedisOptions } from './redis.ts';
import { createSharedCounts } from './shared-counts.ts';
import { createSharedTurns, type SharedTurns } from './shared-turns.ts';

const password = 'pass,word/of:limits';
const authority = createAuthority();

describe('a redis with TLS and users', () => {
  let directory: TemporaryDirectory;
  let server: RedisServer;
  let port: number;

  beforeAll(async () => {
    directory = await createTemporaryDirectory();
    const { certificate, key } = authority.issue(['127.0.0.1']);
    const files = { '--tls-cert-file': certificate, '--tls-key-file': key };
    const args: string[] = [];
    for (const [option, content] of Object.entries(files)) {
      const path = join(directory.path, `${option.slice(2)}.pem`);
      await writeFile(path, content);
      args.push(option, path);
    }
    port = await freePort();
    args.push('--tls-port', String(port), '--tls-auth-clients', 'no');
    // The rights that docs/operations.md names.
    const rights = '~limit:* +@read +@write +@scripting +@transaction +@connection -@dangerous +info +time';
    args.push('--user', 'default', 'off', '--user', 'limits', 'on', `>${password}`, ...rights.split(' '));
    server = await startRedis({ directory: directory.path, args });
  });
  afterAll(async () => {
    await server.stop();
    await directory.remove();
  });

  const urlWith = (secret: string) => `rediss://limits:${encodeURIComponent(secret)}@127.0.0.1:${port}/0`;

  const open = async (options: RedisOptions) => {
    const { lines, logger } = createLog();
    const redis = createRedis(options, logger);
    onTestFinished(() => redis.stop?.());
    await redis.start?.();
    return { lines, logger, client: redis.client };
  };

  it('a redis with TLS is used with its user and verified against the given authority', async () => {
    const { client, lines, logger } = await open({
      urls: [urlWith(password)],
      ca: authority.certificate,
    });
    const limits = createRateLimits({ redis: { client }, logger });
    const { remaining } = await limits.consume('signUpPerEmail', 'a');
    expect(await limits.peek('signUpPerEmail', 'a')).toMatchObject({ remaining });
    await limits.giveBack('signUpPerEmail', 'a');
    expect(await limits.peek('signUpPerEmail', 'a')).toMatchObject({ remaining: remaining + 1 });
    const [turns, others] = [1, 2].map(() =>
      createSharedTurns({
        bound: { name: 'test', atOnce: 1 },
        counts: createSharedCounts({ redis: { client }, logger }),
      }),
    ) as [SharedTurns, SharedTurns];
    const turn = await turns.tryTake('a');
    expect(turn).toBeDefined();
    expect(await others.tryTake('a')).toBeUndefined();
    await expect(others.take('a', { timeoutMs: 1 })).rejects.toThrow('no turn within');
    turn?.release();
    expect(await others.take('a', { timeoutMs: 120_000 })).toBeDefined();
    expect(await client.keys('limit:*').catch((error: Error) => error.message)).toContain('NOPERM');
    await expect(client.get('other')).rejects.toThrow('NOPERM');
    expect(lines).toEqual([]);
  });

  it.each([
    ['an unknown authority', () => ({ urls: [urlWith(password)] as const }), /certificate/],
    [
      'another authority',
      () => ({ urls: [urlWith(password)] as const, ca: createAuthority('Other').certificate }),
      /certificate/,
    ],
    [
      'a wrong password',
      () => ({ urls: [urlWith('wrong,password')] as const, ca: authority.certificate }),
      /WRONGPASS/,
    ],
  ])('with %s commands fail at once, and no log line has the password', async (_, optionsOf, why) => {
    const { client, lines } = await open(optionsOf());
    await expect(client.incr('limit:test')).rejects.toThrow(/writeable|closed/);
    expect(lines).toMatchObject([
      { msg: 'redis is not reachable', err: { message: expect.stringMatching(why) } },
    ]);
    const text = JSON.stringify(lines);
    for (const secret of [password, 'wrong,password'])
      for (const written of [secret, encodeURIComponent(secret)]) expect(text).not.toContain(written);
  });
});
