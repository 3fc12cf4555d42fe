import { byName } from '@patchbay/platform/by-name';
import { type ServiceName, serviceNames, services } from '@patchbay/platform/services';
import { freePort } from '@patchbay/servers/free-port';

/** Where a service listens: the gateway for the world, the others for each other, all of them for the operator. */
export interface ServicePorts {
  readonly main: number;
  readonly admin: number;
}

export type StackPorts = Readonly<Record<ServiceName, ServicePorts>>;

export const defaultPorts: StackPorts = byName(serviceNames, (name) => ({
  main: services[name].port,
  admin: services[name].adminPort,
}));

/** For a stack beside others on the same machine. */
export async function freePorts(): Promise<StackPorts> {
  const ports = await Promise.all(
    serviceNames.map(async () => ({ main: await freePort(), admin: await freePort() })),
  );
  return byName(serviceNames, (name) => ports[serviceNames.indexOf(name)] ?? defaultPorts[name]);
}
