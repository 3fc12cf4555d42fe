import { createPrismaTransact, prismaAdapter } from '@patchbay/database/prisma';
import type { Transact } from '@patchbay/database/transaction';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../migrations.ts';
import { PrismaClient } from '../prisma/generated/client.ts';
import { newDomain, personAt, startOrganization, type TestOrganization } from '../test-bed.fixture.ts';
import { savePerson } from './people.ts';
import type { Tx } from './transaction.ts';

describe('savePerson', () => {
  let organization: TestOrganization;
  let transact: Transact<Tx>;

  beforeAll(async () => {
    organization = await startOrganization();
    const prisma = new PrismaClient({ adapter: prismaAdapter(organization.db, schema) });
    transact = createPrismaTransact(prisma, organization.db);
  });
  afterAll(() => organization?.stop());

  // Many rounds, because the race window between two inserts is short.
  it('a new person can be saved by many transactions at once', async () => {
    for (let round = 0; round < 250; round += 1) {
      const ada = personAt(newDomain());
      const all = Promise.all(
        Array.from({ length: 8 }, () => transact('save', (tx) => savePerson(tx, { ...ada, version: 1 }))),
      );
      await expect(all).resolves.toHaveLength(8);
    }
  });
});
