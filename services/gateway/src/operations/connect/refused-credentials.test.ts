import { Failure, unavailable } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { bearer, post, startGateway } from '../../testing/gateway.ts';
import { connectPage, connectToken, integration } from '../../testing/integrations.ts';
import { organization } from '../../testing/values.ts';

const byLink = `/v1/connect/${connectToken}/credentials`;
const byMember = `/v1/organizations/acme/workspaces/brand/integrations/${integration.id}/credentials`;
const wrong = { clientSecret: 'guess' };
const limits = { refusedAttemptPerLogin: { limit: 2, windowSeconds: 900 } };

/** A gateway whose provider refuses every guess; `ask` resolves with the status. */
async function gatewayWith(
  outcome: () => Promise<{ refused: boolean }> | { refused: boolean } = () => ({ refused: true }),
) {
  let page = { ...connectPage, organizationId: organization.id };
  let attempts = 0;
  const attempt = async () => {
    attempts += 1;
    return { status: 'error', statusDetail: 'Refused.', integration, ...(await outcome()) };
  };
  const { fetch, calls, disconnected } = await startGateway({
    limits,
    implementations: {
      connect: { getConnectPage: () => page, submitConnectCredentials: attempt },
      integration: { connectIntegration: attempt },
    },
  });
  return {
    fetch,
    disconnected,
    attempts: () => attempts,
    /** Requests that have got as far as the lookup of their link, which comes before the wait for a turn. */
    lookups: () => calls.filter(({ method }) => method === 'getConnectPage').length,
    submit: async (path = byLink) => (await fetch(path, post(wrong, path === byMember ? bearer : {}))).status,
    /** What the link is for from now on. */
    change: (changed: Partial<typeof page>) => {
      page = { ...page, ...changed };
    },
  };
}

describe('credentials that a provider refuses', () => {
  it('after the limit of refusals every attempt of the organization at the provider is a 429, by link and by members alike', async () => {
    const { fetch, submit, attempts } = await gatewayWith();
    expect(await submit(byLink)).toBe(200);
    const second = await fetch(byMember, post(wrong, bearer));
    expect(second.headers.get('ratelimit')).toContain('"refusedAttemptPerLogin";r=0;');
    for (const path of [byLink, byMember]) expect(await submit(path)).toBe(429);
    const refused = await fetch(byLink, post(wrong));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(attempts()).toBe(2);
  });

  it('refusals of another organization or at another provider are counted by themselves', async () => {
    const { submit, change } = await gatewayWith();
    for (const expected of [200, 200, 429]) expect(await submit()).toBe(expected);
    change({ provider: 'other_ads' });
    for (const expected of [200, 200, 429]) expect(await submit()).toBe(expected);
    change({ organizationId: '0199c1f0-0000-7000-8000-000000000001' });
    expect(await submit()).toBe(200);
  });

  it.each([
    ['succeed or fail for another reason', () => ({ refused: false }), 200],
    ['are not made because of an outage', () => Promise.reject(unavailable('away')), 503],
    ['end without an answer', () => Promise.reject(new Failure('timeout')), 504],
  ])('attempts that %s do not count', async (_, outcome, status) => {
    const { submit, attempts } = await gatewayWith(outcome);
    for (let index = 0; index < 5; index += 1) expect(await submit()).toBe(status);
    expect(attempts()).toBe(5);
  });

  it('an attempt counts although its client has disconnected', async () => {
    const answers: ((outcome: { refused: boolean }) => void)[] = [];
    const { fetch, submit, attempts, disconnected } = await gatewayWith(() =>
      answers.length < 2 ? new Promise((resolve) => void answers.push(resolve)) : { refused: false },
    );
    for (const count of [1, 2]) {
      const leaving = new AbortController();
      const left = fetch(byLink, { ...post(wrong), signal: leaving.signal }).catch(() => 'left');
      await expect.poll(attempts).toBe(count);
      leaving.abort();
      expect(await left).toBe('left');
      await disconnected();
      answers[count - 1]?.({ refused: true });
    }
    await expect.poll(() => submit()).toBe(429);
  });

  it('many attempts at once exceed the limit by fewer than run at once', async () => {
    const answered = Promise.withResolvers<{ refused: boolean }>();
    const { submit, attempts, lookups } = await gatewayWith(() => answered.promise);
    const submitted = Array.from({ length: 15 }, () => submit());
    await expect.poll(lookups).toBeGreaterThanOrEqual(15);
    await expect.poll(attempts).toBeGreaterThanOrEqual(3);
    answered.resolve({ refused: true });
    const statuses = await Promise.all(submitted);
    expect(attempts()).toBeLessThan(2 + 3);
    expect(statuses.filter((status) => status === 200)).toHaveLength(attempts());
    expect(statuses.filter((status) => status === 429)).toHaveLength(15 - attempts());
  });
});
