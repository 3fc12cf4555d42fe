import { Code, ConnectError } from '@connectrpc/connect';
import { FailureSchema } from '@patchbay/contracts/patchbay/common/v1/failure';
import { describe, expect, it } from 'vitest';
import { fromConnectError, toConnectError } from './connect.ts';
import { conflict, Failure, invalid, notFound } from './failure.ts';

describe('a failure between services', () => {
  it('a failure keeps its code, public text and fields between services', () => {
    const sent = invalid({ path: 'name', message: 'must not be empty' });
    const received = fromConnectError(toConnectError(sent), 'identity');
    expect(received).toMatchObject({ code: 'invalid', problems: sent.problems });
    expect(fromConnectError(toConnectError(conflict('Taken.')), 'organization')).toMatchObject({
      code: 'conflict',
      publicText: 'Taken.',
    });
  });

  it('a failure between services has at most 100 problems with short paths', () => {
    const problems = Array.from({ length: 2_000 }, () => ({
      path: 'a'.repeat(250_000),
      message: 'is not known',
    }));
    const [detail] = toConnectError(invalid(...problems.slice(0, 3))).findDetails(FailureSchema);
    expect(detail?.problems.map(({ path }) => path.length)).toEqual([201, 201, 201]);
    const short = problems.map(({ message }, index) => ({ path: String(index), message }));
    expect(fromConnectError(toConnectError(invalid(...short)), 'integration').problems).toHaveLength(100);
  });

  it('a failure keeps its reason between services if the list has it', () => {
    const sent = toConnectError(notFound('not a member', 'organization_not_visible'));
    expect(fromConnectError(sent, 'organization').reason).toBe('organization_not_visible');
    expect(fromConnectError(toConnectError(notFound()), 'organization').reason).toBeUndefined();
    const value = { code: 'not_found', reason: 'toString' };
    const forged = new ConnectError('x', Code.NotFound, undefined, [{ desc: FailureSchema, value }]);
    expect(fromConnectError(forged, 'organization').reason).toBeUndefined();
  });

  it('a failure of a provider stays one between services, and others are not', () => {
    const sent = new Failure('unavailable', 'The provider cannot be reached.', { byProvider: true });
    expect(fromConnectError(toConnectError(sent), 'relay').byProvider).toBe(true);
    const own = new Failure('unavailable', 'Try again.');
    expect(fromConnectError(toConnectError(own), 'relay').byProvider).toBe(false);
    expect(fromConnectError(new ConnectError('x', Code.Unavailable), 'relay').byProvider).toBe(false);
  });

  it('the internal text of a failure does not leave its service', () => {
    const error = toConnectError(new Failure('conflict', 'Taken.', { internal: 'row 7 of table x' }));
    expect(`${error.message} ${JSON.stringify(error.findDetails(FailureSchema))}`).not.toContain('row 7');
  });

  it('the text of a bug does not leave its service', () => {
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
  ] as const)('code %i of another service without our detail becomes %s', (code, expected) => {
    expect(fromConnectError(new ConnectError('x', code), 'identity').code).toBe(expected);
  });
});
