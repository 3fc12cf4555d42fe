import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { checkPorts } from './check-ports.ts';
import { freePorts, serverNames } from './ports.ts';

it('names each port that another program has, and how to move', async () => {
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
