import { byName } from '@patchbay/platform/by-name';
import { type ServiceName, serviceNames, services } from '@patchbay/platform/services';
import { freePort } from '@patchbay/servers/free-port';

/** `main` is PORT of the gateway and RPC_PORT of the others; `admin` is ADMIN_PORT. */
export interface ServicePorts {
  readonly main: number;
  readonly admin: number;
}

export type StackPorts = Readonly<Record<ServiceName, ServicePorts>>;

export const defaultPorts: StackPorts = byName(serviceNames, (name) => ({
  main: services[name].port,
  admin: services[name].adminPort,
}));

/** Ports for a stack that runs beside others on the same machine. */
export async function freePorts(): Promise<StackPorts> {
  const ports = await Promise.all(
    serviceNames.map(async () => ({ main: await freePort(), admin: await freePort() })),
  );
  return byName(serviceNames, (name) => ports[serviceNames.indexOf(name)] ?? defaultPorts[name]);
}
