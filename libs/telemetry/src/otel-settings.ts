import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  type BatchSpanProcessorOptions,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';

/** Settings by OpenTelemetry's own variables, which its SDK does not read by itself. */
type Environment = Readonly<Record<string, string | undefined>>;

const protocols = ['grpc', 'http/protobuf'] as const;
export type Protocol = (typeof protocols)[number];

/** How spans are exported: `OTEL_EXPORTER_OTLP_TRACES_PROTOCOL`, else `OTEL_EXPORTER_OTLP_PROTOCOL`, default `http/protobuf`. */
export function protocolFrom(environment: Environment): Protocol {
  const names = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'];
  const name = names.find((each) => environment[each]);
  if (name === undefined) return 'http/protobuf';
  const protocol = protocols.find((each) => each === environment[name]);
  if (protocol === undefined)
    throw new RangeError(
      `${name} must be ${protocols.join(' or ')}, but is ${JSON.stringify(environment[name])}`,
    );
  return protocol;
}

const ratio = (text: string | undefined): number => {
  const value = Number(text ?? 1);
  return value >= 0 && value <= 1 ? value : 1;
};

/**
 * `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG` as OpenTelemetry defines them, default `parentbased_always_on`. If
 * nothing is exported, no span is recorded; spans then only have ids.
 */
export function samplerFrom(environment: Environment, exporting: boolean): Sampler {
  if (!exporting) return new AlwaysOffSampler();
  const byRatio = (): Sampler => new TraceIdRatioBasedSampler(ratio(environment['OTEL_TRACES_SAMPLER_ARG']));
  switch (environment['OTEL_TRACES_SAMPLER']) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return byRatio();
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: byRatio() });
    default:
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
  }
}

/** Whether that sampler records no span whose parent is not recorded. */
export const isParentDecisive = (sampler: Sampler): boolean =>
  sampler instanceof ParentBasedSampler || sampler instanceof AlwaysOffSampler;

type Batches = Omit<BatchSpanProcessorOptions, 'exporter'>;

const batchVariables = {
  scheduledDelayMillis: 'OTEL_BSP_SCHEDULE_DELAY',
  exportTimeoutMillis: 'OTEL_BSP_EXPORT_TIMEOUT',
  maxQueueSize: 'OTEL_BSP_MAX_QUEUE_SIZE',
  maxExportBatchSize: 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
} as const satisfies Partial<Record<keyof Batches, string>>;

/** When and how many spans are exported together. A variable that is not a positive integer leaves OpenTelemetry's default. */
export const batchesFrom = (environment: Environment): Batches =>
  Object.fromEntries(
    Object.entries(batchVariables)
      .map(([option, variable]) => [option, Number(environment[variable])] as const)
      .filter(([, value]) => Number.isSafeInteger(value) && value > 0),
  );
