import { createContextValues } from '@connectrpc/connect';
import { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LeanContext } from './call-context.ts';

const contextOf = (timeoutMs: number) =>
  new LeanContext({
    method: IdentityService.method.authenticate,
    url: '/',
    headers: [],
    values: createContextValues(),
    timeoutMs,
  });

describe('the context of a call', () => {
  it('ends a canceled call at its deadline though the handler ignores the signal', async () => {
    const context = contextOf(30);
    const call = context.untilDeadline(() => new Promise(() => {}));
    const canceled = new Error('the caller canceled');
    context.abort(canceled);
    expect(context.signal.reason).toBe(canceled);
    await expect(call).rejects.toThrow('the operation timed out');
  });

  it('keeps no timer once the call was answered', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const context = contextOf(30);
    expect(vi.getTimerCount()).toBe(1);
    context.end();
    expect(context.signal.reason).toMatchObject({ message: 'the call has ended' });
    await vi.advanceTimersByTimeAsync(30);
    expect(vi.getTimerCount()).toBe(0);
  });
});
