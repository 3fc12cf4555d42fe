import { expect, it } from 'vitest';
import { waitFor } from './wait.ts';

it('waiting for a condition gives what the condition gave in the end', async () => {
  let looks = 0;
  const result = await waitFor(
    () => {
      looks += 1;
      if (looks === 1) throw new Error('not there');
      return looks === 3 ? 'there' : undefined;
    },
    { what: 'the third look', intervalMs: 1 },
  );
  expect(result).toBe('there');
});

it('waiting for a condition says what was waited for, and why it did not come', async () => {
  const connecting = Promise.reject(new Error('connection refused'));
  await expect(
    waitFor(() => connecting, { what: 'the server', timeoutMs: 5, intervalMs: 1 }),
  ).rejects.toThrow('waited 5 ms in vain for the server: connection refused');
});
