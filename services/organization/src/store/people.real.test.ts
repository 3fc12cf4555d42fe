import { createTransact, type Transact } from '@patchbay/database/transaction';
import { beforeAll, describe, expect, it } from 'vitest';
import { newDomain, personAt, sharedOrganization } from '../test-bed.fixture.ts';
import { savePerson } from './people.ts';
import type { Tx } from './transaction.ts';

const organization = await sharedOrganization();

describe('savePerson', () => {
  let transact: Transact<Tx>;

  beforeAll(async () => {
    transact = createTransact(organization.db);
  });

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
