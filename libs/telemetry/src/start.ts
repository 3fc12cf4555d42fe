/**
 * OpenTelemetry start-up, for `node --import @patchbay/telemetry/start`: runs before all other code, so that the providers
 * are set before the first span. Configured by OpenTelemetry's own variables. Without an endpoint nothing is exported, but
 * trace ids are still generated, for responses, logs, events and the audit trail.
 */
import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector } from '@opentelemetry/resources';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace';
import { batchesFrom } from './batches.ts';
import { watchProcess } from './process-gauges.ts';
import { samplerFrom } from './sampler.ts';
import { telemetry } from './telemetry.ts';

const environment = process.env;
const resource = defaultResource().merge(detectResources({ detectors: [envDetector] }));
const exporting = Boolean(
  environment['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
);

const tracerProvider = new TracerProvider({
  resource,
  sampler: samplerFrom(environment, exporting),
  spanProcessors: exporting
    ? [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), ...batchesFrom(environment) })]
    : [],
});
const prometheus = new PrometheusExporter({ preventServerStart: true });
const meterProvider = new MeterProvider({ resource, readers: [prometheus] });

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
trace.setGlobalTracerProvider(tracerProvider);
metrics.setGlobalMeterProvider(meterProvider);
watchProcess();

if (!exporting) telemetry.unexportedIds = new RandomIdGenerator();
telemetry.serveMetrics = (request, response) => prometheus.getMetricsRequestHandler(request, response);
telemetry.flush = async () => {
  await tracerProvider.forceFlush();
};
