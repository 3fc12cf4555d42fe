import { createManualClock } from '@patchbay/runtime/manual-clock';
import { createLog } from '@patchbay/testing/log';
import kafkajs, { type Kafka } from 'kafkajs';
import { describe, expect, it } from 'vitest';
import { createTopics } from './topics.ts';

const protocolError = (type: string) =>
  new kafkajs.KafkaJSProtocolError(Object.assign(new Error(type), { type, retriable: true }));
/** As kafkajs rejects after its retries. */
const exceeded = (error: Error) =>
  new kafkajs.KafkaJSNumberOfRetriesExceeded(error, { retryCount: 2, retryTime: 100 });

/** Topics on a cluster that answers the question for its topics with `answer`. */
function setUp(answer: () => Promise<string[]>) {
  let asked = 0;
  const metadataErrors: Error[] = [];
  const admin = {
    createTopics: async () => true,
    connect: async () => {},
    disconnect: async () => {},
    async listTopics() {
      asked += 1;
      return answer();
    },
    describeConfigs: async () => ({ resources: [] }),
    async fetchTopicMetadata() {
      const error = metadataErrors.shift();
      if (error) throw error;
      return { topics: [] };
    },
  };
  const kafka = { admin: () => admin } as unknown as Kafka;
  const clock = createManualClock();
  const topics = createTopics(kafka, { logger: createLog().logger }, clock);
  return { topics, asked: () => asked, metadataErrors, clock };
}

describe('topics', () => {
  it('the cluster is asked about a topic once', async () => {
    const { topics, asked, clock } = setUp(async () => ['a']);
    await topics.ensure(['a']);
    await clock.advance(86_400_000);
    await topics.ensure(['a']);
    expect(asked()).toBe(1);
    topics.forget();
    await topics.ensure(['a']);
    expect(asked()).toBe(2);
  });

  it.each(['LEADER_NOT_AVAILABLE', 'LISTENER_NOT_FOUND'])(
    'topics are used unchecked while some partition of the cluster has no leader (%s), and checked later',
    async (type) => {
      let leaderless = true;
      const { topics, asked, clock } = setUp(async () => {
        if (leaderless) throw exceeded(protocolError(type));
        return ['a'];
      });
      await topics.ensure(['a']);
      // Not with each batch of events: a check with its retries takes about a second.
      await clock.advance(9_000);
      await topics.ensure(['a']);
      expect(asked()).toBe(1);
      leaderless = false;
      await clock.advance(1_000);
      await topics.ensure(['a']);
      expect(asked()).toBe(2);
      await clock.advance(86_400_000);
      await topics.ensure(['a']);
      expect(asked()).toBe(2);
    },
  );

  it('the cluster is asked again after a topic could not be used', async () => {
    const { topics, asked } = setUp(() => Promise.reject(protocolError('LEADER_NOT_AVAILABLE')));
    await topics.ensure(['a']);
    topics.forget();
    await topics.ensure(['a']);
    expect(asked()).toBe(2);
  });

  it('a created topic is awaited until the broker shows it', async () => {
    const { topics, metadataErrors, clock } = setUp(async () => []);
    metadataErrors.push(
      protocolError('UNKNOWN_TOPIC_OR_PARTITION'),
      exceeded(protocolError('LEADER_NOT_AVAILABLE')),
    );
    const ensured = topics.ensure(['a']);
    await clock.advance(200);
    await ensured;
    expect(metadataErrors).toEqual([]);
    topics.forget();
    metadataErrors.push(new Error('refused'));
    await expect(topics.ensure(['a'])).rejects.toThrow('refused');
  });

  it('any other failure of the cluster rejects', async () => {
    const { topics } = setUp(() => Promise.reject(exceeded(new Error('refused'))));
    await expect(topics.ensure(['a'])).rejects.toThrow('refused');
    const { topics: refused } = setUp(() => Promise.reject(protocolError('CLUSTER_AUTHORIZATION_FAILED')));
    await expect(refused.ensure(['a'])).rejects.toThrow('CLUSTER_AUTHORIZATION_FAILED');
  });
});
