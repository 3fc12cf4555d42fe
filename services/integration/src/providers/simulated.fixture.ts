import { createHash, randomBytes } from 'node:crypto';
import { createOutgoing } from '@patchbay/outgoing/create-outgoing';
import { createLogger } from '@patchbay/telemetry/logger';
import { createSimulators } from '@patchbay/testing/ad-providers';
import { type RunningSimulator, startAdProviders } from '@patchbay/testing/ad-providers/server';
import type { Fault, SimulatedAnswer, Simulator, Way } from '@patchbay/testing/ad-providers/simulator';
import { expect, onTestFinished } from 'vitest';
import type { Account, Connection, Connector } from '../connector/connector.ts';
import {
  appOf,
  type ConnectorsOptions,
  createConnector,
  endpointOrigins,
  type Installation,
  replacePrefix,
} from '../connector/connectors.ts';
import type { Values } from '../connector/credentials.ts';
import { ProviderFailure } from '../connector/failure.ts';
import type { Provider } from '../connector/provider.ts';
import { scripted } from '../connector/scripted.fixture.ts';
import type { UseAccess } from '../connector/use.ts';
import { sentHeaders } from '../relay/headers.ts';
import { createRules, type Judgement } from '../relay/rules.ts';
import { sentRequest } from '../relay/sent-request.ts';
import { targetOf } from '../relay/target.ts';
import { providers } from './index.ts';
import { installationsOf } from './providers-file.ts';

export const redirectUri = 'http://127.0.0.1:3000/v1/connect/oauth/callback';

export const signal: AbortSignal = new AbortController().signal;

/** The scopes that a consent asks for. `before`: of an integration from before there was a choice. */
export function scopesAsked({ consent }: Connector, settings: Values = {}) {
  const asked = (access?: UseAccess): string | null => {
    const request = { settings, ...(access && { access }), redirectUri, state: 'state' };
    return new URL(consent?.authorizationUrl(request) ?? '').searchParams.get('scope');
  };
  return { before: asked(), read: asked('read'), manage: asked('manage') };
}

/** What the client reads after a consent that granted only these scopes; undefined if they suffice. */
export async function notGranted(
  provider: Provider,
  access: UseAccess,
  scope: string,
): Promise<string | undefined> {
  const { connector } = scripted(provider, [{ json: { access_token: 'a', scope } }]);
  const exchange = connector.consent?.exchange({ settings: {}, access, redirectUri, code: 'code' }, signal);
  return exchange?.then(
    () => undefined,
    (failure: ProviderFailure) => `${failure.reason}: ${failure.hint}`,
  );
}

const logger = createLogger({ service: 'test', level: 'silent' });

export type Input = Pick<Way, 'fields' | 'settings'>;

export interface Simulated extends RunningSimulator {
  readonly connector: Connector;
  readonly ways: Simulator['ways'];
  /** Fills in the form or consents, by default in the first way of the simulator. */
  readonly connect: (input?: Input) => Promise<Connection>;
  readonly verify: (connection: Connection) => Promise<Account>;
  /** The connection with the renewed credentials. */
  readonly renew: (connection: Connection) => Promise<Connection>;
  readonly revoke: (connection: Connection) => Promise<void>;
  /** Answers each request like this from now on; undefined: as the simulator does. */
  readonly answer: (answer: SimulatedAnswer | Fault['answer']) => void;
  /** Method and address of every request so far, without the query. */
  readonly lines: () => string[];
  /** Judges a request of a caller by the rules of the api, such as `GET customers/1/campaigns`, and sends it to the simulator. */
  readonly relay: (
    connection: Connection,
    api: string,
    line: string,
    sent?: Relayed,
  ) => Promise<RelayedAnswer>;
  /** Opens the consent page as a browser; resolves with the code that comes back. */
  readonly consent: (settings?: Readonly<Record<string, string>>) => Promise<string>;
}

/** What a caller sends besides method and path. */
export interface Relayed {
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
}

export interface RelayedAnswer {
  readonly judgement: Judgement;
  readonly status: number;
  readonly json: unknown;
}

/** The `ProviderFailure` that the work throws. */
export async function failureOf(work: Promise<unknown>): Promise<ProviderFailure> {
  const thrown = await work.then(
    () => new Error('it succeeded'),
    (error: unknown) => error,
  );
  if (thrown instanceof ProviderFailure) return thrown;
  throw thrown;
}

type Options = Pick<ConnectorsOptions, 'clock'> & Installation;

/** The connector of a provider against its simulator, until the test ends. The provider must expect every request. */
export async function simulated(value: string, { clock, ...overrides }: Options = {}): Promise<Simulated> {
  const adProviders = await startAdProviders(createSimulators().filter(({ provider }) => provider === value));
  const running = adProviders.of(value);
  const provider = providers.find((candidate) => candidate.provider === value);
  if (provider === undefined) throw new Error(`no provider ${value}`);
  // Parsed with the schema of PROVIDERS_FILE, so that the provider knows every name.
  const installation = {
    ...installationsOf(providers).parse(adProviders.installations)[value],
    ...overrides,
  };
  const installations = { [value]: installation };
  const outgoing = createOutgoing({ allowedOrigins: endpointOrigins(installations), logger });
  onTestFinished(async () => {
    await outgoing.component.stop?.();
    await adProviders.stop();
    expect(running.unexpected).toEqual([]);
  });
  const connector = createConnector(provider, { installations, outgoing, ...(clock && { clock }) });

  const consentTo = async (
    settings: Readonly<Record<string, string>>,
    pkce: { readonly codeChallenge?: string } = {},
  ): Promise<string> => {
    if (connector.consent === undefined) throw new Error('the connector has no consent page');
    const state = randomBytes(16).toString('base64url');
    const asked = { settings, redirectUri, state, ...pkce };
    const { searchParams } = await adProviders.consent(connector.consent.authorizationUrl(asked));
    if (searchParams.get('state') !== state) throw new Error('the state did not come back');
    return searchParams.get('code') ?? searchParams.get('auth_code') ?? '';
  };

  return {
    ...running,
    connector,
    ways: running.simulator.ways,
    async connect({ fields, settings } = running.simulator.ways[0]) {
      if (connector.login !== undefined)
        return { settings, credentials: await connector.login(fields, settings, signal) };
      if (connector.consent?.pkce !== true) {
        const grant = { settings, redirectUri, code: await consentTo(settings) };
        const credentials = await connector.consent?.exchange(grant, signal);
        return { settings, credentials: credentials ?? expect.unreachable() };
      }
      const codeVerifier = randomBytes(32).toString('base64url');
      const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
      const code = await consentTo(settings, { codeChallenge });
      const grant = { settings, redirectUri, code, codeVerifier };
      return { settings, credentials: await connector.consent.exchange(grant, signal) };
    },
    verify: (connection) => connector.verify(connection, signal),
    async renew(connection) {
      if (connector.renew === undefined) throw new Error('the connector has no renewal');
      return { ...connection, credentials: await connector.renew(connection, signal) };
    },
    async revoke(connection) {
      if (connector.revoke === undefined) throw new Error('the connector has no revocation');
      await connector.revoke(connection, signal);
    },
    async relay(connection, name, line, { query = '', headers: sent = {}, json } = {}) {
      const api = provider.use.apis.find((candidate) => candidate.name === name);
      if (api === undefined) throw new Error(`no api ${name}`);
      const [method = '', path = ''] = line.split(' ');
      const app = appOf(installation);
      const baseUrl = typeof api.baseUrl === 'string' ? api.baseUrl : api.baseUrl(connection.settings, app);
      const authorization = connector.authorize(connection);
      const judge = createRules(provider.use, api, new Set(Object.keys(authorization.headers)));
      const target = targetOf(replacePrefix(baseUrl, installation.endpoints ?? {}), path, query, api);
      const defaults = api.defaultHeaders?.(connection.settings, target.path, sent);
      const type = json === undefined ? {} : { 'content-type': 'application/json' };
      const body = Buffer.from(json === undefined ? '' : JSON.stringify(json));
      const request = {
        method,
        target,
        headers: { ...defaults, ...type, ...sent },
        body,
      };
      const judgement = judge(request);
      const toSend = sentRequest(api, {
        ...request,
        headers: { ...defaults, ...sentHeaders(request.headers, provider.use.sentHeaders) },
      });
      const url = new URL(toSend.url);
      for (const [key, added] of Object.entries(authorization.query ?? {})) url.searchParams.set(key, added);
      const answer = await fetch(url, {
        method: toSend.method,
        headers: { ...authorization.headers, ...toSend.headers },
        ...(toSend.body.byteLength > 0 && { body: Buffer.from(toSend.body) }),
      });
      const text = await answer.text();
      return { judgement, status: answer.status, json: text === '' ? undefined : JSON.parse(text) };
    },
    answer: (answer) =>
      running.fail({
        name: 'another answer',
        kind: 'transient',
        shows: 'verify',
        answer: typeof answer === 'function' ? answer : () => answer,
      }),
    lines: () => running.requests.map(({ method, url }) => `${method} ${url}`),
    consent: (settings = {}) => consentTo(settings),
  };
}
