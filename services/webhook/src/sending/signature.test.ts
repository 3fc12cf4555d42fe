import { Webhook as Verifier } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { headersOf, newSecret } from './signature.ts';

const message = {
  id: 'f3c2a1',
  at: new Date(),
  body: '{"type":"user.updated","data":{"name":"Größe “1” 😀"}}',
};
const [old, fresh, foreign] = [newSecret(), newSecret(), newSecret()];
const headers = headersOf(message, [fresh, old]);

it('the headers name the message, the second of the attempt and one signature for each secret', () => {
  expect(headers).toEqual({
    'content-type': 'application/json',
    'user-agent': expect.stringMatching(/^Patchbay-Webhooks\/\d+\.\d+\.\d+/) as string,
    'webhook-id': message.id,
    'webhook-timestamp': String(Math.floor(message.at.getTime() / 1_000)),
    'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/) as string,
  });
});

it('the example of the specification has the signature of the specification', () => {
  const example = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  };
  expect(headersOf(example, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])['webhook-signature']).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});

it('a secret has 32 random bytes', () => {
  expect(Buffer.from(fresh.replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
  expect(fresh).not.toBe(old);
});

describe('the reference library for JavaScript', () => {
  it.each([
    ['the new secret', fresh],
    ['the old secret', old],
  ])('accepts the message with %s', (_, secret) => {
    expect(new Verifier(secret).verify(message.body, headers)).toEqual(JSON.parse(message.body));
  });

  it('refuses another secret, another body and another id', () => {
    const refuses = (secret: string, body: string, given: Record<string, string>) =>
      expect(() => new Verifier(secret).verify(body, given)).toThrow('No matching signature');
    refuses(foreign, message.body, headers);
    refuses(fresh, `${message.body} `, headers);
    refuses(fresh, message.body, { ...headers, 'webhook-id': 'other' });
  });
});
