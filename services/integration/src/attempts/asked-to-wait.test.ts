import { OutgoingError } from '@patchbay/outgoing/outgoing';
import { describe, expect, it } from 'vitest';
import { ProviderFailure } from '../connector/failure.ts';
import { createAskedToWait } from './asked-to-wait.ts';

const integration = { id: 'i' };
const limited = (retryAfterMs?: number) =>
  new ProviderFailure('rate_limited', {
    code: '429',
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });

describe('a provider that asked to wait', () => {
  it('is remembered for that time, for these credentials', () => {
    let now = 0;
    const waits = createAskedToWait({ now: () => now });
    waits.note(integration, { version: 1 }, limited(1_000));
    now = 400;
    expect(waits.of(integration, { version: 1 })).toMatchObject({
      reason: 'rate_limited',
      code: '429',
      retryAfterMs: 600,
    });
    expect(waits.of(integration, { version: 2 })).toBeUndefined();
    expect(waits.of({ id: 'other' }, { version: 1 })).toBeUndefined();
    now = 1_000;
    expect(waits.of(integration, { version: 1 })).toBeUndefined();
  });

  it('said for how long: other failures are not remembered', () => {
    const waits = createAskedToWait();
    waits.note(integration, { version: 1 }, undefined);
    waits.note(integration, { version: 1 }, limited());
    const cause = new OutgoingError('suspended', 'a.example', 1_000);
    waits.note(
      integration,
      { version: 1 },
      new ProviderFailure('unavailable', { retryAfterMs: 1_000, cause }),
    );
    expect(waits.of(integration, { version: 1 })).toBeUndefined();
  });

  it('is forgotten first where there are too many', () => {
    const waits = createAskedToWait({ max: 2 });
    for (const id of ['a', 'b', 'a', 'c']) waits.note({ id }, { version: 1 }, limited(1_000));
    const kept = ['a', 'b', 'c'].filter((id) => waits.of({ id }, { version: 1 }) !== undefined);
    expect(kept).toEqual(['a', 'c']);
  });
});
