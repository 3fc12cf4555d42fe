import { createPool } from '@patchbay/database/pool';
import { expect, it, onTestFinished } from 'vitest';
import { createOutboxRows } from './outbox-rows.ts';
import { createScratchOutbox, eventOf } from './scratch-outbox.fixture.ts';

it('rows are read, counted and removed without prepared statements where the pool has none, as behind a pooler', async () => {
  const outbox = await createScratchOutbox();
  onTestFinished(() => outbox.drop());
  const { pool, component } = createPool({
    url: outbox.url,
    preparedStatements: false,
    max: 1,
    applicationName: 'test',
    logger: outbox.logger,
  });
  onTestFinished(() => component.stop());
  await outbox.record(['1', '2'].map((number) => eventOf('o1', number)));
  const rows = createOutboxRows({ pool });
  const read = await rows.read(10);
  expect(read.map(({ key }) => key)).toEqual(['o1', 'o1']);
  expect(await rows.count(10)).toBe(2);
  await rows.remove(read);
  expect(await rows.count(10)).toBe(0);
  expect((await pool.query('select name from pg_prepared_statements')).rows).toEqual([]);
});
