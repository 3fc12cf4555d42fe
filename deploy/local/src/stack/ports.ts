import type { ServiceName } from '@patchbay/platform/services';

/** Where a service listens: the gateway for the world, the others for each other, all of them for the operator. */
export interface ServicePorts {
  readonly main: number;
  readonly admin: number;
}

export type StackPorts = Readonly<Record<ServiceName, ServicePorts>>;

export const defaultPorts: StackPorts = {
  gateway: { main: 3000, admin: 9000 },
  identity: { main: 4001, admin: 9001 },
  organization: { main: 4002, admin: 9002 },
  integration: { main: 4003, admin: 9003 },
  audit: { main: 4004, admin: 9004 },
};
