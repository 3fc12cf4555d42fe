import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Principal } from '@patchbay/access/caller';
import { createOutgoing } from '@patchbay/outgoing/create-outgoing';
import { createLog } from '@patchbay/testing/log';
import { expect, onTestFinished } from 'vitest';
import { basicAuthorization } from '../../connector/call.ts';
import type { Installations } from '../../connector/connectors.ts';
import { lastingCredentials } from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { firstRead } from '../../connector/first-read.fixture.ts';
import type { Provider } from '../../connector/provider.ts';
import { createCatalogue } from '../../providers/catalogue.ts';
import type { RelayedIntegration } from '../../store/relayed-integration.ts';
import type { RelayCaller, RelayRequest } from '../relay-parts.ts';
import { find } from './find.ts';
import { createJudge } from './judge.ts';
import { type Permitted, permit } from './permit.ts';

export const integrationId = '0198b3a0-0000-7000-8000-000000000001';
export const password = 'p/ss "wörd"';
export const ourClient = { clientId: 'our-app', clientSecret: 'our+"app"/s€cret' };
export const tokenOf = (version: number): string => `Atza|token-${version}`;

const person = { userId: 'u', email: 'ada@acme.example', name: 'Ada' };
export const session: Principal = { type: 'user', sessionId: 's', ...person };
export const key: Principal = {
  type: 'api_key',
  keyId: 'k',
  lineId: 'k',
  prefix: 'pb_org_abcdefgh',
  level: 'organization',
  role: 'member',
  organizationId: 'o',
  workspaceId: null,
  creator: person,
};

const ads = {
  name: 'ads',
  description: 'Everything.',
  baseUrl: 'https://echo.example/v1',
  reads: ['POST /search'],
  refused: ['/users/**'],
  account: { path: ['/accounts/{account}/**'] },
} as const;

/** Requests name no account: the settings do. */
export const ofOneAccount: Partial<Provider['use']> = {
  apis: [{ ...ads, account: ({ company }) => company?.toString() }],
};

/** An invented provider with one api. */
export function echoProvider(use: Partial<Provider['use']> = {}): Provider {
  return {
    provider: 'echo',
    name: 'Echo Ads',
    category: 'dsp',
    authMethod: 'credentials',
    connectFields: [
      { name: 'login', label: 'Login', type: 'string', required: true },
      { name: 'password', label: 'Password', type: 'secret', required: true },
    ],
    settingsFields: [],
    documentationUrl: 'https://echo.example/docs',
    appValues: [],
    classify: ({ body }) =>
      JSON.stringify(body)?.includes('NOAUTH') ? new ProviderFailure('unauthorized') : undefined,
    connect: () => ({
      renew: () => expect.unreachable('the main program renews'),
      verify: () => expect.unreachable('the main program verifies'),
      authorize: ({ credentials: { secrets } }) => ({
        headers: {
          authorization: basicAuthorization('ada', secrets['password'] ?? ''),
          'x-token': secrets['accessToken'] ?? '',
        },
        query: { proof: `proof of ${secrets['accessToken']}` },
      }),
    }),
    use: {
      access: ['read', 'manage'],
      apis: [ads],
      returnedHeaders: ['x-request-id'],
      accountNames: { shape: { digits: [5, 10] } },
      listsAccounts: false,
      accountSettings: [],
      firstRead,
      ...use,
    },
  };
}

/** A connected integration with the credentials of a version. */
export const integrationOf = (
  changed: Partial<RelayedIntegration> = {},
  version = 1,
): RelayedIntegration => ({
  id: integrationId,
  name: 'Echo',
  provider: 'echo',
  status: 'active',
  statusDetail: null,
  settings: {},
  access: 'manage',
  stored: {
    version,
    credentials: lastingCredentials({ login: 'ada-login', password, accessToken: tokenOf(version) }),
  },
  grant: null,
  chosen: null,
  isWorking: false,
  ...changed,
});

export const installed = (origin = 'https://simulated.example'): Installations => ({
  echo: { ...ourClient, endpoints: { 'https://echo.example': origin } },
});

export function foundOf(changed: Partial<RelayedIntegration> = {}, use: Partial<Provider['use']> = {}) {
  const provider = echoProvider(use);
  const parts = {
    find: async () => integrationOf(changed),
    connectorOf: () => provider.connect({} as never),
  };
  return find(parts, createCatalogue([provider], installed()), 'ads');
}

/** What an admin may do who has a session, unless it is another caller. */
export const permittedOf = async (
  changed?: Partial<RelayedIntegration>,
  use?: Partial<Provider['use']>,
  who: Partial<RelayCaller> = {},
): Promise<Permitted> => permit(await foundOf(changed, use), { caller: session, role: 'admin', ...who });

/** A request such as `GET accounts/1`. */
export function requestOf(line: string, more: Partial<RelayRequest> = {}): RelayRequest {
  const [method = '', path = ''] = line.split(' ');
  return { api: 'ads', method, path, query: '', headers: {}, body: new Uint8Array(), ...more };
}

export const judgedOf = (
  permitted: Permitted,
  request: RelayRequest,
  origin?: string,
  named: (account: string) => void = () => {},
) => createJudge(installed(origin))(permitted, request, named);

/** A server in the place of the provider, and the client that may reach it. */
export async function startProvider(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { logger } = createLog();
  const outgoing = createOutgoing({ logger, allowedOrigins: [origin] });
  onTestFinished(async () => {
    await outgoing.component.stop?.();
    server.close();
    server.closeAllConnections();
  });
  return { origin, outgoing };
}
