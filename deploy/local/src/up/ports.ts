import { byName } from '@patchbay/platform/by-name';
import { type ServiceName, serviceNames, services } from '@patchbay/platform/services';
import { freePort, isFree } from '@patchbay/servers/free-port';
import type { ServerName } from '@patchbay/servers/provision';

/** `main` is PORT of the gateway and the Portal and RPC_PORT of the others; `admin` is ADMIN_PORT. */
export interface PortsOfService {
  readonly main: number;
  readonly admin: number;
}

export type ServicePorts = Readonly<Record<ServiceName, PortsOfService>>;
export type ServerPorts = Readonly<Record<ServerName, number>>;

export interface StackPorts {
  readonly services: ServicePorts;
  readonly servers: ServerPorts;
}

export const serverNames: readonly ServerName[] = ['postgres', 'redis', 'kafka'];

/** Not the usual ports of these servers, which an installed Postgres, Redis or Kafka may have taken. */
const defaultServerPorts: ServerPorts = { postgres: 15_432, redis: 16_379, kafka: 19_092 };

/** Above it a port that follows PORT would be higher than 65,535. */
export const highestGatewayPort = 65_535 - defaultServerPorts.kafka + services.gateway.port;

/** The default ports, all moved by the distance of `gatewayPort` from the gateway's default port. */
export function portsFrom(gatewayPort: number): StackPorts {
  const offset = gatewayPort - services.gateway.port;
  return {
    services: byName(serviceNames, (name) => ({
      main: services[name].port + offset,
      admin: services[name].adminPort + offset,
    })),
    servers: byName(serverNames, (name) => defaultServerPorts[name] + offset),
  };
}

export const defaultPorts = portsFrom(services.gateway.port);

/** Free ports, for a stack that runs beside others on the same machine. */
export async function freePorts(): Promise<StackPorts> {
  const entries: [ServiceName, PortsOfService][] = [];
  for (const name of serviceNames) entries.push([name, { main: await freePort(), admin: await freePort() }]);
  return {
    services: Object.fromEntries(entries) as unknown as ServicePorts,
    servers: { postgres: await freePort(), redis: await freePort(), kafka: await freePort() },
  };
}

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
