import type { SimulatedAnswer, SimulatedRequest, Simulator } from '@patchbay/testing/ad-providers/simulator';
import { authorizationCode } from '../connector/authorization-code.ts';
import { bearerAuthorization } from '../connector/call.ts';
import type { Connection } from '../connector/connector.ts';
import { secretOf } from '../connector/credentials.ts';
import { ProviderFailure } from '../connector/failure.ts';
import { firstRead } from '../connector/first-read.fixture.ts';
import { textAt } from '../connector/json-path.ts';
import type { Provider } from '../connector/provider.ts';

const origin = 'https://rotating.example';

const authorize = ({ credentials }: Connection) => ({
  headers: { authorization: bearerAuthorization(secretOf(credentials, 'accessToken')) },
});

/** An invented provider that replaces the refresh token with each renewal and refuses the earlier one. Its authorizations end. */
export const rotating: Provider = {
  provider: 'rotating',
  name: 'Rotating Ads',
  category: 'wg',
  authMethod: 'oauth',
  connectFields: [],
  settingsFields: [],
  documentationUrl: `${origin}/docs`,
  appValues: [],
  // 410 at the revocation means that the authorization has already ended.
  classify: ({ status }, at) =>
    at === 'revoke' && status === 410 ? new ProviderFailure('ended', { code: '410' }) : undefined,
  connect: (environment) => ({
    ...authorizationCode(environment, {
      authorizeUrl: `${origin}/authorize`,
      tokenUrl: `${origin}/token`,
      scope: 'read',
      pkce: false,
      clientAuth: 'body',
    }),
    authorize,
    async *listAccounts() {
      const untold = { name: null, currency: null, timeZone: null, status: null, parentId: null };
      yield { ...untold, id: 'rotor', type: 'rotor', settings: {} };
    },
    async verify(connection, signal) {
      const { body } = await environment.call({
        at: 'api',
        url: `${origin}/me`,
        ...authorize(connection),
        signal,
      });
      return { name: textAt(body, 'name') ?? null };
    },
    async revoke({ credentials }, signal) {
      const form = { token: secretOf(credentials, 'refreshToken') };
      await environment.call({ at: 'revoke', url: `${origin}/revoke`, form, signal });
    },
  }),
  use: {
    access: ['read', 'manage'],
    apis: [
      {
        name: 'rotor',
        description: 'The whole of it.',
        baseUrl: origin,
        refused: ['/token**', '/revoke**'],
        account: { path: ['/accounts/{account}/**'] },
      },
    ],
    accountNames: { shape: { digits: [5, 10] } },
    listsAccounts: true,
    accountSettings: [],
    firstRead,
  },
};

export interface RotatingSimulator extends Simulator {
  /** The lifetime in seconds of the next authorizations; undefined if they do not end. */
  lifetime: number | undefined;
  /** The refresh tokens that were revoked. */
  readonly revoked: readonly string[];
  /** The one refresh token that works. */
  readonly refreshToken: string;
}

/** One account at the made-up provider: each token answer replaces both tokens. */
export function simulateRotating(): RotatingSimulator {
  let issued = 0;
  let accessToken = '';
  const revoked: string[] = [];
  const simulator: RotatingSimulator = {
    provider: 'rotating',
    addresses: [origin],
    installation: { clientId: 'rotating-client', clientSecret: 'rotating-client-secret' },
    ways: [{ name: 'the account', fields: {}, settings: {}, account: 'Rotor' }],
    faults: [],
    renews: true,
    revokes: true,
    lifetime: undefined,
    revoked,
    get refreshToken() {
      return `rotating-refresh-${issued}`;
    },
    answer: (request) => answer(request),
    expireAccessTokens() {
      accessToken = '';
    },
    isRevoked: () => revoked.length > 0,
    secrets: () => [`rotating-access-${issued}`, `rotating-refresh-${issued}`, 'rotating-client-secret'],
  };

  const issue = (): SimulatedAnswer => {
    issued += 1;
    accessToken = `rotating-access-${issued}`;
    const { lifetime } = simulator;
    return {
      json: {
        access_token: accessToken,
        refresh_token: simulator.refreshToken,
        expires_in: 3600,
        ...(lifetime !== undefined && { refresh_token_expires_in: lifetime }),
      },
    };
  };

  const token = (form: URLSearchParams): SimulatedAnswer => {
    const good =
      form.get('grant_type') === 'refresh_token'
        ? form.get('refresh_token') === simulator.refreshToken
        : form.get('code') === 'rotating-code';
    return good ? issue() : { status: 400, json: { error: 'invalid_grant' } };
  };

  const answer = ({ url, query, headers, body }: SimulatedRequest): SimulatedAnswer => {
    const form = new URLSearchParams(body);
    switch (url.slice(origin.length)) {
      case '/authorize': {
        const back = new URL(query.get('redirect_uri') ?? '');
        back.searchParams.set('state', query.get('state') ?? '');
        back.searchParams.set('code', 'rotating-code');
        return { status: 302, headers: { location: back.href } };
      }
      case '/token':
        return token(form);
      case '/revoke':
        revoked.push(form.get('token') ?? '');
        return { json: {} };
      case '/me':
        return accessToken !== '' && headers['authorization'] === `Bearer ${accessToken}`
          ? { json: { name: 'Rotor' } }
          : { status: 401, json: {} };
      default:
        return { status: 404 };
    }
  };
  return simulator;
}
