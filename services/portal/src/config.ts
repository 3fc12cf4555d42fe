import { readConfig } from '@patchbay/config/config';
import { insecureHttpVariables, publicAddress } from '@patchbay/config/public-address';
import { baseUrl, port } from '@patchbay/config/variables';
import { services } from '@patchbay/platform/services';
import { processVariables } from '@patchbay/service/variables';

/** What `build()` takes, in a process of its own as in the embedded platform. */
export interface PortalConfig {
  /** 0 takes any free port. */
  readonly port: number;
  /** The address that the port is bound to. Default: every interface. */
  readonly host?: string | undefined;
  /** Of the API, which the pages call. */
  readonly publicUrl: string;
  readonly portalUrl: string;
}

export const variables = {
  PORT: port(services.portal.port).describe('The port of the pages'),
  ...processVariables('portal'),
  PUBLIC_URL: publicAddress(baseUrl().describe("The API's address, which the pages call")),
  PORTAL_URL: publicAddress(baseUrl().describe('The address of the pages; https makes answers carry HSTS')),
  ...insecureHttpVariables,
};

/** The configuration of a Portal that is a process of its own. */
export const readPortalConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig('portal', variables, environment);

export const portalConfigOf = (read: ReturnType<typeof readPortalConfig>): PortalConfig => ({
  port: read.PORT,
  host: read.HOST,
  publicUrl: read.PUBLIC_URL,
  portalUrl: read.PORTAL_URL,
});
