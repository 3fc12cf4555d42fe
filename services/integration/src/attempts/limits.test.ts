import { describe, expect, it } from 'vitest';
import { integrationWith } from '../domain/integration.fixture.ts';
import { createAttemptTurns } from './limits.ts';

const of = (organizationId: string, provider = 'criteo') => {
  const { workspace } = integrationWith({});
  return { provider, workspace: { ...workspace, organizationId } };
};

describe('attempt turns', () => {
  it('an organization runs three attempts at a time at one provider, and other organizations do not wait for them', async () => {
    const take = createAttemptTurns({ timeoutMs: 50 });
    const held = await Promise.all([take(of('a')), take(of('a')), take(of('a'))]);
    await expect(take(of('a'))).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
    await take(of('b'));
    await take(of('a', 'magnite'));
    const next = take(of('a'));
    held[0]?.release();
    await next;
  });
});
