import { type ConfigEntries, ConfigSource } from 'kafkajs';
import { describe, expect, it } from 'vitest';
import { headTopic } from '../topics.ts';
import { requiredSettings, settingsChange } from './topic-settings.ts';

const entry = (configName: string, configValue: string, configSource = ConfigSource.TOPIC_CONFIG) =>
  ({ configName, configValue, configSource }) as ConfigEntries;

const required = {
  'cleanup.policy': 'delete',
  'retention.ms': '-1',
  'retention.bytes': '-1',
  'compression.type': 'uncompressed',
  'max.message.bytes': '786432',
};

describe('the settings of a topic', () => {
  it('topics keep messages without limit and have the configured in-sync replicas', () => {
    expect(requiredSettings('t', {})).toEqual(required);
    expect(requiredSettings('t', { minInsyncReplicas: 2 })).toEqual({
      ...required,
      'min.insync.replicas': '2',
    });
  });

  it('events and dead letters are deleted after the configured days, and signed heads never', () => {
    const aged = { ...required, 'retention.ms': '2592000000', 'segment.ms': '86400000' };
    const options = { retentionDays: 30 };
    expect(requiredSettings('t', options)).toEqual(aged);
    expect(requiredSettings('t.dead-letter', options)).toEqual({ ...aged, 'max.message.bytes': '2097152' });
    expect(requiredSettings(headTopic, options)).toEqual(required);
  });

  it('topics with the required settings are not changed', () => {
    const current = [
      entry('retention.ms', '-1'),
      entry('retention.bytes', '-1', ConfigSource.DEFAULT_CONFIG),
      entry('cleanup.policy', 'delete', ConfigSource.DEFAULT_CONFIG),
      entry('segment.bytes', '1000'),
    ];
    expect(settingsChange(required, current)).toBeUndefined();
  });

  it('a change of topic settings keeps those set for the topic and leaves out those of the brokers', () => {
    const current = [
      entry('retention.ms', '604800000', ConfigSource.DEFAULT_CONFIG),
      entry('retention.bytes', '1000'),
      entry('cleanup.policy', 'delete', ConfigSource.DEFAULT_CONFIG),
      entry('segment.bytes', '1000'),
      entry('message.timestamp.type', 'CreateTime', ConfigSource.STATIC_BROKER_CONFIG),
    ];
    expect(settingsChange(required, current)).toEqual({
      wrong: { 'retention.ms': '604800000', 'retention.bytes': '1000' },
      all: { ...required, 'segment.bytes': '1000' },
    });
  });
});
