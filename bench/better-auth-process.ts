/** Better Auth in one process, set up as its documentation does for production: sessions and organizations in Postgres, bearer tokens. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { toNodeHandler } from 'better-auth/node';
import { bearer } from 'better-auth/plugins/bearer';
import { organization } from 'better-auth/plugins/organization';
import { Pool } from 'pg';
import type { BetterAuthReady } from './better-auth-messages.ts';

const people = Number(process.env['PEOPLE']);

const auth = betterAuth({
  baseURL: 'https://auth.bench.example',
  secret: randomBytes(32).toString('base64'),
  database: new Pool({ connectionString: process.env['DATABASE_URL'], max: 8 }),
  emailAndPassword: { enabled: true },
  // Counts each request, in memory, as it does by default in production; the limit is out of reach.
  rateLimit: { enabled: true, storage: 'memory', window: 86_400, max: 1_000_000_000 },
  // Each request reads its session from Postgres, so that a revoked one is refused on the next request.
  session: { cookieCache: { enabled: false } },
  telemetry: { enabled: false },
  plugins: [bearer(), organization()],
});

const { runMigrations } = await getMigrations(auth.options);
await runMigrations();

async function signUp(
  number: number,
): Promise<{ userId: string; headers: BetterAuthReady['headers'][number] }> {
  const { response, headers } = await auth.api.signUpEmail({
    body: {
      email: `person-${number}@acme.example`,
      name: `Person ${number}`,
      password: randomBytes(16).toString('hex'),
    },
    returnHeaders: true,
  });
  const authorization = `Bearer ${headers.get('set-auth-token')}`;
  // Its rate limit counts by client address, which it takes from this header.
  return { userId: response.user.id, headers: { authorization, 'x-forwarded-for': '203.0.113.7' } };
}

const signedUp = await Promise.all(Array.from({ length: people }, (_, number) => signUp(number)));
const [founder, ...colleagues] = signedUp;
if (founder === undefined) throw new Error('PEOPLE must be at least 1');
const acme = await auth.api.createOrganization({
  body: { name: 'Acme', slug: 'acme' },
  headers: new Headers(founder.headers),
});
for (const { userId } of colleagues)
  await auth.api.addMember({ body: { userId, organizationId: acme.id, role: 'member' } });

const ready: BetterAuthReady = { headers: signedUp.map(({ headers }) => headers) };
process.send?.(ready);
const handle = toNodeHandler(auth);
createServer((request, response) => void handle(request, response)).listen(
  Number(process.env['PORT']),
  '127.0.0.1',
);
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
