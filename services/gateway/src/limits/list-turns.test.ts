import { Failure } from '@patchbay/errors/failure';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { createLog } from '@patchbay/testing/log';
import { waitFor } from '@patchbay/testing/wait';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Permitted } from '../request/stages.ts';
import { bearer, startGateway } from '../testing/gateway.ts';
import { createListTurns, listBounds } from './list-turns.ts';

/** Lists that run until the test ends them, by their names, in the order in which they began. Those that still wait are given up. */
function start() {
  const clock = createManualClock();
  const clients = new AbortController();
  onTestFinished(() => clients.abort());
  const takeListTurn = createListTurns({ clock });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  let ended = 0;

  const ask = (
    name: string,
    callerId: string,
    orgSlug?: string,
    service: 'organization' | 'integration' = 'integration',
  ): Promise<void> => {
    const exchange = { response: {}, signal: clients.signal };
    const request = { callerId, params: { orgSlug }, exchange } as unknown as Permitted;
    const run = async (): Promise<void> => {
      const turn = await takeListTurn(request, service);
      begun.push(name);
      ends.push(() => turn[Symbol.dispose]());
    };
    const list = run();
    list.catch(() => {});
    return list;
  };

  /** Whatever is free to begin has begun by then. */
  const settled = () => new Promise(setImmediate);
  const endNext = async (): Promise<void> => {
    ends[ended]?.();
    ended += 1;
    await settled();
  };
  return { ask, begun, settled, endNext, clock };
}

const many = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('turns of lists', () => {
  it('two lists run at once, of different organizations and callers', async () => {
    const { ask, begun, settled } = start();
    for (const [name, caller, organization] of [
      ['first', 'ada', 'acme'],
      ['of the same caller', 'ada', 'globex'],
      ['of the same organization', 'bob', 'acme'],
      ['of another', 'carol', 'initech'],
      ['one too many', 'dave', 'umbrella'],
    ] as const)
      void ask(name, caller, organization);
    await settled();
    expect(begun).toEqual(['first', 'of another']);
  });

  it('the second list of a caller waits behind the first of another', async () => {
    const { ask, begun, settled, endNext } = start();
    for (const name of ['1', '2', '3']) void ask(`ada ${name}`, 'ada', 'acme');
    void ask('bob', 'bob', 'acme');
    await settled();
    for (let count = 0; count < 3; count += 1) await endNext();
    expect(begun).toEqual(['ada 1', 'bob', 'ada 2', 'ada 3']);
  });

  it('where the lines of two organizations are full, the list of a third is next, and its second next but two', async () => {
    const { ask, begun, settled, endNext } = start();
    const { maxWaiting } = listBounds.organization;
    for (const organization of ['acme', 'globex'])
      for (const index of many(maxWaiting + 1))
        void ask(organization, `${index} of ${organization}`, organization);
    await settled();
    await expect(ask('refused', 'one more', 'acme')).rejects.toMatchObject({ retryAfterSeconds: 1 });
    void ask('initech', 'ada', 'initech');
    void ask('initech', 'bob', 'initech');
    await settled();
    expect(begun).toEqual(['acme', 'globex']);
    for (let count = 0; count < 4; count += 1) await endNext();
    expect(begun.slice(2)).toEqual(['initech', 'acme', 'globex', 'initech']);
  });

  it('a list does not wait for lists of another service', async () => {
    const { ask, begun, settled } = start();
    for (const index of many(3)) void ask('slow', `caller ${index}`, `organization ${index}`);
    await settled();
    void ask('other', 'caller 0', 'organization 0', 'organization');
    await settled();
    expect(begun).toEqual(['slow', 'slow', 'other']);
  });

  it.each([
    ['caller', (index: number) => ['ada', `organization ${index}`], 1],
    ['organization', (index: number) => [`caller ${index}`, 'acme'], 1],
    ['process', (index: number) => [`caller ${index}`, `organization ${index}`], 2],
  ] as const)('a list is refused if too many lists of its %s wait', async (level, asked, atOnce) => {
    const { ask, settled } = start();
    const { maxWaiting } = listBounds[level === 'process' ? 'all' : level];
    for (const index of many(atOnce + maxWaiting)) void ask('', ...(asked(index) as [string, string]));
    await settled();
    const refused = ask('', ...(asked(atOnce + maxWaiting) as [string, string]));
    await expect(refused).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
  });

  it('all waits of a list together have an end, and a list that was refused holds no turn', async () => {
    const { ask, begun, settled, endNext, clock } = start();
    void ask('1', 'ada', 'acme');
    void ask('2', 'bob', 'globex');
    await settled();
    const refused = ask('refused', 'carol', 'initech');
    await clock.advance(10_000);
    await expect(refused).rejects.toThrow(Failure);
    await endNext();
    void ask('3', 'carol', 'initech');
    await settled();
    expect(begun).toEqual(['1', '2', '3']);
  });
});

/** A gateway whose lists of integrations end when the test lets them. */
async function startWithLists(maxConcurrentRequests = 2_048) {
  const running: (() => void)[] = [];
  const { logger, lines, written } = createLog();
  const { fetch, calls } = await startGateway({
    config: { maxConcurrentRequests },
    parts: { logger },
    implementations: {
      integration: {
        listIntegrations: () =>
          new Promise((resolve) => void running.push(() => resolve({ integrations: [] }))),
      },
    },
  });
  const list = (init: RequestInit = {}) =>
    fetch('/v1/organizations/acme/workspaces/brand/integrations', { headers: bearer, ...init });
  const begun = (count: number) =>
    waitFor(() => running.length === count, { what: `list ${count}`, intervalMs: 1 });
  return { fetch, list, lines, written, calls, running, begun };
}

describe('lists of the gateway', () => {
  it('lists that wait do not make the gateway refuse others', async () => {
    const { fetch, list, running, begun } = await startWithLists(2);
    const lists = [list(), list()];
    await begun(1);
    expect((await fetch('/v1/me', { headers: bearer })).status).toBe(200);
    running[0]?.();
    await begun(2);
    running[1]?.();
    for (const { status } of await Promise.all(lists)) expect(status).toBe(200);
  });

  it('a list whose client has left gives its place up, and is no fault', async () => {
    const { list, running, lines, written, calls, begun } = await startWithLists();
    const first = list();
    await begun(1);
    const client = new AbortController();
    const left = list({ signal: client.signal });
    const resolved = () => calls.filter(({ method }) => method === 'resolveAccess').length;
    await waitFor(() => resolved() === 2, { what: 'the list that will be left' });
    const last = list();
    await waitFor(() => resolved() === 3, { what: 'the last list' });
    client.abort();
    await expect(left).rejects.toThrow('aborted');
    await written(({ status }) => status === 499);
    running[0]?.();
    await begun(2);
    running[1]?.();
    expect([(await first).status, (await last).status]).toEqual([200, 200]);
    expect(lines.filter(({ level }) => level !== 'info')).toEqual([]);
  });
});
