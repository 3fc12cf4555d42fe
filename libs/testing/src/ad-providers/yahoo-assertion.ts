import { createHmac } from 'node:crypto';
import { UnexpectedRequest } from './expected.ts';

export const yahooAudience = 'https://id.b2b.yahooincapis.com/zts/v1';

const partOf = (part: string): Record<string, unknown> => {
  if (!/^[\w-]+$/.test(part)) throw new UnexpectedRequest('the assertion is not base64url without padding');
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
};

function claimProblems(claims: Record<string, unknown>, clientId: string, used: Set<unknown>): string[] {
  const { aud, iss, sub, iat, exp, jti, ...others } = claims;
  const now = Date.now() / 1000;
  const lifetime = Number(exp) - Number(iat);
  return [
    ...(aud === yahooAudience ? [] : ['aud is not the address that Yahoo documents']),
    ...(iss === `idb2b.dsp.dspapi.${clientId}` && sub === iss ? [] : ['iss or sub is wrong']),
    ...(Number.isInteger(iat) && Math.abs(Number(iat) - now) < 60 ? [] : ['iat is not now, in seconds']),
    ...(Number.isInteger(exp) && lifetime > 0 && lifetime < 3600 ? [] : ['exp is not within the hour']),
    ...(typeof jti === 'string' && jti !== '' && !used.has(jti) ? [] : ['jti is missing or was used']),
    ...Object.keys(others).map((name) => `the claim ${name} is not expected`),
  ];
}

/** Checks client assertions: throws for one that is built wrongly, answers false for one signed with another secret. */
export function createAssertionCheck(clientId: string, secret: string): (assertion: string) => boolean {
  const used = new Set<unknown>();
  return (assertion) => {
    const [header = '', payload = '', signature = '', ...rest] = assertion.split('.');
    const { alg, typ } = partOf(header);
    if (rest.length > 0 || alg !== 'HS256' || typ !== 'JWT')
      throw new UnexpectedRequest('the assertion is no JWT with HS256');
    const claims = partOf(payload);
    const problems = claimProblems(claims, clientId, used);
    if (problems.length > 0) throw new UnexpectedRequest(`the assertion: ${problems.join(', ')}`);
    used.add(claims['jti']);
    return createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url') === signature;
  };
}
