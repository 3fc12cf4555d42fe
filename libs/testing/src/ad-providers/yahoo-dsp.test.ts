import { createHmac, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { UnexpectedRequest } from './expected.ts';
import { yahooDsp } from './yahoo-dsp.ts';

const { clientId = '', clientSecret = '' } = yahooDsp().ways[0].fields;
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Asks for a token as this client. */
function ask(issuer: string, secret: string) {
  const iat = Math.floor(Date.now() / 1000);
  const claims = {
    aud: 'https://id.b2b.yahooincapis.com/zts/v1',
    iss: issuer,
    sub: issuer,
    iat,
    exp: iat + 60,
    jti: randomUUID(),
  };
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  const signature = createHmac('sha256', secret).update(signed).digest('base64url');
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    scope: 'api-client',
    realm: 'dsp',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: `${signed}.${signature}`,
  });
  return yahooDsp().answer({
    method: 'POST',
    url: 'https://id.b2b.yahooincapis.com/zts/v1/oauth2/token',
    query: new URLSearchParams(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  });
}

it('the simulated Yahoo refuses another client ID and another secret as invalid_client', () => {
  const refused = { status: 400, json: { error: 'invalid_client' } };
  expect(ask(`idb2b.dsp.dspapi.${clientId}x`, clientSecret)).toEqual(refused);
  expect(ask(`idb2b.dsp.dspapi.${clientId}`, 'another')).toEqual(refused);
  expect(ask(`idb2b.dsp.dspapi.${clientId}`, clientSecret)).toMatchObject({ json: { token_type: 'Bearer' } });
});

it('an issuer without the prefix of Yahoo is an error of the caller', () => {
  expect(() => ask(clientId, clientSecret)).toThrow(UnexpectedRequest);
});
