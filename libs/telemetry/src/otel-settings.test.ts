import { describe, expect, it } from 'vitest';
import { batchesFrom, isParentDecisive, protocolFrom, samplerFrom } from './otel-settings.ts';

describe('OTEL_EXPORTER_OTLP_PROTOCOL', () => {
  it.each([
    [undefined, undefined, 'http/protobuf'],
    ['', '', 'http/protobuf'],
    ['grpc', undefined, 'grpc'],
    ['http/protobuf', undefined, 'http/protobuf'],
    ['grpc', 'http/protobuf', 'http/protobuf'],
  ])('%j, and %j for traces, exports by %s', (general, ofTraces, expected) => {
    const environment = {
      OTEL_EXPORTER_OTLP_PROTOCOL: general,
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: ofTraces,
    };
    expect(protocolFrom(environment)).toBe(expected);
  });

  it.each(['http/json', 'http', 'GRPC'])('%s is refused', (protocol) => {
    expect(() => protocolFrom({ OTEL_EXPORTER_OTLP_PROTOCOL: protocol })).toThrow(
      `OTEL_EXPORTER_OTLP_PROTOCOL must be grpc or http/protobuf, but is "${protocol}"`,
    );
  });
});

describe('OTEL_TRACES_SAMPLER', () => {
  it('no span is recorded where nothing is exported', () => {
    expect(samplerFrom({ OTEL_TRACES_SAMPLER: 'always_on' }, false).toString()).toBe('AlwaysOffSampler');
  });

  it.each([
    [undefined, undefined, /^ParentBased\{root=AlwaysOnSampler/],
    ['always_on', undefined, /^AlwaysOnSampler/],
    ['always_off', undefined, /^AlwaysOffSampler/],
    ['traceidratio', '0.25', /^TraceIdRatioBased\{0\.25\}/],
    ['parentbased_always_off', undefined, /^ParentBased\{root=AlwaysOffSampler/],
    ['parentbased_traceidratio', '0.5', /^ParentBased\{root=TraceIdRatioBased\{0\.5\}/],
    ['parentbased_traceidratio', 'many', /^ParentBased\{root=TraceIdRatioBased\{1\}/],
  ])('sampler %s with argument %s is the one that OpenTelemetry defines', (sampler, argument, expected) => {
    const environment = { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: argument };
    expect(samplerFrom(environment, true).toString()).toMatch(expected);
  });

  it.each([
    [undefined, true],
    ['always_off', true],
    ['parentbased_traceidratio', true],
    ['traceidratio', false],
    ['always_on', false],
  ])('with sampler %s a parent that is not recorded decides: %s', (sampler, expected) => {
    const decides = (exporting: boolean): boolean =>
      isParentDecisive(samplerFrom({ OTEL_TRACES_SAMPLER: sampler }, exporting));
    expect(decides(true)).toBe(expected);
    expect(decides(false)).toBe(true);
  });
});

describe('OTEL_BSP_…', () => {
  it('spans are batched as the variables of OpenTelemetry say', () => {
    const environment = {
      OTEL_BSP_SCHEDULE_DELAY: '200',
      OTEL_BSP_EXPORT_TIMEOUT: '1000',
      OTEL_BSP_MAX_QUEUE_SIZE: '4096',
      OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '64',
    };
    expect(batchesFrom(environment)).toEqual({
      scheduledDelayMillis: 200,
      exportTimeoutMillis: 1_000,
      maxQueueSize: 4_096,
      maxExportBatchSize: 64,
    });
  });

  it.each([undefined, '', '0', '-1', '1.5', 'soon'])('a delay of %s leaves the default', (value) => {
    expect(batchesFrom({ OTEL_BSP_SCHEDULE_DELAY: value })).toEqual({});
  });
});
