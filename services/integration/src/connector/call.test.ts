import {
  type Outgoing,
  OutgoingError,
  type OutgoingFailure,
  type OutgoingRequest,
} from '@patchbay/outgoing/outgoing';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { describe, expect, it } from 'vitest';
import { createCall } from './call.ts';
import { ProviderFailure } from './failure.ts';

const { signal } = new AbortController();

function callOver(
  send: Pick<Outgoing, 'send'>['send'],
  classify?: Parameters<typeof createCall>[0]['classify'],
) {
  const address = (url: string): string => url.replace('https://real.example', 'http://127.0.0.1:1');
  return createCall({
    provider: 'made_up',
    authMethod: 'oauth',
    outgoing: { send },
    address,
    clock: createManualClock(),
    ...(classify && { classify }),
  });
}

const recording = () => {
  const sent: OutgoingRequest[] = [];
  const send: Pick<Outgoing, 'send'>['send'] = async (request) => {
    sent.push(request);
    return { status: 200, headers: {}, text: '{"ok":true}' };
  };
  return { sent, call: callOver(send) };
};

describe('a call', () => {
  it('a call goes to the configured address, with its query', async () => {
    const { sent, call } = recording();
    const answer = await call({ at: 'api', url: 'https://real.example/me?a=1', query: { b: 'x y' }, signal });
    expect(sent[0]).toMatchObject({
      target: 'made_up',
      method: 'GET',
      url: 'http://127.0.0.1:1/me?a=1&b=x+y',
    });
    expect(answer.body).toEqual({ ok: true });
  });

  it('a call sends a form or JSON with its content type', async () => {
    const { sent, call } = recording();
    await call({ at: 'token', url: 'https://real.example/t', form: { a: '1&2' }, signal });
    await call({ at: 'api', url: 'https://real.example/t', method: 'PUT', json: { a: 1 }, signal });
    expect(sent[0]).toMatchObject({
      method: 'POST',
      body: 'a=1%262',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(sent[1]).toMatchObject({
      method: 'PUT',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    });
  });

  it.each<[OutgoingFailure, string]>([
    ['timeout', 'unavailable'],
    ['unreachable', 'unavailable'],
    ['too_large', 'unavailable'],
    ['suspended', 'unavailable'],
    ['busy', 'unavailable'],
    ['address_refused', 'client_refused'],
  ])('a call without an answer (%s) fails as %s', async (failure, reason) => {
    const call = callOver(() => Promise.reject(new OutgoingError(failure, 'real.example', 5)));
    const thrown = await call({ at: 'api', url: 'https://real.example', signal }).catch(
      (error: unknown) => error,
    );
    expect(thrown).toBeInstanceOf(ProviderFailure);
    expect(thrown).toMatchObject({ reason, code: failure, retryAfterMs: 5 });
  });

  it("a call applies the provider's own rules first, whatever the status", async () => {
    const send: Pick<Outgoing, 'send'>['send'] = async () => ({
      status: 500,
      headers: {},
      text: '{"code":106}',
    });
    const fine = callOver(send, () => 'ok');
    expect((await fine({ at: 'api', url: 'https://real.example', signal })).status).toBe(500);
    const refused = callOver(send, () => new ProviderFailure('refused'));
    await expect(refused({ at: 'api', url: 'https://real.example', signal })).rejects.toMatchObject({
      reason: 'refused',
    });
    const common = callOver(send, () => undefined);
    await expect(common({ at: 'api', url: 'https://real.example', signal })).rejects.toMatchObject({
      reason: 'unavailable',
    });
  });

  describe('with an answer of success that is not JSON', () => {
    const page = async () => ({ status: 200, headers: {}, text: '<html>' });

    it.each(['api', 'token'] as const)('a successful status without JSON is transient (%s)', async (at) => {
      await expect(callOver(page)({ at, url: 'https://real.example', signal })).rejects.toMatchObject({
        reason: 'unavailable',
        code: 'the answer is not JSON',
      });
    });

    it('a successful status without JSON is a success for a revocation or by rules of the provider', async () => {
      const answer = { body: undefined, text: '<html>' };
      expect(await callOver(page)({ at: 'revoke', url: 'https://real.example', signal })).toMatchObject(
        answer,
      );
      const fine = callOver(page, () => 'ok');
      expect(await fine({ at: 'api', url: 'https://real.example', signal })).toMatchObject(answer);
    });

    it('an empty body with a successful status is a success', async () => {
      const call = callOver(async () => ({ status: 204, headers: {}, text: '\n' }));
      expect(await call({ at: 'api', url: 'https://real.example', signal })).toMatchObject({ status: 204 });
    });
  });

  it.each(['a\nb', 'tök'])('a call with an invalid header value is not sent: %j', async (token) => {
    const { sent, call } = recording();
    const headers = { authorization: `Bearer ${token}` };
    await expect(call({ at: 'api', url: 'https://real.example', headers, signal })).rejects.toMatchObject({
      reason: 'unavailable',
    });
    expect(sent).toEqual([]);
  });
});
