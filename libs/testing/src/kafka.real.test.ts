import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { connectTestKafka } from './kafka.ts';
import { testServers } from './servers.ts';

it('the client of tests reads the messages that it has sent, and moves the offsets of a group', async () => {
  const kafka = await connectTestKafka(testServers().kafkaBrokers);
  onTestFinished(() => kafka.close());
  const [topic, group] = [`topic-${randomUUID()}`, `group-${randomUUID()}`];
  await kafka.createTopic(topic, 2, 1);
  expect(await kafka.topics()).toContain(topic);
  expect(await kafka.settings(topic, ['cleanup.policy'])).toEqual({ 'cleanup.policy': 'delete' });

  const messages = ['a', 'b', 'c'].map((key) => ({
    topic,
    key,
    value: Buffer.from([0xff, 0x00]),
    headers: { name: key },
  }));
  await kafka.send(messages);
  expect((await kafka.read([topic])).toSorted((one, other) => one.key.localeCompare(other.key))).toEqual(
    messages,
  );
  expect(await kafka.countMessages([topic])).toBe(3);

  expect(await kafka.progress(group, [topic])).toEqual({ committed: 0, left: 3 });
  await kafka.resetOffsets(group, [topic], 'end');
  expect(await kafka.progress(group, [topic])).toEqual({ committed: 3, left: 0 });
  await kafka.resetOffsets(group, [topic], 0);
  expect(await kafka.progress(group, [topic])).toEqual({ committed: 0, left: 3 });
});
