import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { describe, expect, it } from 'vitest';
import { createCatalogue } from '../providers/catalogue.ts';
import type { RelayedIntegration } from '../store/relayed-integration.ts';
import { createRelay } from './relay.ts';
import {
  echoProvider,
  installed,
  integrationOf,
  key,
  requestOf,
  session,
  startProvider,
  tokenOf,
} from './steps/echo.fixture.ts';

/** A relay to an invented provider, whose tokens are renewed, and verified with this result. */
async function start(
  answer: RequestListener,
  changed: Partial<RelayedIntegration> = {},
  { isVerified = false } = {},
) {
  const { origin, outgoing } = await startProvider(answer);
  const provider = echoProvider();
  const clock = createManualClock();
  const catalogue = createCatalogue([provider], installed(origin));
  const relay = createRelay({ installations: installed(origin), catalogue, clock });
  const ending = new AbortController();
  const events: string[] = [];
  let version = 1;
  let worksUntil = 0;
  let isInError = false;
  const work = (): void => {
    worksUntil = clock.uptime() + 60_000;
  };
  const send = async (line: string): Promise<string> => {
    const { body } = await relay(
      {
        connectorOf: () => provider.connect({} as never),
        outgoing,
        tokens: {
          async renew(_id, of, why) {
            if (why === 'refused' && worksUntil > clock.uptime()) return;
            events.push(`renew ${of}`);
            version = of + 1;
          },
          async refused() {
            events.push('refused');
            if (isVerified) work();
            else isInError = true;
          },
        },
        named: () => {},
        hold: () => ({ signal: ending.signal, release: () => void events.push('released') }),
        find: async () => ({
          ...integrationOf(changed, version),
          isWorking: worksUntil > clock.uptime(),
          ...(isInError && { status: 'error', statusDetail: 'The credentials were refused.' }),
        }),
        async note() {
          events.push('noted');
          return async (status) => void events.push(`answered ${status}`);
        },
      },
      { caller: changed.grant ? key : session, role: 'admin', organizationId: 'o' },
      requestOf(line),
      new AbortController().signal,
    );
    return Buffer.isBuffer(body) ? body.toString() : text(body);
  };
  return { send, work, events, ending, clock };
}

const refusing =
  (refused: readonly number[], status: number, body: string): RequestListener =>
  (request, response) => {
    const isRefused = refused.some((version) => request.headers['x-token'] === tokenOf(version));
    response
      .writeHead(isRefused ? status : 200, { 'content-type': 'application/json' })
      .end(isRefused ? body : '{"ok":true}');
  };

describe('a relayed request', () => {
  it('a change is noted, sent, answered and released, in this order', async () => {
    const { send, events } = await start((_request, response) => {
      events.push('sent');
      response.writeHead(202).end('ok');
    });
    expect(await send('POST a')).toBe('ok');
    expect(events).toEqual(['noted', 'sent', 'answered 202', 'released']);
  });

  it('what is refused by its rules is neither noted nor sent', async () => {
    const { send, events } = await start(() => expect.unreachable('nothing is sent'));
    await expect(send('POST users/1')).rejects.toMatchObject({ code: 'forbidden' });
    expect(events).toEqual([]);
  });

  it.each(['before its answer', 'during it'])('a grant that ends ends a request %s', async (when) => {
    const closed = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const { send, ending, events } = await start(
      (_request, response) => {
        response.once('close', () => closed.resolve());
        if (when === 'during it') response.writeHead(200).write('x');
        arrived.resolve();
      },
      { grant: { id: 'g', access: 'manage', accounts: null } },
    );
    const shown = send('GET a');
    await arrived.promise;
    ending.abort();
    await expect(shown).rejects.toMatchObject({ code: 'forbidden' });
    await closed.promise;
    expect(events).toEqual(['released']);
  });
});

describe('a token that the provider refuses', () => {
  it('is renewed once, and the request sent once more', async () => {
    const { send, events } = await start(refusing([1], 401, '{}'));
    expect(await send('POST change')).toBe('{"ok":true}');
    expect(events).toEqual(['noted', 'renew 1', 'answered 200', 'released']);
  });

  it('still refused, it is recorded as a failed verification, and the answer is not a 401 of ours', async () => {
    const { send, events } = await start(refusing([1, 2], 401, '{}'));
    await expect(send('GET a')).rejects.toMatchObject({
      code: 'conflict',
      publicText: 'The credentials were refused.',
    });
    expect(events).toEqual(['renew 1', 'refused', 'released']);
  });

  it('where the connection works, it is neither renewed nor verified again for a minute', async () => {
    const { send, events, clock } = await start(refusing([1, 2], 401, '{}'), {}, { isVerified: true });
    const told = async (): Promise<string[]> => {
      await send('POST a').catch(({ code }) => events.push(code));
      return events.splice(0);
    };
    expect(await told()).toEqual(['noted', 'renew 1', 'answered 401', 'refused', 'released', 'conflict']);
    await clock.advance(59_999);
    expect(await told()).toEqual(['noted', 'answered 401', 'released', 'conflict']);
    await clock.advance(1);
    expect(await told()).toEqual(['noted', 'renew 2', 'answered 200', 'released']);
  });

  it('where another process found that the connection works, the request is not sent again', async () => {
    let asked = 0;
    const { send, events, work } = await start((_request, response) => {
      asked += 1;
      work();
      response.writeHead(401, { 'content-type': 'application/json' }).end('{}');
    });
    await expect(send('GET a')).rejects.toMatchObject({ code: 'conflict' });
    expect({ asked, events }).toEqual({ asked: 1, events: ['released'] });
  });

  it('a change whose second attempt is not answered has no status', async () => {
    let requests = 0;
    const { send, events } = await start((_request, response) => {
      requests += 1;
      if (requests === 1) response.writeHead(401).end('{}');
      else response.destroy();
    });
    await expect(send('POST a')).rejects.toMatchObject({ code: 'unavailable' });
    expect(events).toEqual(['noted', 'renew 1', 'answered null', 'released']);
  });
});
