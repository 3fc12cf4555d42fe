import { once } from 'node:events';
import { connect } from 'node:net';
import type { Readable } from './scan.ts';

export interface RedisMonitor {
  /** Every command that any client has sent since, with its arguments. */
  commands(): Readable;
  stop(): void;
}

/** Has Redis report every command: keys of rate limits are gone after their window, so reading them at the end would miss some. */
export async function monitorRedis(url: string): Promise<RedisMonitor> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port || 6379), hostname);
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => (text += part));
  await once(socket, 'connect');
  socket.write('MONITOR\r\n');
  await once(socket, 'data');
  return {
    commands: () => ({ where: 'the commands of Redis', text }),
    stop: () => socket.destroy(),
  };
}
