import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  checkPorts,
  freePorts,
  highestGatewayPort,
  portsFrom,
  type StackPorts,
  serverNames,
} from './ports.ts';

const listOf = ({ services, servers }: StackPorts): number[] => [
  ...Object.values(services).flatMap(({ main, admin }) => [main, admin]),
  ...Object.values(servers),
];

describe('the ports of a stack', () => {
  it('all ports move by the same distance as the port of the gateway', () => {
    expect(portsFrom(4_000)).toEqual({
      services: {
        gateway: { main: 4_000, admin: 10_000 },
        portal: { main: 4_005, admin: 10_005 },
        identity: { main: 5_001, admin: 10_001 },
        organization: { main: 5_002, admin: 10_002 },
        integration: { main: 5_003, admin: 10_003 },
        audit: { main: 5_004, admin: 10_004 },
        relay: { main: 5_006, admin: 10_006 },
        webhook: { main: 5_007, admin: 10_007 },
      },
      servers: { postgres: 16_432, redis: 17_379, kafka: 20_092 },
    });
  });

  it.each([3_010, 3_100, 4_000, 5_000, 8_080])(
    'a stack whose gateway is on port %i shares no port with the default stack',
    (port) => {
      const both = [...listOf(portsFrom(3_000)), ...listOf(portsFrom(port))];
      expect(new Set(both).size).toBe(both.length);
    },
  );

  it('every port is valid for the highest allowed port of the gateway', () => {
    expect(Math.max(...listOf(portsFrom(highestGatewayPort)))).toBe(65_535);
  });

  it('freePorts picks distinct ports', async () => {
    const ports = listOf(await freePorts());
    expect(new Set(ports).size).toBe(19);
  });
});

it('checkPorts names each port that is taken, and how to choose others', async () => {
  const ports = await freePorts();
  await expect(checkPorts(ports, serverNames)).resolves.toBeUndefined();
  const other = createServer().listen(ports.services.audit.admin, '0.0.0.0');
  const redis = createServer().listen(ports.servers.redis, '127.0.0.1');
  await Promise.all([once(other, 'listening'), once(redis, 'listening')]);
  try {
    const checking = checkPorts(ports, serverNames);
    await expect(checking).rejects.toThrow(
      `port ${ports.services.audit.admin} of audit (admin) is taken by another program\nport ${ports.servers.redis} of redis is taken`,
    );
    await expect(checking).rejects.toThrow(`\`PORT=${ports.services.gateway.main + 1_000} make up\` moves`);
    // A server that the environment names is not started here: its default port does not matter.
    await expect(checkPorts(ports, ['postgres', 'kafka'])).rejects.not.toThrow('redis');
  } finally {
    other.close();
    redis.close();
  }
});
