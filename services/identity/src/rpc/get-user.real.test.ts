import { callAs } from '@patchbay/rpc/client';
import { anonymousContext } from '@patchbay/testing/callers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  anonymously,
  callAsUser,
  newDomain,
  signUpAndIn,
  startIdentity,
  type TestIdentity,
} from '../test-bed.fixture.ts';

describe('getUser', () => {
  let identity: TestIdentity;

  beforeAll(async () => {
    identity = await startIdentity();
  });
  afterAll(() => identity?.stop());

  /** The call options of a request with a user-level key of this creator. */
  const callWithKeyOf = (userId: string) =>
    callAs({
      ...anonymousContext(),
      caller: {
        type: 'api_key',
        keyId: '0199c1f3-5a71-7c86-9e29-b3eaf5f7c807',
        prefix: 'pby_7Qd2mXr9TfK',
        level: 'user',
        role: null,
        organizationId: '0199c1f0-8a3b-7c55-b1de-52c1f0a7e902',
        workspaceId: null,
        // Organization's copy of the user, which may be outdated: getUser must answer from identity's own row.
        creator: { userId, email: `before@${newDomain()}`, name: 'Before' },
      },
    });

  it('the user of a call is the owner of the session or the creator of the key, with their current name', async () => {
    const signedIn = await signUpAndIn(identity);
    expect((await identity.client.getUser({}, callAsUser(signedIn))).user).toEqual(signedIn.user);
    await identity.client.updateUser({ name: 'Countess' }, callAsUser(signedIn));
    expect((await identity.client.getUser({}, callWithKeyOf(signedIn.user.id))).user).toEqual({
      ...signedIn.user,
      name: 'Countess',
    });
  });

  it('a user who does not exist is not found', async () => {
    const nobody = callWithKeyOf('0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01');
    await expect(identity.client.getUser({}, nobody)).rejects.toMatchObject({ code: 'not_found' });
    await expect(identity.client.getUser({}, anonymously())).rejects.toMatchObject({ code: 'internal' });
  });
});
