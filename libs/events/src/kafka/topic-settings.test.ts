import { type ConfigEntries, ConfigSource } from 'kafkajs';
import { describe, expect, it } from 'vitest';
import { initialSettings, requiredSettings, settingsChange } from './topic-settings.ts';

const entry = (configName: string, configValue: string, configSource = ConfigSource.TOPIC_CONFIG) =>
  ({ configName, configValue, configSource }) as ConfigEntries;

const unlimited = { 'cleanup.policy': 'delete', 'retention.ms': '-1', 'retention.bytes': '-1' };

describe('the settings of a topic', () => {
  it('keep messages without limit, and have the configured number of in-sync replicas', () => {
    expect(requiredSettings({})).toEqual(unlimited);
    expect(requiredSettings({ minInsyncReplicas: 2 })).toEqual({ ...unlimited, 'min.insync.replicas': '2' });
    expect(initialSettings('t')).toEqual({});
    expect(initialSettings('t.dead-letter')).toEqual({ 'max.message.bytes': '2097152' });
  });

  it('are left alone where they are right', () => {
    const current = [
      entry('retention.ms', '-1'),
      entry('retention.bytes', '-1', ConfigSource.DEFAULT_CONFIG),
      entry('cleanup.policy', 'delete', ConfigSource.DEFAULT_CONFIG),
      entry('segment.bytes', '1000'),
    ];
    expect(settingsChange(unlimited, current)).toBeUndefined();
  });

  it('are changed together with those that somebody set for the topic, and without those of the brokers', () => {
    const current = [
      entry('retention.ms', '604800000', ConfigSource.DEFAULT_CONFIG),
      entry('retention.bytes', '1000'),
      entry('cleanup.policy', 'delete', ConfigSource.DEFAULT_CONFIG),
      entry('segment.bytes', '1000'),
      entry('compression.type', 'producer', ConfigSource.STATIC_BROKER_CONFIG),
    ];
    expect(settingsChange(unlimited, current)).toEqual({
      wrong: { 'retention.ms': '604800000', 'retention.bytes': '1000' },
      all: { ...unlimited, 'segment.bytes': '1000' },
    });
  });
});
