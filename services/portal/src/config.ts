import { readConfig } from '@patchbay/config/config';
import { insecureHttpVariables, publicAddress } from '@patchbay/config/public-address';
import { sameSiteProblems } from '@patchbay/config/same-site';
import { baseUrl, count, filePath, parsedBy, port } from '@patchbay/config/variables';
import type { Asset } from '@patchbay/http/asset';
import { services } from '@patchbay/platform/services';
import { processVariables } from '@patchbay/service/variables';
import { readMarks } from './marks.ts';

/** What `build()` takes, in a process of its own as in the embedded platform. */
export interface PortalConfig {
  /** 0 takes any free port. */
  readonly port: number;
  /** The address that the port is bound to. Default: every interface. */
  readonly host?: string | undefined;
  /** Of the API, which the pages call. Without a trailing slash. */
  readonly publicUrl: string;
  /** Of the pages. Without a trailing slash; https makes answers carry HSTS. */
  readonly portalUrl: string;
  /** Where this process calls the API. */
  readonly gatewayUrl: string;
  /** Number of proxies in front whose `X-Forwarded-For` entries are used; 0: the header is ignored. */
  readonly trustedProxies: number;
  /** Pictures in place of monograms, by path. Default: none. */
  readonly marks?: ReadonlyMap<string, Asset> | undefined;
}

export const variables = {
  PORT: port(services.portal.port).describe('The port of the pages'),
  ...processVariables('portal'),
  PUBLIC_URL: publicAddress(baseUrl().describe("The API's address, which the pages call")),
  PORTAL_URL: publicAddress(
    baseUrl().describe(
      'The address of the pages, of one site with `PUBLIC_URL`; https makes answers carry HSTS',
    ),
  ),
  ...insecureHttpVariables,
  GATEWAY_URL: baseUrl()
    .optional()
    .describe(
      'Where the Portal itself calls the API, to learn which sign-in providers there are and who sent a link; unset: `PUBLIC_URL`',
    ),
  TRUSTED_PROXIES: count(0).describe('Number of proxies in front whose `X-Forwarded-For` counts'),
  MARKS_DIR: filePath(
    parsedBy(readMarks)
      .optional()
      .describe(
        'A folder with marks of advertising systems, `<provider>.svg` or `<provider>.png`, 64 KiB at most, which pages show; unset: monograms',
      ),
  ),
};

/** The configuration of a Portal that is a process of its own. */
export const readPortalConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig('portal', variables, environment, sameSiteProblems);

export const portalConfigOf = (read: ReturnType<typeof readPortalConfig>): PortalConfig => ({
  port: read.PORT,
  host: read.HOST,
  publicUrl: read.PUBLIC_URL,
  portalUrl: read.PORTAL_URL,
  gatewayUrl: read.GATEWAY_URL ?? read.PUBLIC_URL,
  trustedProxies: read.TRUSTED_PROXIES,
  marks: read.MARKS_DIR,
});
