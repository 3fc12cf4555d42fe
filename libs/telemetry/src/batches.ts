import type { BatchSpanProcessorOptions } from '@opentelemetry/sdk-trace';

type Batches = Omit<BatchSpanProcessorOptions, 'exporter'>;

const variables = {
  scheduledDelayMillis: 'OTEL_BSP_SCHEDULE_DELAY',
  exportTimeoutMillis: 'OTEL_BSP_EXPORT_TIMEOUT',
  maxQueueSize: 'OTEL_BSP_MAX_QUEUE_SIZE',
  maxExportBatchSize: 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
} as const satisfies Partial<Record<keyof Batches, string>>;

/**
 * When and how many spans are exported together, by OpenTelemetry's variables, which its SDK does not read by itself. One that is
 * missing or not a positive integer leaves OpenTelemetry's default.
 */
export const batchesFrom = (environment: Readonly<Record<string, string | undefined>>): Batches =>
  Object.fromEntries(
    Object.entries(variables)
      .map(([option, variable]) => [option, Number(environment[variable])] as const)
      .filter(([, value]) => Number.isSafeInteger(value) && value > 0),
  );
