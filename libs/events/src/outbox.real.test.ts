import { fromBinary } from '@bufbuild/protobuf';
import { context, ROOT_CONTEXT } from '@opentelemetry/api';
import { EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { inSpan, tracerOf } from '@patchbay/telemetry/span';
import { currentTraceparent } from '@patchbay/telemetry/trace-context';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutbox } from './outbox.ts';
import { call, createScratchOutbox, eventOf, type ScratchOutbox } from './scratch-outbox.fixture.ts';

// Starts tracing: without it there are no trace ids.
await import('@patchbay/telemetry/start');

describe('an outbox', () => {
  let outbox: ScratchOutbox;
  beforeAll(async () => {
    outbox = await createScratchOutbox();
  });
  beforeEach(async () => {
    await outbox.database.pool.query('delete from outbox');
  });
  afterAll(() => outbox.drop());

  it('keeps the events of a transaction in their order, under the key of each', async () => {
    await outbox.record([eventOf('o1', 'a'), eventOf('o2', 'b'), eventOf('o1', 'c')]);
    const rows = await outbox.rows();
    const events = rows.map(({ payload }) => fromBinary(EventSchema, payload));
    expect(rows.map(({ key }) => key)).toEqual(['o1', 'o2', 'o1']);
    expect(rows.map(({ topic }) => topic)).toEqual(Array(3).fill('patchbay.organization.events.v1'));
    expect(events.map(({ target }) => target?.name)).toEqual(['a', 'b', 'c']);
    expect(events.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });

  it('keeps nothing of a transaction that was rolled back', async () => {
    const failed = outbox.record([eventOf('o1', 'a')], async () =>
      Promise.reject(new Error('changed my mind')),
    );
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await outbox.rows()).toEqual([]);
  });

  it('refuses an event that no broker would take, while its transaction can still fail', async () => {
    const failed = outbox.record([eventOf('o1', 'a'), eventOf('o1', 'x'.repeat(600_000))]);
    await expect(failed).rejects.toThrow(/too large to be published/);
    expect(await outbox.rows()).toEqual([]);
  });

  it('does nothing without events', async () => {
    await outbox.record([]);
    expect(await outbox.rows()).toEqual([]);
  });

  it('remembers the span that an event was recorded in', async () => {
    let span: string | undefined;
    await inSpan(tracerOf('test'), 'request', {}, () =>
      outbox.record([eventOf('o1', 'a')], async () => {
        span = currentTraceparent();
      }),
    );
    expect(span).toBeDefined();
    expect(await outbox.rows()).toMatchObject([{ traceparent: span }]);
    await outbox.record([], (tx) =>
      context.with(ROOT_CONTEXT, () => createOutbox('organization').record(tx, call, [eventOf('o1', 'b')])),
    );
    expect((await outbox.rows())[1]).toMatchObject({ traceparent: null });
  });
});
