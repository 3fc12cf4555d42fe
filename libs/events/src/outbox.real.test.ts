import { fromBinary } from '@bufbuild/protobuf';
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { context, ROOT_CONTEXT } from '@opentelemetry/api';
import { EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { inSpan, tracerOf } from '@patchbay/telemetry/span';
import { currentTraceparent } from '@patchbay/telemetry/trace-context';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutbox } from './outbox.ts';
import {
  call,
  createScratchOutbox,
  eventAbout,
  eventOf,
  type ScratchOutbox,
} from './scratch-outbox.fixture.ts';

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

  const datesInOutbox = async () =>
    (await outbox.rows()).map(({ payload }) => {
      const { occurredAt } = fromBinary(EventSchema, payload);
      return occurredAt && timestampDate(occurredAt);
    });

  it('the outbox keeps the events of a transaction in order, each under its own key', async () => {
    await outbox.record([eventOf('o1', 'a'), eventOf('o2', 'b'), eventOf('o1', 'c')]);
    const rows = await outbox.rows();
    const events = rows.map(({ payload }) => fromBinary(EventSchema, payload));
    expect(rows.map(({ key }) => key)).toEqual(['o1', 'o2', 'o1']);
    expect(rows.map(({ topic }) => topic)).toEqual(Array(3).fill('patchbay.organization.events.v1'));
    expect(events.map(({ target }) => target?.name)).toEqual(['a', 'b', 'c']);
    expect(events.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });

  it('the outbox keeps nothing of a transaction that was rolled back', async () => {
    const failed = outbox.record([eventOf('o1', 'a')], async () =>
      Promise.reject(new Error('changed my mind')),
    );
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await outbox.rows()).toEqual([]);
  });

  it('the outbox refuses an event that is too large for a broker, within its transaction', async () => {
    const failed = outbox.record([eventOf('o1', 'a'), eventOf('o1', 'x'.repeat(600_000))]);
    await expect(failed).rejects.toThrow(/too large to be published/);
    expect(await outbox.rows()).toEqual([]);
  });

  it('events about a person have the time of the database clock, in milliseconds', async () => {
    const clock = async () => {
      const text = `select date_trunc('milliseconds', clock_timestamp()) as now`;
      return (await outbox.database.pool.query<{ now: Date }>(text)).rows[0]?.now.getTime() ?? 0;
    };
    const before = await clock();
    await outbox.clock.advance(86_400_000);
    await outbox.record([eventAbout('u1')]);
    await outbox.record([eventOf('o1', 'a')]);
    const [ofPerson, ofOrganization] = await datesInOutbox();
    expect(ofPerson?.getTime()).toBeGreaterThanOrEqual(before);
    expect(ofPerson?.getTime()).toBeLessThanOrEqual(await clock());
    expect(ofOrganization).toEqual(outbox.clock.now());
  });

  it('no event has a time before `notBefore`', async () => {
    const now = outbox.clock.now().getTime();
    const [past, ahead] = [new Date(now - 86_460_000), new Date(now + 60_000)];
    await outbox.record([eventAbout('u1')], undefined, { notBefore: ahead });
    await outbox.record([eventAbout('u1')], undefined, { notBefore: past });
    const [first, second] = await datesInOutbox();
    expect(first).toEqual(ahead);
    expect(second?.getTime()).toBeGreaterThan(past.getTime());
  });

  it('an outbox row holds the span in which its event was recorded', async () => {
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
