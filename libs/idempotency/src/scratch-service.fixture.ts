import type { CallOptions } from '@connectrpc/connect';
import { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { createPool, type Database } from '@patchbay/database/pool';
import { createTransact, type Transaction } from '@patchbay/database/transaction';
import type { CallerContext } from '@patchbay/rpc/caller';
import { callAs } from '@patchbay/rpc/client';
import { type KeyOutcome, sendIdempotencyKey } from '@patchbay/rpc/idempotency-key';
import { createInProcessTransport } from '@patchbay/rpc/in-process';
import { createServiceClient } from '@patchbay/rpc/service-client';
import { createLogger } from '@patchbay/telemetry/logger';
import { createTestCallers, userContext } from '@patchbay/testing/callers';
import { createTestDatabase, patience } from '@patchbay/testing/postgres';
import { type Creation, createOnceBy } from './create-once.ts';
import { idempotencyMigrations } from './migrations.ts';

type Steps = Creation<Transaction, unknown, { workspace: { id: string } }>;

/** A service whose only method inserts a row with the slug of the request, without any lock or constraint. */
export interface ScratchService {
  readonly database: Database;
  /** Replaces the steps of the method for the following calls. */
  override(steps: Partial<Steps>): void;
  /** Calls the method. Default of the key: none. Default of the caller: a user, the same for every call. */
  create(slug: string, key?: string, caller?: CallerContext): Promise<{ id: string; outcome?: KeyOutcome }>;
  slugs(): Promise<string[]>;
  keys(): Promise<number>;
  reset(): Promise<void>;
  drop(): Promise<void>;
}

const ada = userContext({ userId: 'ada', email: 'ada@acme.example', name: 'Ada' });

export async function createScratchService(): Promise<ScratchService> {
  const logger = createLogger({ service: 'test', level: 'silent' });
  const scratch = await createTestDatabase({ schema: 'organization', migrations: [idempotencyMigrations] });
  const database = createPool({
    url: scratch.ownerUrl,
    applicationName: 'organization',
    ...patience,
    logger,
  });
  const { pool } = database;
  await pool.query('create table things (id uuid default gen_random_uuid(), slug text not null)');
  const createOnce = createOnceBy(createTransact(database));
  const insert = { name: 'thing insert', text: 'insert into things (slug) values ($1) returning id' };

  const stepsFor = (slug: string): Steps => ({
    authorize: async () => {},
    async create(tx) {
      const [row] = await tx.query<{ id: string }>(insert, [slug]);
      return { workspace: { id: row?.id ?? '' } };
    },
  });
  let overridden: Partial<Steps> = {};
  const callers = createTestCallers();
  const client = createServiceClient(
    WorkspaceService,
    'organization',
    createInProcessTransport({
      from: 'gateway',
      to: 'organization',
      routes: (router) =>
        void router.service(WorkspaceService, {
          createWorkspace: ({ slug }, context) =>
            createOnce('create thing', context, { ...stepsFor(slug), ...overridden }),
        }),
      verifier: callers.verifier('organization'),
      minter: callers.minter('gateway'),
      logger,
    }),
  );

  return {
    database,
    override(steps) {
      overridden = steps;
    },
    async create(slug, key, caller = ada) {
      const outcomes: KeyOutcome[] = [];
      const keyOptions: CallOptions =
        key === undefined
          ? {}
          : sendIdempotencyKey({ key, scope: 'path', body: slug }, (told) => outcomes.push(told));
      const { workspace } = await client.createWorkspace({ slug }, { ...callAs(caller), ...keyOptions });
      const [outcome] = outcomes;
      return { id: workspace?.id ?? '', ...(outcome && { outcome }) };
    },
    async slugs() {
      const { rows } = await pool.query<{ slug: string }>('select slug from things order by slug');
      return rows.map(({ slug }) => slug);
    },
    async keys() {
      const { rows } = await pool.query<{ count: number }>('select count(*)::int from idempotency_keys');
      return rows[0]?.count ?? 0;
    },
    async reset() {
      overridden = {};
      await pool.query('truncate things, idempotency_keys');
    },
    async drop() {
      await database.component.stop?.();
      await scratch.drop();
    },
  };
}
