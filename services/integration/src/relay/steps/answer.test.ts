import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { basicAuthorization } from '../../connector/call.ts';
import { forbidden } from '../rules.ts';
import { answer } from './answer.ts';
import { installed, judgedOf, ourClient, password, permittedOf, requestOf, tokenOf } from './echo.fixture.ts';
import type { Sent } from './send.ts';

interface Given extends Partial<Sent> {
  readonly hiddenNames?: readonly string[];
}

/** Answers what a provider has sent: `parts` of a body that is streamed, or a whole one. */
async function answered(parts: Readable | string, { hiddenNames = [], ...given }: Given = {}) {
  const permitted = await permittedOf({}, { hiddenNames });
  const judged = judgedOf(permitted, requestOf('GET a'));
  const events: string[] = [];
  const held = new DisposableStack();
  held.defer(() => events.push('let go'));
  let isEnded = false;
  const sent = {
    status: 200,
    headers: {},
    authorization: permitted.authorization,
    stream: typeof parts === 'string' ? Readable.from([parts]) : parts,
    whole: typeof parts === 'string' ? Buffer.from(parts) : undefined,
    isRefused: false,
    isReadable: true,
    ...given,
  };
  held.defer(() => sent.stream.destroy());
  const turn = { ended: () => (isEnded ? forbidden('The grant has ended.') : undefined) };
  const shown = answer(installed()['echo'], permitted, judged, sent, turn, held);
  const end = (): void => {
    isEnded = true;
  };
  return { ...shown, body: shown.body, stream: sent.stream, events, held, end };
}

const show = (body: Readable | Buffer) => (Buffer.isBuffer(body) ? body.toString() : text(body));
const basic = basicAuthorization('ada', password).replace('Basic ', '');
const ofClient = basicAuthorization(ourClient.clientId, ourClient.clientSecret).replace('Basic ', '');

describe('the credentials of a connection', () => {
  it.each([
    ['the password', password],
    ['the token', tokenOf(1)],
    ['a header that authorizes', basic],
    ['a parameter that authorizes', `of ${tokenOf(1)}`],
    ['the secret of our client', ourClient.clientSecret],
    ['our client as a token endpoint is sent it', ofClient],
    ['our client, without padding', ofClient.replace(/=+$/, '')],
  ])('%s is not in an answer that repeats it', async (_, secret) => {
    const latin = Buffer.from(`"${secret}"`).toString('latin1');
    const location = `/elsewhere?token=${encodeURIComponent(secret)}`;
    const headers = { 'x-request-id': latin, location, etag: latin, 'set-cookie': 'a=b' };
    const bytes = [...Buffer.from(`${secret} of ada-login`)].map((byte) => Buffer.of(byte));
    for (const parts of [Readable.from(bytes), `${secret} of ada-login`]) {
      const { headers: shown, body } = await answered(parts, { headers });
      expect(await show(body)).toMatch(/^sealed=* of ada-login$/);
      expect(shown).toMatchObject({ location: expect.stringMatching(/^\/elsewhere\?token=sealed(%3D)*$/) });
      expect([shown['x-request-id'], shown['etag']].join()).toMatch(/^"sealed=*","sealed=*"$/);
      expect(shown).not.toHaveProperty('set-cookie');
    }
  });

  it('an answer that is known as a whole comes with its length, which is that of what is shown', async () => {
    const { headers, body, events } = await answered(`{"token":"${tokenOf(1)}"}`);
    expect([headers['content-length'], await show(body)]).toEqual(['18', '{"token":"sealed"}']);
    expect(events).toEqual([]);
  });
});

describe('an answer that is streamed', () => {
  it('what its request holds is given back when it has closed, and not with the scope of the request', async () => {
    const { body, events, held, stream } = await answered(Readable.from(['a']));
    held.dispose();
    expect([stream.destroyed, events]).toEqual([false, []]);
    expect(await show(body)).toBe('a');
    expect([stream.destroyed, events]).toEqual([true, ['let go']]);
  });

  it.each([
    ['is cut off', false, 'unavailable'],
    ['ends with the grant', true, 'forbidden'],
  ])('an answer that %s fails, and never ends as if it were whole', async (_, isByGrant, code) => {
    const stream = new Readable({ read: () => {} });
    const { body, end, events } = await answered(stream);
    const shown = show(body);
    if (isByGrant) end();
    stream.push('beginning');
    stream.destroy(new Error('cut off'));
    await expect(shown).rejects.toMatchObject({ code });
    expect(events).toEqual(['let go']);
  });

  it.each(['it is passed on', 'somebody reads it'])(
    'an answer that is cut off before %s fails too',
    async (when) => {
      const stream = new Readable({ read: () => {} });
      const cut = () => stream.on('error', () => {}).destroy(new Error('cut off'));
      if (when === 'it is passed on') cut();
      const { body } = await answered(stream);
      cut();
      await new Promise(setImmediate);
      await expect(show(body)).rejects.toMatchObject({ code: 'unavailable' });
    },
  );
});

describe('an answer in which names cannot be hidden', () => {
  const given = { isReadable: false, headers: { 'content-type': 'text/html', 'x-request-id': '7' } };

  it('is not passed on where the provider accepted the request', async () => {
    const refused = answered('<p>hunter2</p>', given);
    await expect(refused).rejects.toMatchObject({ code: 'unavailable', byProvider: true });
  });

  it('an error comes back without its body', async () => {
    const { status, headers, body } = await answered('<p>hunter2</p>', { ...given, status: 502 });
    expect([status, headers, await show(body)]).toEqual([
      502,
      { 'x-request-id': '7', 'content-length': '0' },
      '',
    ]);
  });

  it('hidden names of readable ones are hidden', async () => {
    const { body } = await answered('{"Password":"hunter2"}', { hiddenNames: ['password'] });
    expect(await show(body)).toBe('{"Password":"sealed"}');
  });
});
