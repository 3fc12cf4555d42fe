import { createPool, type Database, type DatabaseOptions } from '@patchbay/database/pool';
import type { Logger } from '@patchbay/telemetry/logger';
import { schema } from '../migrations.ts';
import { sessionSettings } from './session-settings.ts';

/** Connections to a replica, with the limits of those to the database. They cannot write, even where the address is not one of a replica. */
export const createReplicaPool = (database: DatabaseOptions, readUrl: string, logger: Logger): Database =>
  createPool({
    ...database,
    url: readUrl,
    sessionUrl: undefined,
    preparedStatements: true,
    applicationName: `${schema} reads`,
    settings: { ...sessionSettings, default_transaction_read_only: 'on' },
    logger,
  });
