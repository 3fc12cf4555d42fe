import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { call } from './program.ts';

/**
 * The address of this machine on the way to the cluster's first node, by which pods reach it too in most clusters. Connecting a
 * datagram socket chooses the way and sends nothing.
 */
export async function hostAddress(): Promise<string> {
  const path = '{.items[0].status.addresses[?(@.type=="InternalIP")].address}';
  const node = (await call('kubectl', ['get', 'nodes', '--output', `jsonpath=${path}`])).trim();
  if (node === '') throw new Error('the first node of the cluster has no address: set CLUSTER_HOST');
  const socket = createSocket('udp4');
  try {
    const connected = once(socket, 'connect');
    socket.connect(9, node);
    await connected;
    return socket.address().address;
  } finally {
    socket.close();
  }
}
