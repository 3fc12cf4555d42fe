import { describe, expect, it } from 'vitest';
import { createTestCallers, userContext } from './callers.ts';

const user = { userId: 'u1', email: 'ada@example.com', name: 'Ada' };

describe('callers of tests', () => {
  it('are believed by every service of their environment', async () => {
    const callers = createTestCallers();
    const context = userContext(user);
    const token = await callers.minter().mint('audit', context);
    expect(await callers.verifier('audit').verify(token)).toEqual({ ...context, calledBy: 'gateway' });
  });

  it('are strangers in another environment', async () => {
    const token = await createTestCallers().minter().mint('audit', userContext(user));
    await expect(createTestCallers().verifier('audit').verify(token)).rejects.toThrow('caller token refused');
  });
});
