import type { AdProviders } from '@patchbay/testing/ad-providers/server';
import type { Fault, Way } from '@patchbay/testing/ad-providers/simulator';
import { waitFor } from '@patchbay/testing/wait';
import { expect } from 'vitest';
import type { Recorded, RecordingClient, Sent } from './client.ts';
import type { KnownSecrets } from './scan.ts';

export interface ListedProvider {
  readonly provider: string;
  readonly authMethod: 'oauth' | 'credentials';
  readonly connectFields: readonly { readonly name: string; readonly type: string }[];
  readonly apis: readonly { readonly name: string }[];
}

export interface LifeContext {
  readonly client: RecordingClient;
  readonly known: KnownSecrets;
  readonly adProviders: AdProviders;
  /** A session of an admin, and an API key of the workspace. */
  readonly session: Sent['headers'];
  readonly key: Sent['headers'];
  /** The path of the workspace's integrations. */
  readonly path: string;
  /** Is a part of each name; no secret, so that it is found where names may be. */
  readonly canary: string;
}

export interface Integration {
  readonly id: string;
  readonly status: string;
  readonly statusDetail: string | null;
  readonly lastError: string | null;
  readonly connectedAccount: string | null;
  readonly connectUrl: string;
}

const tokenIn = ({ connectUrl }: Integration): string => connectUrl.slice(connectUrl.lastIndexOf('/') + 1);

/** The same fault without a wait: a 503 with `Retry-After` would suspend all requests to the simulator for that time. */
const withoutWait = (fault: Fault): Fault => ({
  ...fault,
  answer(request) {
    const answer = fault.answer(request);
    if (answer?.headers === undefined) return answer;
    const headers = Object.entries(answer.headers).filter(([name]) => name.toLowerCase() !== 'retry-after');
    return { ...answer, headers: Object.fromEntries(headers) };
  },
});

/**
 * The provider repeats everything that it is sent in relayed requests, which have `q`: as JSON, also with escaped slashes, and in headers.
 * The background may renew tokens meanwhile: a 400 to that would end the authorization.
 */
const echo = (status: number, q: string): Fault => ({
  name: `an echo with ${status}`,
  kind: 'transient',
  shows: 'verify',
  answer({ url, query, headers, body }) {
    if (query.get('q') !== q) return undefined;
    const sent = { url, query: [...query], headers, body };
    const json = JSON.stringify({ sent, again: encodeURIComponent(JSON.stringify(sent)) });
    const address = `${url}?${new URLSearchParams({ ...headers, query: query.toString() }).toString()}`;
    return {
      status,
      headers: {
        'content-type': 'application/json',
        etag: JSON.stringify(headers),
        link: `<${address}>; rel="next"`,
        'x-request-id': headers['authorization'] ?? '',
        ...(status < 400 && status >= 300 && { location: address }),
      },
      text: `[${json},${json.replaceAll('/', '\\/')}]`,
    };
  },
});

/** Each provider relays at least one of these paths. */
const echoed = [
  'echo',
  'analytics/echo',
  'download/echo',
  'v1/analytics/data/publisher/1',
  'reporting/agg/1/echo',
];

/** Everything that can be done with integrations of one provider, against its simulator. */
export function lifeOf(context: LifeContext, provider: ListedProvider) {
  const { client, known, adProviders, session = {}, key = {}, path, canary } = context;
  const value = provider.provider;
  const running = adProviders.of(value);
  const { simulator } = running;
  /** Whether an access token that has ended can still be renewed. */
  const renewsAfterEnd = simulator.renews && simulator.renewsAfterEnd !== false;
  const secretFields = provider.connectFields.filter(({ type }) => type === 'secret').map(({ name }) => name);
  let made = 0;

  const noteLink = (integration: Integration): Integration => {
    known.add(`${value}: a connect token`, tokenIn(integration));
    return integration;
  };
  const noteFields = (fields: Way['fields'], what: string): void => {
    for (const name of secretFields)
      if (fields[name] !== undefined) known.add(`${value}: ${what} ${name}`, fields[name]);
  };

  const change = async (
    { id }: Pick<Integration, 'id'>,
    verb: string,
    body?: unknown,
    headers = session,
  ): Promise<Integration> => {
    const sent = { method: 'POST', headers, ...(body !== undefined && { body }) };
    const answer = await client.send<Integration>(`${path}/${id}/${verb}`, sent);
    if (answer.status >= 300)
      throw new Error(`${value}: ${verb} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  async function create({ settings }: Pick<Way, 'settings'>): Promise<Integration> {
    made += 1;
    const body = { provider: value, name: `${canary} ${value} ${made}`, settings };
    const idempotent = { ...session, 'idempotency-key': `${canary}-${value}-${made}` };
    const answer = await client.send<Integration>(path, { method: 'POST', headers: idempotent, body });
    expect(answer).toMatchObject({ status: 201 });
    return noteLink(answer.body);
  }

  /** The person who consented sees the accounts. */
  async function lookAtAccounts(choice: string): Promise<void> {
    known.add(`${value}: a choice of accounts`, choice);
    // 503 for a while after a start, until integration has handled the events that were there.
    const list = async (): Promise<Recorded | false> => {
      const answer = await client.send(`/v1/connect/${choice}/accounts`);
      return answer.status !== 503 && answer;
    };
    expect(await waitFor(list, { what: 'integration to use credentials', timeoutMs: 300_000 })).toMatchObject(
      { status: 200 },
    );
  }

  /** A person at the consent page, from the connect link to the answer of the callback. */
  async function consent(integration: Integration, decline = false): Promise<Recorded<undefined>> {
    const started = await client.send<{ authorizationUrl: string }>(
      `/v1/connect/${tokenIn(integration)}/oauth`,
      { method: 'POST', body: {} },
    );
    expect(started).toMatchObject({ status: 200 });
    const url = new URL(started.body.authorizationUrl);
    known.add(`${value}: a state`, url.searchParams.get('state') ?? '');
    const back = await adProviders.consent(url.href, { decline });
    const answer = await client.send<undefined>(`${back.pathname}${back.search}`);
    expect(answer.status).toBe(302);
    const { hash } = new URL(answer.headers.get('location') ?? '');
    const choice = new URLSearchParams(hash.slice(1)).get('choice');
    if (choice !== null) await lookAtAccounts(choice);
    return answer;
  }

  /** Connects through the link; what comes back may be a failure. */
  async function connectByLink(integration: Integration, { fields }: Pick<Way, 'fields'>): Promise<void> {
    const page = await client.send(`/v1/connect/${tokenIn(integration)}`);
    expect(page).toMatchObject({ status: 200, body: { provider: value } });
    if (provider.authMethod === 'oauth') {
      await consent(integration);
      return;
    }
    noteFields(fields, 'typed');
    const to = `/v1/connect/${tokenIn(integration)}/credentials`;
    expect(await client.send(to, { method: 'POST', body: fields })).toMatchObject({ status: 200 });
  }

  /** Connects as a member with a key, where there is a form; else by a new link. */
  async function reconnect(integration: Integration, { fields }: Pick<Way, 'fields'>): Promise<void> {
    if (provider.authMethod === 'oauth') {
      await consent(noteLink(await change(integration, 'connect-link', {})));
      return;
    }
    noteFields(fields, 'typed');
    await change(integration, 'credentials', fields, key);
  }

  const get = async ({ id }: Integration): Promise<Integration> =>
    (await client.send<Integration>(`${path}/${id}`, { headers: session })).body;
  const verify = (integration: Integration): Promise<Integration> =>
    change(integration, 'verify', undefined, key);

  async function expectActive(integration: Integration, { account }: Pick<Way, 'account'>): Promise<void> {
    expect(await verify(integration)).toMatchObject({
      provider: value,
      status: 'active',
      statusDetail: null,
      lastError: null,
      connectedAccount: account,
    });
  }

  /** Lets a fault show, and everything be well again. */
  async function endure(integration: Integration, way: Way, fault: Fault): Promise<void> {
    if (fault.shows === 'renew') simulator.expireAccessTokens?.();
    running.fail(withoutWait(fault));
    const failed =
      fault.shows === 'connect'
        ? await reconnect(integration, way).then(() => get(integration))
        : await verify(integration);
    running.fail();
    const shown = fault.kind === 'permanent' ? failed.statusDetail : failed.lastError;
    expect({ fault: fault.name, shown }).toEqual({ fault: fault.name, shown: expect.any(String) });
    if (fault.shows === 'connect') await reconnect(integration, way);
    await expectActive(integration, way);
  }

  /** Wrong secrets, and bodies that are refused: their values must not come back either. */
  async function mistype(integration: Integration, { fields }: Way): Promise<void> {
    const to = `${path}/${integration.id}/credentials`;
    const wrong = Object.fromEntries(
      Object.entries(fields).map(([name, typed]) => [
        name,
        secretFields.includes(name) ? `${typed}-mistyped-${canary}` : typed,
      ]),
    );
    noteFields(wrong, 'mistyped');
    await client.send(to, { method: 'POST', headers: session, body: wrong });
    for (const body of [
      { ...wrong, unknown: 'x' },
      JSON.stringify(wrong).slice(0, -2),
      { ...wrong, [secretFields[0] ?? '']: 7 },
    ])
      expect(await client.send(to, { method: 'POST', headers: session, body })).toMatchObject({
        status: 400,
      });
  }

  /** Relays requests to a provider that repeats them; with the key, which has no grant, none. */
  async function relayEchoes({ id }: Integration): Promise<void> {
    const addresses = provider.apis.flatMap(({ name }) =>
      echoed.map((each) => `${path}/${id}/relay/${name}/${each}?q=${canary}`),
    );
    let relayed = addresses;
    for (const status of [200, 302, 400]) {
      running.fail(echo(status, canary));
      const answered: string[] = [];
      for (const address of relayed) {
        const { headers } = await client.send(address, { headers: session });
        if (headers.get('patchbay-relay') === 'provider') answered.push(address);
      }
      expect(answered, `answers with the status ${status}`).not.toEqual([]);
      // The others are no paths of this provider.
      relayed = answered;
    }
    running.fail();
    expect(await client.send(addresses[0] ?? '', { headers: key })).toMatchObject({ status: 403 });
  }

  const faultsToEndure = (): Fault[] => {
    const shows = renewsAfterEnd ? ['connect', 'renew', 'verify'] : ['connect', 'verify'];
    return simulator.faults.filter(
      (fault, index, all) =>
        shows.includes(fault.shows) &&
        all.findIndex(({ kind, shows: phase }) => kind === fault.kind && phase === fault.shows) === index,
    );
  };

  return {
    /** Connects by each way, through the link first; fails in each way; switches off and on. Returns what is connected then. */
    async connectAndFail(): Promise<readonly Integration[]> {
      const [way] = simulator.ways;
      const connected: Integration[] = [];
      for (const each of simulator.ways) {
        const integration = await create(each);
        await connectByLink(integration, each);
        await expectActive(integration, each);
        await relayEchoes(integration);
        connected.push(integration);
      }
      const another = await create(way);
      if (provider.authMethod === 'oauth') await consent(another, true);
      else await mistype(another, way);
      await reconnect(another, way);
      await expectActive(another, way);
      for (const fault of faultsToEndure()) await endure(another, way, fault);
      if (renewsAfterEnd) {
        simulator.expireAccessTokens?.();
        await expectActive(another, way);
      }
      await change(another, 'disable');
      expect(await change(another, 'enable')).toMatchObject({ status: 'active' });
      await change(another, 'connect-link', { expiresInDays: 1 }).then(noteLink);
      return [...connected, another];
    },

    /** Deletes one; resolves with the status of the answer. */
    async remove({ id }: Pick<Integration, 'id'>): Promise<number> {
      const { status } = await client.send(`${path}/${id}`, { method: 'DELETE', headers: session });
      return status;
    },

    /** Whether what was deleted is revoked at the provider, if it can be; waits for that. */
    async isRevoked(): Promise<boolean> {
      const isRevoked = (): boolean => !simulator.revokes || simulator.isRevoked?.() === true;
      await waitFor(isRevoked, { what: `${value} to be revoked` });
      return isRevoked();
    },
  };
}
