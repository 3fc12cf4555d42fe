import { expect, it } from 'vitest';
import { createTestCallers, userContext } from './callers.ts';

const method = 'patchbay.audit.v1.AuditService/ListAuditLogs';
const user = { userId: 'u1', email: 'ada@example.com', name: 'Ada' };

it('callers of tests are believed by every service of their environment', () => {
  const callers = createTestCallers();
  const context = userContext(user);
  const token = callers.minter().mint('audit', method, context);
  expect(callers.verifier('audit').verify(method, token)).toEqual({ ...context, calledBy: 'gateway' });
});

it('callers of tests are strangers in another environment', () => {
  const token = createTestCallers().minter().mint('audit', method, userContext(user));
  const verifier = createTestCallers().verifier('audit');
  expect(() => verifier.verify(method, token)).toThrow('caller token refused');
});
