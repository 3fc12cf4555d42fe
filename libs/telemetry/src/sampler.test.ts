import { describe, expect, it } from 'vitest';
import { samplerFrom } from './sampler.ts';

describe('the sampler', () => {
  it('records nothing where nothing is exported', () => {
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
  ])(
    'for OTEL_TRACES_SAMPLER=%s and argument %s is what OpenTelemetry says',
    (sampler, argument, expected) => {
      const environment = { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: argument };
      expect(samplerFrom(environment, true).toString()).toMatch(expected);
    },
  );
});
