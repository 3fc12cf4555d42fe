import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';

type Environment = Readonly<Record<string, string | undefined>>;

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
  const argument = environment['OTEL_TRACES_SAMPLER_ARG'];
  const root = (): Sampler => new TraceIdRatioBasedSampler(ratio(argument));
  switch (environment['OTEL_TRACES_SAMPLER']) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return root();
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: root() });
    default:
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
  }
}
