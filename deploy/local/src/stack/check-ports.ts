import { serviceNames } from '@patchbay/platform/services';
import { isFree } from '@patchbay/servers/free-port';
import type { ServerName } from '@patchbay/servers/provision';
import type { StackPorts } from './ports.ts';

/** Rejects with every port that another program listens on; `servers` are those that will be started. */
export async function checkPorts(ports: StackPorts, servers: readonly ServerName[]): Promise<void> {
  const wanted: readonly (readonly [what: string, port: number])[] = [
    ...serviceNames.flatMap((name) => [
      [`of ${name}`, ports.services[name].main] as const,
      [`of ${name} (admin)`, ports.services[name].admin] as const,
    ]),
    ...servers.map((name) => [`of ${name}`, ports.servers[name]] as const),
  ];
  const free = await Promise.all(wanted.map(([, port]) => isFree(port)));
  const taken = wanted.filter((_, index) => !free[index]);
  if (taken.length === 0) return;
  const { main } = ports.services.gateway;
  throw new Error(
    [
      ...taken.map(([what, port]) => `port ${port} ${what} is taken by another program`),
      `\`PORT=${main + 1_000} make up\` moves every port by 1000; \`ss -ltnp\` or \`lsof -i\` shows which program it is.`,
    ].join('\n'),
  );
}
