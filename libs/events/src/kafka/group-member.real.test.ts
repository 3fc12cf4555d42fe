import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createLogger } from '@patchbay/telemetry/logger';
import { testServers } from '@patchbay/testing/servers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ReceivedMessage } from '../transport.ts';
import { createKafkaClient } from './client.ts';
import { createKafkaTransport } from './transport.ts';

const waiting = { timeout: 120_000, interval: 20 };
const textOf = ({ value }: ReceivedMessage): string => Buffer.from(value).toString();
const message = (text: string, key = 'a') => ({ key, value: Buffer.from(text), headers: {} });

describe('a consumer whose process is killed', () => {
  const ending: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ending.splice(0).toReversed()) await end();
  });

  const setUp = async () => {
    const brokers = testServers().kafkaBrokers;
    const [topic, group, clientId] = [
      `topic-${randomUUID()}`,
      `group-${randomUUID()}`,
      `audit-${randomUUID()}`,
    ];
    const logger = createLogger({ service: 'test', level: 'silent' });
    const { publisher } = createKafkaTransport({ brokers, clientId: 'test', logger });
    ending.push(() => publisher.stop?.());
    await vi.waitFor(() => publisher.publish(topic, [message('1')]), waiting);

    const entry = fileURLToPath(new URL('./member-process.fixture.ts', import.meta.url));
    const args = ['--conditions=patchbay-source', entry, brokers.join(','), clientId, group, topic];
    const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    ending.push(() => child.kill('SIGKILL'));
    const sizes: number[] = [];
    child.stdout?.on(
      'data',
      (lines: Buffer) => void sizes.push(...lines.toString().trim().split('\n').map(Number)),
    );
    await vi.waitFor(() => expect(sizes).toEqual([1]), waiting);

    const admin = createKafkaClient({ brokers, clientId: 'test', logger }).admin();
    ending.push(() => admin.disconnect());
    await admin.connect();
    const describeGroup = async () => (await admin.describeGroups([group])).groups[0];
    const members = async () => (await describeGroup())?.members ?? [];

    const consume = async () => {
      const got: string[] = [];
      const info = vi.spyOn(logger, 'info');
      const { source } = createKafkaTransport({ brokers, clientId, uniqueClientId: true, logger });
      const consumer = source.subscribe({
        group,
        topics: [topic],
        handle: async (batch) => void got.push(...batch.map(textOf)),
      });
      ending.push(() => consumer.stop?.());
      await consumer.start?.();
      return { got, info };
    };
    return { child, sizes, describeGroup, members, publisher, topic, clientId, consume };
  };

  it('a new process with the client id of a killed one takes over before the old session expires', async () => {
    const { child, members, publisher, topic, clientId, consume } = await setUp();
    const [dead] = await members();
    expect(dead?.clientId).toBe(clientId);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await publisher.publish(topic, [message('2')]);
    const { got, info } = await consume();
    await vi.waitFor(() => expect(got).toContain('2'), waiting);
    // It was still a member, and would have been until ten seconds after its last heartbeat.
    expect(info).toHaveBeenCalledWith(
      expect.objectContaining({ clientId, removed: 1 }),
      'removed the group member of an earlier process',
    );
    const now = await members();
    expect(now).toHaveLength(1);
    expect(now[0]?.memberId).not.toBe(dead?.memberId);
  });

  it('two live processes with the same client id both consume', async () => {
    const { sizes, describeGroup, publisher, topic, consume } = await setUp();
    const { got, info } = await consume();
    await vi.waitFor(() => expect(info).toHaveBeenCalled(), waiting);
    await vi.waitFor(async () => {
      const { state, members = [] } = (await describeGroup()) ?? {};
      expect([state, members.length]).toEqual(['Stable', 2]);
    }, waiting);
    const handledByChild = () => sizes.reduce((sum, size) => sum + size, 0);
    const [childBefore, before] = [handledByChild(), got.length];
    const keys = Array.from({ length: 60 }, (_, index) => String(index));
    await publisher.publish(
      topic,
      keys.map((key) => message(key, key)),
    );
    // Each has some of the six partitions, and there are keys in all of them.
    await vi.waitFor(() => {
      const [byChild, here] = [handledByChild() - childBefore, got.length - before];
      expect(byChild).toBeGreaterThan(0);
      expect(here).toBeGreaterThan(0);
      expect(byChild + here).toBe(keys.length);
    }, waiting);
  });
});
