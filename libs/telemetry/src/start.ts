/**
 * OpenTelemetry start-up, for `node --import @patchbay/telemetry/start`: runs before all other code, so that the providers
 * are set before the first span. Configured by OpenTelemetry's own variables. Without an endpoint nothing is exported, but
 * trace ids are still generated, for responses, logs, events and the audit trail.
 */
import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { defaultResource, detectResources, envDetector } from '@opentelemetry/resources';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { watch } from './metrics.ts';
import { batchesFrom, isParentDecisive, type Protocol, protocolFrom, samplerFrom } from './otel-settings.ts';
import { telemetry } from './telemetry.ts';

const environment = process.env;

function protocolOrExit(): Protocol {
  try {
    return protocolFrom(environment);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return process.exit(1);
  }
}

/** The exporters read endpoint, headers, certificates and timeout from the environment. Only the one that is used is loaded. */
async function createExporter(protocol: Protocol): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === 'grpc'
      ? await import('@opentelemetry/exporter-trace-otlp-grpc')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter();
}

/** Event loop utilization since the last scrape, and memory. */
function watchProcess(): void {
  let last = performance.eventLoopUtilization();
  watch('eventLoopUtilization', {}, () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  });
  watch('memory', { kind: 'rss' }, () => process.memoryUsage.rss());
  watch('memory', { kind: 'heap_used' }, () => process.memoryUsage().heapUsed);
  watch('memory', { kind: 'external' }, () => process.memoryUsage().external);
}

const resource = defaultResource().merge(detectResources({ detectors: [envDetector] }));
const protocol = protocolOrExit();
const exporting = Boolean(
  environment['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
);

const sampler = samplerFrom(environment, exporting);
const tracerProvider = new TracerProvider({
  resource,
  sampler,
  spanProcessors: exporting
    ? [new BatchSpanProcessor({ exporter: await createExporter(protocol), ...batchesFrom(environment) })]
    : [],
});
const prometheus = new PrometheusExporter({ preventServerStart: true });
const meterProvider = new MeterProvider({ resource, readers: [prometheus] });

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
trace.setGlobalTracerProvider(tracerProvider);
metrics.setGlobalMeterProvider(meterProvider);
watchProcess();

telemetry.serveMetrics = (request, response) => prometheus.getMetricsRequestHandler(request, response);
telemetry.isParentDecisive = isParentDecisive(sampler);
telemetry.flush = async () => {
  await tracerProvider.forceFlush();
};
