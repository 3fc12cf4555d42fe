import { call } from './program.ts';
import { clientPod } from './tunnel.ts';

/** The addresses of the name servers that pods of a namespace ask. */
export async function nameServersIn(namespace: string): Promise<readonly string[]> {
  const file = await call('kubectl', [
    '--namespace',
    namespace,
    'exec',
    clientPod,
    '--',
    'cat',
    '/etc/resolv.conf',
  ]);
  return [...file.matchAll(/^nameserver\s+(\S+)/gm)].map(([, address = '']) => address);
}
