import { expect, it } from 'vitest';
import { batchesFrom } from './batches.ts';

it('batches of spans are as the variables of OpenTelemetry say', () => {
  expect(
    batchesFrom({
      OTEL_BSP_SCHEDULE_DELAY: '200',
      OTEL_BSP_EXPORT_TIMEOUT: '1000',
      OTEL_BSP_MAX_QUEUE_SIZE: '4096',
      OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '64',
    }),
  ).toEqual({
    scheduledDelayMillis: 200,
    exportTimeoutMillis: 1_000,
    maxQueueSize: 4_096,
    maxExportBatchSize: 64,
  });
});

it.each([undefined, '', '0', '-1', '1.5', 'soon'])('a delay of %s is the default', (value) => {
  expect(batchesFrom({ OTEL_BSP_SCHEDULE_DELAY: value })).toEqual({});
});
