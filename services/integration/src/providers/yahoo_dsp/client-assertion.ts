import { createHmac, randomUUID } from 'node:crypto';

/** Never replaced by `endpoints`: the provider compares it with its own address, wherever the request was sent to. */
const audience = 'https://id.b2b.yahooincapis.com/zts/v1';

/** Seconds; the provider accepts less than one hour. */
const lifetime = 600;

const partOf = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JWT signed with the customer's secret by HS256, which takes the place of the secret itself (RFC 7523, section 2.2). */
export function clientAssertion(clientId: string, clientSecret: string, now: Date): string {
  const client = `idb2b.dsp.dspapi.${clientId}`;
  const iat = Math.floor(now.getTime() / 1000);
  const claims = { aud: audience, iss: client, sub: client, iat, exp: iat + lifetime, jti: randomUUID() };
  const content = `${partOf({ alg: 'HS256', typ: 'JWT' })}.${partOf(claims)}`;
  return `${content}.${createHmac('sha256', clientSecret).update(content).digest('base64url')}`;
}
