import { roleUrl } from '@patchbay/database/provision';
import { prepareDatabases } from '@patchbay/local/databases';
import { migrationsOf } from '@patchbay/local/services';
import { createLogger } from '@patchbay/telemetry/logger';
import { Client } from 'pg';
import { addCleanup } from './cleanup.ts';
import { passwordOf } from './stack.ts';

/** A database of audit's own on the bench's server; it goes with the server at the end of the bench. */
export interface AuditDatabase {
  /** Logs in as the service. */
  readonly url: string;
  /** A connection of the owner, who migrates. */
  readonly owner: Client;
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'bench' });
  // Without a listener the event would end the process; the next query rejects anyway.
  client.on('error', () => {});
  await client.connect();
  addCleanup(() => client.end());
  return client;
}

export async function createAuditDatabase(serverUrl: string, name: string): Promise<AuditDatabase> {
  const server = await connect(serverUrl);
  await server.query(`create database ${name}`);
  const adminUrl = new URL(serverUrl);
  adminUrl.pathname = `/${name}`;
  const logger = createLogger({ service: 'bench', level: 'warn' });
  const { audit: url } = await prepareDatabases({ adminUrl: adminUrl.href, passwordOf, logger });
  const { owner: role } = migrationsOf.audit;
  return { url, owner: await connect(roleUrl(adminUrl.href, { role, password: passwordOf(role) })) };
}
