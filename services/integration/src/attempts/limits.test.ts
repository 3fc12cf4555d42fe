import { createManualClock } from '@patchbay/runtime/manual-clock';
import { describe, expect, it } from 'vitest';
import { integrationWith } from '../domain/integration.fixture.ts';
import { createAttemptTurns } from './limits.ts';

const of = (organizationId: string, provider = 'criteo') => {
  const { workspace } = integrationWith({});
  return { provider, workspace: { ...workspace, organizationId } };
};

describe('attempt turns', () => {
  it('an organization runs three attempts at a time at one provider, and other organizations do not wait for them', async () => {
    const clock = createManualClock();
    const take = createAttemptTurns({ clock });
    const held = await Promise.all([take(of('a')), take(of('a')), take(of('a'))]);
    const refusal = take(of('a')).catch((error: unknown) => error);
    await clock.advance(15_000);
    expect(await refusal).toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
    await take(of('b'));
    await take(of('a', 'magnite'));
    const next = take(of('a'));
    held[0]?.release();
    await next;
  });
});
