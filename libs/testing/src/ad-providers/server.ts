import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UnexpectedRequest } from './expected.ts';
import type { Fault, SimulatedAnswer, SimulatedRequest, Simulator } from './simulator.ts';

/** One provider on the running server. */
export interface RunningSimulator {
  readonly simulator: Simulator;
  /** Every request, oldest first. */
  readonly requests: readonly SimulatedRequest[];
  /** What was wrong with requests. Empty at the end of every test. */
  readonly unexpected: readonly string[];
  /** Turns a fault on, or all off. */
  fail(fault?: Fault): void;
  /** Requests wait until the returned function is called. */
  hold(): () => void;
}

export interface AdProviders {
  readonly origin: string;
  /** The content of a `PROVIDERS_FILE` that leads every provider here. */
  readonly installations: Readonly<Record<string, object>>;
  of(provider: string): RunningSimulator;
  /** Opens a consent page as a browser; resolves with the address that it is sent back to. */
  consent(authorizationUrl: string, options?: { readonly decline?: boolean }): Promise<URL>;
  stop(): Promise<void>;
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

/** One HTTP server on loopback that answers for every given provider, under `/https/<host>/<path>`. */
export async function startAdProviders(simulators: readonly Simulator[]): Promise<AdProviders> {
  const states = new Map(
    simulators.map((simulator): [string, State] => [
      simulator.provider,
      { simulator, requests: [], unexpected: [], fault: undefined, held: undefined },
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
    const state = stateOf(provider, pathname);
    const request: SimulatedRequest = {
      method: incoming.method ?? '',
      url: urlOf(`/${rest.join('/')}`),
      query: searchParams,
      headers: joined(incoming.headers),
      body: await bodyOf(incoming),
    };
    state.requests.push(request);
    await state.held;
    const { status = 200, headers = {}, json, text } = answerOf(state, request);
    response.writeHead(status, {
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    });
    response.end(json === undefined ? text : JSON.stringify(json));
  };
  const server = createServer((incoming, response) => void respond(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
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
      const answer = await fetch(authorizationUrl, {
        redirect: 'manual',
        headers: decline ? { 'x-decline': 'yes' } : {},
      });
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
