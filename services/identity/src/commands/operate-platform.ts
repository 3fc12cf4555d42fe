import type { Database } from '@patchbay/database/pool';
import { createPrismaTransact, prismaAdapter } from '@patchbay/database/prisma';
import { createOutbox } from '@patchbay/events/outbox';
import { schema } from '../migrations.ts';
import { PrismaClient } from '../prisma/generated/client.ts';
import type { Platform } from './operate.ts';

/** What `main-operate` works with, on the database of identity. */
export function operatePlatform(db: Database, mailing: Platform['mailing']): Platform {
  const prisma = new PrismaClient({ adapter: prismaAdapter(db, schema), errorFormat: 'minimal' });
  return { db, transact: createPrismaTransact(prisma, db), outbox: createOutbox(schema), mailing };
}
