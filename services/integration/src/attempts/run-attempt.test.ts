import '@patchbay/telemetry/fresh-modules';
import { metrics } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { OutgoingError } from '@patchbay/outgoing/outgoing';
import { metricTable } from '@patchbay/telemetry/metric-table';
import { createLog } from '@patchbay/testing/log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProviderFailure } from '../connector/failure.ts';
import { accountName, report, runAttempt } from './run-attempt.ts';

it.each([
  ['Nordlicht', 'Nordlicht'],
  ['  two\n\tlines\u0000 ', 'two lines'],
  ['\u0000', null],
  ['', null],
  [null, null],
  ['half \ud800 a pair', 'half \ufffd a pair'],
])('the account name %j is shown as %j', (name, shown) => {
  expect(accountName(name)).toBe(shown);
});

it('an account name is cut after at most 120 bytes, between whole characters', () => {
  expect(accountName('x'.repeat(500))).toBe('x'.repeat(120));
  expect(accountName(`x${'🙂'.repeat(500)}`)).toBe(`x${'🙂'.repeat(29)}`);
});

const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
beforeAll(() => {
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
});
afterAll(async () => {
  metrics.disable();
  await reader.shutdown();
});

const { logger, lines } = createLog();
const subject = {
  provider: { provider: 'made_up', name: 'Made Up', authMethod: 'credentials' } as const,
  integrationId: 'i',
  logger,
};
const failing = (failure: Error) => runAttempt(subject, 'verify', () => Promise.reject(failure));

describe('an attempt', () => {
  it('an attempt returns its outcome and is counted by provider, attempt and outcome', async () => {
    expect(await runAttempt(subject, 'connect', () => Promise.resolve({ name: ' Shop\n' }))).toEqual({
      outcome: { kind: 'success', account: 'Shop' },
    });
    const refused = new ProviderFailure('refused', { hint: 'Ask support.' });
    expect(await failing(refused)).toEqual({
      outcome: { kind: 'permanent', detail: expect.stringMatching(/^Made Up no longer .* Ask support\.$/) },
      failure: refused,
    });
    expect(await failing(new ProviderFailure('rate_limited'))).toMatchObject({
      outcome: { kind: 'transient', error: expect.stringMatching(/in a few minutes/) },
    });
    for (const [authMethod, words] of [
      ['credentials', "doesn't recognize what you entered"],
      ['oauth', 'The sign-in at Made Up'],
    ] as const) {
      const first = { ...subject, provider: { ...subject.provider, authMethod } };
      expect(await runAttempt(first, 'connect', () => Promise.reject(refused))).toMatchObject({
        outcome: { detail: expect.stringContaining(words) },
      });
    }
    expect(lines).toEqual([]);
    const ours = new ProviderFailure('client_refused', { code: 'invalid_client' });
    expect(await failing(ours)).toMatchObject({ outcome: { kind: 'ours' } });
    expect(lines).toMatchObject([
      {
        level: 'error',
        provider: 'made_up',
        integration: 'i',
        attempt: 'verify',
        reason: 'client_refused',
        code: 'invalid_client',
      },
    ]);
    await reader.forceFlush();
    const counted = exporter
      .getMetrics()
      .at(-1)
      ?.scopeMetrics.flatMap((scope) => scope.metrics)
      .find(({ descriptor }) => descriptor.name === metricTable.providerAttempts.name);
    expect(counted?.dataPoints.map(({ attributes, value }) => [attributes, value])).toEqual([
      [{ provider: 'made_up', attempt: 'connect', outcome: 'success' }, 1],
      [{ provider: 'made_up', attempt: 'verify', outcome: 'permanent' }, 1],
      [{ provider: 'made_up', attempt: 'verify', outcome: 'transient' }, 1],
      [{ provider: 'made_up', attempt: 'connect', outcome: 'permanent' }, 2],
      [{ provider: 'made_up', attempt: 'verify', outcome: 'ours' }, 1],
    ]);
  });

  it('a fault of this installation reported by a browser is logged as a warning', () => {
    lines.length = 0;
    report(
      subject,
      'connect',
      new ProviderFailure('client_refused', { code: 'invalid_scope' }),
      'from a browser',
    );
    expect(lines).toMatchObject([{ level: 'warn', code: 'invalid_scope' }]);
  });

  it.each(['busy', 'canceled'] as const)(
    'an attempt whose request was %s is interrupted and no failure of the provider',
    async (failure) => {
      const cause = new OutgoingError(failure, 'made-up.example');
      await expect(failing(new ProviderFailure('unavailable', { cause }))).rejects.toMatchObject({
        code: 'unavailable',
        retryAfterSeconds: 1,
      });
      const suspended = new OutgoingError('suspended', 'made-up.example');
      expect(await failing(new ProviderFailure('unavailable', { cause: suspended }))).toMatchObject({
        outcome: { kind: 'transient' },
      });
    },
  );

  it('an attempt throws an unexpected error unchanged', async () => {
    const bug = new TypeError('a bug');
    await expect(failing(bug)).rejects.toBe(bug);
  });
});
