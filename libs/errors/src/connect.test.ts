import { Code, ConnectError } from '@connectrpc/connect';
import { FailureSchema } from '@patchbay/contracts/patchbay/common/v1/failure';
import { describe, expect, it } from 'vitest';
import { fromConnectError, toConnectError } from './connect.ts';
import { conflict, Failure, invalid, notFound } from './failure.ts';

describe('a failure between services', () => {
  it('arrives with its code, public text and fields', () => {
    const sent = invalid({ path: 'name', message: 'must not be empty' });
    const received = fromConnectError(toConnectError(sent), 'identity');
    expect(received).toMatchObject({ code: 'invalid', problems: sent.problems });
    expect(fromConnectError(toConnectError(conflict('Taken.')), 'organization')).toMatchObject({
      code: 'conflict',
      publicText: 'Taken.',
    });
  });

  it('is small, however many and long the names are that it quotes', () => {
    const problems = Array.from({ length: 2_000 }, () => ({
      path: 'a'.repeat(250_000),
      message: 'is not known',
    }));
    const [detail] = toConnectError(invalid(...problems.slice(0, 3))).findDetails(FailureSchema);
    expect(detail?.problems.map(({ path }) => path.length)).toEqual([201, 201, 201]);
    const short = problems.map(({ message }, index) => ({ path: String(index), message }));
    expect(fromConnectError(toConnectError(invalid(...short)), 'integration').problems).toHaveLength(100);
  });

  it('arrives with its reason, if that is one of the list', () => {
    const sent = toConnectError(notFound('not a member', 'organization_not_visible'));
    expect(fromConnectError(sent, 'organization').reason).toBe('organization_not_visible');
    expect(fromConnectError(toConnectError(notFound()), 'organization').reason).toBeUndefined();
    const value = { code: 'not_found', reason: 'toString' };
    const forged = new ConnectError('x', Code.NotFound, undefined, [{ desc: FailureSchema, value }]);
    expect(fromConnectError(forged, 'organization').reason).toBeUndefined();
  });

  it('never carries its internal text', () => {
    const error = toConnectError(new Failure('conflict', 'Taken.', { internal: 'row 7 of table x' }));
    expect(`${error.message} ${JSON.stringify(error.findDetails(FailureSchema))}`).not.toContain('row 7');
  });

  it('tells nothing of a bug', () => {
    const error = toConnectError(new TypeError('secret is undefined'));
    expect(error.code).toBe(Code.Internal);
    expect(error.rawMessage).toBe('internal error');
    expect(fromConnectError(error, 'audit').code).toBe('internal');
  });

  it.each([
    [Code.Unavailable, 'unavailable'],
    [Code.DeadlineExceeded, 'timeout'],
    [Code.Unauthenticated, 'internal'],
    [Code.PermissionDenied, 'internal'],
    [Code.NotFound, 'internal'],
  ] as const)('without our detail, code %i of another service is %s here', (code, expected) => {
    expect(fromConnectError(new ConnectError('x', code), 'identity').code).toBe(expected);
  });
});
