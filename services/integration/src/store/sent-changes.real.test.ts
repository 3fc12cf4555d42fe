import { createPool, type Database } from '@patchbay/database/pool';
import { createTransact } from '@patchbay/database/transaction';
import { createLogger } from '@patchbay/telemetry/logger';
import { createTestDatabase, patience, type TestDatabase } from '@patchbay/testing/postgres';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { integrationEvent } from '../domain/integration.ts';
import { migrations, programRoles, schema } from '../migrations.ts';
import { answerChange, noteChange, takeSentChanges } from './sent-changes.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase({ schema, programRoles, migrations });
  const logger = createLogger({ service: 'test', level: 'silent' });
  db = createPool({ url: database.url, applicationName: 'test', ...patience, logger });
});
afterEach(() => db.pool.query('delete from sent_changes'));
afterAll(async () => {
  await db?.component.stop();
  await database?.drop();
});

const workspace = {
  id: uuid(),
  organizationId: uuid(),
  slug: 'spring',
  name: 'Spring',
  organizationName: 'Acme',
};
const event = integrationEvent('integration.request_sent', {
  id: uuid(),
  name: 'Shop',
  provider: 'criteo',
  workspace,
});
const call = {
  caller: { type: 'user', sessionId: uuid(), userId: uuid(), email: 'ada@acme.example', name: 'Ada' },
  requestId: 'r',
  ipAddress: null,
  userAgent: null,
} as const;

const note = () => noteChange(db, event, call);
const passed = (id: string, column: 'sent_at' | 'overdue_at', interval: string) =>
  db.pool.query(`update sent_changes set ${column} = ${column} - $2::interval where id = $1`, [id, interval]);
/** Ids and statuses of what one round takes. */
const taken = async () =>
  (await createTransact(db)('take', (tx) => takeSentChanges(tx, 100))).map(({ id, status }) => [id, status]);

describe('a change that was sent', () => {
  it('a change is taken with its status as soon as that is written', async () => {
    const [first, second] = [await note(), await note()];
    expect(await taken()).toEqual([]);
    expect(await answerChange(db, second, 201)).toBe(true);
    expect(await taken()).toEqual([[second, 201]]);
    expect(await answerChange(db, first, null)).toBe(true);
    expect(await taken()).toEqual([[first, null]]);
  });

  it('a change without an answer is overdue after four minutes, and is taken half a minute after it was found', async () => {
    const id = await note();
    await passed(id, 'sent_at', '3 minutes');
    expect(await taken()).toEqual([]);
    await passed(id, 'overdue_at', '1 hour');
    expect(await taken()).toEqual([]);
    await passed(id, 'sent_at', '1 hour');
    expect(await taken()).toEqual([]);
    // However long ago it was sent: Postgres may have been away until now.
    expect(await taken()).toEqual([]);
    await passed(id, 'overdue_at', '31 seconds');
    expect(await taken()).toEqual([[id, null]]);
    expect(await taken()).toEqual([]);
  });

  it('a status that is written while its change is overdue counts, and may be written twice', async () => {
    const id = await note();
    await passed(id, 'sent_at', '1 hour');
    expect(await taken()).toEqual([]);
    expect([await answerChange(db, id, 200), await answerChange(db, id, 200)]).toEqual([true, true]);
    await passed(id, 'overdue_at', '1 hour');
    expect(await taken()).toEqual([[id, 200]]);
    expect(await answerChange(db, id, 200)).toBe(false);
  });
});
