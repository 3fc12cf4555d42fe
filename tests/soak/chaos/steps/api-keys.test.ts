import { describe, expect, it } from 'vitest';
import type { ApiKey } from '../world/world.ts';
import { requestWithKey } from './api-keys.ts';
import { contextWith } from './context.fixture.ts';
import { things } from './step.ts';

function keyWith(status: ApiKey['status'], answer: number) {
  const { context, sent } = contextWith(() => ({ status: answer }));
  const [organization] = context.world.active;
  if (organization === undefined) throw new Error('no organization');
  context.world.active.splice(1);
  const { owner } = organization;
  const common = { id: 'k1', name: 'Key', number: 1, secret: 'pby_1', creator: owner } as const;
  organization.keys.push({ ...common, level: 'organization', status });
  return { context, sent, organization, noticed: context.client.ledger.contradictions };
}

describe('a request with an API key', () => {
  it.each([
    ['active', 200],
    ['revoked', 401],
    ['disabled', 401],
    ['revoked', 503],
  ] as const)('of a key that is %s may get %i', async (status, answer) => {
    const { context, noticed } = keyWith(status, answer);
    expect(await requestWithKey(context)).toBe(true);
    expect(noticed).toEqual([]);
  });

  it.each([
    ['revoked', 200],
    ['disabled', 200],
    ['active', 401],
  ] as const)('of a key that is %s is noticed where it gets %i', async (status, answer) => {
    const { context, noticed } = keyWith(status, answer);
    await requestWithKey(context);
    expect(noticed).toEqual([
      { text: `API key Key 1 of org-1 is ${status}, a request with it got ${answer}`, requestIds: ['r1'] },
    ]);
  });

  it('is not sent while the key is being changed', async () => {
    const { context, sent, organization } = keyWith('active', 200);
    context.locks.take([things.key(organization, { name: 'Key' })]);
    expect(await requestWithKey(context)).toBe(false);
    expect(sent).toEqual([]);
  });
});
