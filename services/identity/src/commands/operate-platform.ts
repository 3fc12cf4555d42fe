import type { Database } from '@patchbay/database/pool';
import { createTransact } from '@patchbay/database/transaction';
import { createOutbox } from '@patchbay/events/outbox';
import { schema } from '../migrations.ts';
import type { Platform } from './operate.ts';

/** What `main-operate` works with, on the database of identity. */
export function operatePlatform(db: Database, mailing: Platform['mailing']): Platform {
  return { db, transact: createTransact(db), outbox: createOutbox(schema), mailing };
}
