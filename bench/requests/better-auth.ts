/** The peer: Better Auth in one process, set up as its documentation does for production, with sessions and organizations in Postgres. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { toNodeHandler } from 'better-auth/node';
import { bearer } from 'better-auth/plugins/bearer';
import { organization } from 'better-auth/plugins/organization';
import { Pool } from 'pg';

const auth = betterAuth({
  baseURL: process.env['ORIGIN'] ?? '',
  secret: randomBytes(32).toString('base64'),
  database: new Pool({ connectionString: process.env['DATABASE_URL'], max: 8 }),
  emailAndPassword: { enabled: true },
  // Counts each request in memory, as it does by default in production; the limit is out of reach.
  rateLimit: { enabled: true, storage: 'memory', window: 86_400, max: 1_000_000_000 },
  // Each request reads its session from Postgres, so that a revoked one is refused on the next request.
  session: { cookieCache: { enabled: false } },
  telemetry: { enabled: false },
  plugins: [bearer(), organization()],
});

const { runMigrations } = await getMigrations(auth.options);
await runMigrations();
const handle = toNodeHandler(auth);
createServer((request, response) => void handle(request, response)).listen(
  Number(process.env['PORT']),
  '127.0.0.1',
);
process.on('SIGTERM', () => process.exit(0));
