import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { asksForConsent, consentPage, type Decision, decisionParameter } from './consent-page.ts';
import { UnexpectedRequest } from './expected.ts';
import type { Fault, SimulatedAnswer, SimulatedRequest, Simulator } from './simulator.ts';

/** One provider on the running server. */
export interface RunningSimulator {
  readonly simulator: Simulator;
  /** Every request, oldest first. */
  readonly requests: readonly SimulatedRequest[];
  /** The problems of unexpected requests. Empty at the end of every test. */
  readonly unexpected: readonly string[];
  /** Turns a fault on; without an argument turns all off. */
  readonly fail: (fault?: Fault) => void;
  /** Resolves as soon as the condition holds: it is asked now, and after each request. */
  until(condition: (requests: readonly SimulatedRequest[]) => boolean): Promise<void>;
  /** Holds requests until the returned function is called. */
  hold(): () => void;
}

export interface AdProviders {
  readonly origin: string;
  /** The content of a `PROVIDERS_FILE` that leads every provider to this server. */
  readonly installations: Readonly<Record<string, object>>;
  of(provider: string): RunningSimulator;
  /** Opens a consent page like a browser; resolves with the address of the redirect. */
  consent(authorizationUrl: string, options?: { readonly decline?: boolean }): Promise<URL>;
  stop(): Promise<void>;
}

export interface AdProvidersOptions {
  /** Default: any free port. */
  readonly port?: number;
  /**
   * The display name of a provider. If given, a person allows or denies access on a consent page with this name. Default: consent
   * is given at once.
   */
  readonly consentPageName?: (provider: string) => string;
  /**
   * Answers a request whose path belongs to no provider; undefined: 404. If given, an error in the server is answered with a 500.
   * Default: an error ends the process, so that a test notices it.
   */
  readonly otherwise?: (
    request: { readonly path: string } & Pick<SimulatedRequest, 'method' | 'headers' | 'body'>,
  ) => Promise<SimulatedAnswer | undefined>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const joined = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );

/** `https://host/path` as a path of this server, and back. */
const pathOf = (address: string): string => `/${address.replace('://', '/')}`;
const urlOf = (pathname: string): string => pathname.slice(1).replace('/', '://');

interface State {
  readonly simulator: Simulator;
  readonly requests: SimulatedRequest[];
  readonly unexpected: string[];
  fault: Fault | undefined;
  held: Promise<void> | undefined;
  /** Emits `request` after each one. */
  readonly events: EventEmitter;
}

function answerOf(state: State, request: SimulatedRequest): SimulatedAnswer {
  const failed = state.fault?.answer(request);
  if (failed !== undefined) return failed;
  try {
    return state.simulator.answer(request);
  } catch (error) {
    if (!(error instanceof UnexpectedRequest)) throw error;
    state.unexpected.push(error.message);
    return { status: 400, json: { unexpected: error.message } };
  }
}

function send(
  response: ServerResponse,
  { status = 200, headers = {}, json, text, parts }: SimulatedAnswer,
): void {
  response.writeHead(status, {
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  });
  if (parts !== undefined) pipeline(Readable.from(parts), response, () => {});
  else response.end(json === undefined ? text : JSON.stringify(json));
}

/** The request for the simulator after the decision on the consent page. */
function decided(request: SimulatedRequest, decision: string): SimulatedRequest {
  const query = new URLSearchParams(request.query);
  query.delete(decisionParameter);
  const { headers } = request;
  return { ...request, query, headers: decision === 'deny' ? { ...headers, 'x-decline': 'yes' } : headers };
}

/** One HTTP server on loopback for every given provider, under `/<provider>/https/<host>/<path>`. */
export async function startAdProviders(
  simulators: readonly Simulator[],
  { port = 0, consentPageName, otherwise }: AdProvidersOptions = {},
): Promise<AdProviders> {
  const states = new Map(
    simulators.map((simulator): [string, State] => [
      simulator.provider,
      {
        simulator,
        requests: [],
        unexpected: [],
        fault: undefined,
        held: undefined,
        events: new EventEmitter(),
      },
    ]),
  );
  const stateOf = (provider: string, url: string): State => {
    const state = states.get(provider);
    if (state === undefined) throw new Error(`no simulator for ${provider} ${url}`);
    return state;
  };

  const respond = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://simulator');
    const [, provider = '', ...rest] = pathname.split('/');
    const state = states.get(provider);
    // A browser asks for more than what a provider answers, such as its icon.
    const method = incoming.method ?? '';
    if (state === undefined) {
      const headers = joined(incoming.headers);
      const answer = await otherwise?.({ method, path: pathname, headers, body: await bodyOf(incoming) });
      return send(response, answer ?? { status: 404 });
    }
    const received: SimulatedRequest = {
      method,
      url: urlOf(`/${rest.join('/')}`),
      query: searchParams,
      headers: joined(incoming.headers),
      body: await bodyOf(incoming),
    };
    const decision = received.query.get(decisionParameter);
    if (consentPageName !== undefined && asksForConsent(received) && decision === null)
      return send(response, consentPage(received, consentPageName(provider)));
    const request = decision === null ? received : decided(received, decision);
    state.requests.push(request);
    state.events.emit('request');
    await state.held;
    send(response, answerOf(state, request));
  };
  const server = createServer((incoming, response) => {
    respond(incoming, response).catch(() => response.writeHead(500).end());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    installations: Object.fromEntries(
      simulators.map(({ provider, addresses, installation }) => [
        provider,
        {
          ...installation,
          endpoints: Object.fromEntries(
            addresses.map((address) => [address, `${origin}/${provider}${pathOf(address)}`]),
          ),
        },
      ]),
    ),
    of(provider) {
      const state = stateOf(provider, '');
      return {
        simulator: state.simulator,
        requests: state.requests,
        unexpected: state.unexpected,
        fail(fault) {
          state.fault = fault;
        },
        async until(condition) {
          while (!condition(state.requests)) await once(state.events, 'request');
        },
        hold() {
          const { promise, resolve } = Promise.withResolvers<void>();
          state.held = promise;
          return () => {
            state.held = undefined;
            resolve();
          };
        },
      };
    },
    async consent(authorizationUrl, { decline = false } = {}) {
      const address = new URL(authorizationUrl);
      const decision: Decision = decline ? 'deny' : 'allow';
      address.searchParams.set(decisionParameter, decision);
      const answer = await fetch(address, { redirect: 'manual' });
      const location = answer.headers.get('location');
      if (location === null)
        throw new Error(`the consent page answered ${answer.status}: ${await answer.text()}`);
      return new URL(location);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
