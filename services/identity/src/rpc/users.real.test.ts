import { toJson } from '@bufbuild/protobuf';
import { ValueSchema } from '@bufbuild/protobuf/wkt';
import type { Event } from '@patchbay/contracts/patchbay/events/v1/event';
import { callAs } from '@patchbay/rpc/client';
import { anonymousContext, userContext } from '@patchbay/testing/callers';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  anonymously,
  authenticate,
  callAsUser,
  newDomain,
  requestedToken,
  type SignedIn,
  sharedIdentity,
  signUpAndIn,
} from '../test-bed.fixture.ts';

const identity = await sharedIdentity();

describe('getUser', () => {
  /** The call options of a request with a user-level key of this creator. */
  const callWithKeyOf = (userId: string) =>
    callAs({
      ...anonymousContext(),
      caller: {
        type: 'api_key',
        keyId: '0199c1f3-5a71-7c86-9e29-b3eaf5f7c807',
        lineId: '0199c1f3-5a71-7c86-9e29-b3eaf5f7c807',
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

const changeOf = ({ changes: [change] }: Event) => ({
  field: change?.field,
  before: change?.before && toJson(ValueSchema, change.before),
  after: change?.after && toJson(ValueSchema, change.after),
});

describe('updateUser', () => {
  let signedIn: SignedIn;

  beforeEach(async () => {
    signedIn = await signUpAndIn(identity);
  });

  const rename = (name: string) => {
    const { user, session } = signedIn;
    return identity.client.updateUser(
      { name },
      callAs(userContext({ ...user, userId: user.id, sessionId: session.id })),
    );
  };
  const renames = async () =>
    (await identity.eventsOf(signedIn.user.id)).filter(({ action }) => action === 'user.updated');
  const row = async () => {
    const { rows } = await identity.db.pool.query<{ name: string; version: string }>(
      `select name, xmin || ' ' || ctid as version from users where id = $1`,
      [signedIn.user.id],
    );
    return rows[0];
  };

  it('a rename trims the name, takes effect at once and is recorded', async () => {
    const { user } = signedIn;
    expect((await rename('  Countess of Lovelace\t')).user).toEqual({
      ...user,
      name: 'Countess of Lovelace',
    });
    const { sessionToken } = signedIn;
    expect((await authenticate(identity, sessionToken)).user?.name).toBe('Countess of Lovelace');
    const [event, ...others] = await renames();
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      userId: user.id,
      actor: { type: 'user', id: user.id, email: user.email },
      target: { type: 'user', id: user.id, name: 'Countess of Lovelace' },
      snapshot: {
        case: 'user',
        value: { id: user.id, email: user.email, name: 'Countess of Lovelace', version: 2 },
      },
    });
    expect(event && changeOf(event)).toEqual({
      field: 'name',
      before: 'Ada Lovelace',
      after: 'Countess of Lovelace',
    });
  });

  it('a rename to a malformed name is refused with a problem of the name', async () => {
    const before = await row();
    await expect(rename(' \n ')).rejects.toMatchObject({ code: 'invalid', problems: [{ path: 'name' }] });
    expect(await row()).toEqual(before);
    expect(await renames()).toEqual([]);
  });

  it('organization gets a renamed user as a newer version at the next sign-in', async () => {
    const known = async () => {
      const text = 'select name, version from people where user_id = $1';
      return (await identity.organizationDb.pool.query(text, [signedIn.user.id])).rows;
    };
    expect(await known()).toEqual([{ name: 'Ada Lovelace', version: 1 }]);
    await rename('Countess');
    const token = await requestedToken(identity, signedIn.user.email);
    await identity.client.verifySignInLink({ token }, anonymously());
    expect(await known()).toEqual([{ name: 'Countess', version: 2 }]);
  });

  it('a rename is written together with its event or not at all', async () => {
    await identity.asOwner('alter table outbox add constraint full_disk check (payload is null) not valid');
    try {
      await expect(rename('Countess')).rejects.toMatchObject({ code: 'internal' });
    } finally {
      await identity.asOwner('alter table outbox drop constraint full_disk');
    }
    expect((await row())?.name).toBe('Ada Lovelace');
    await rename('Countess');
    expect((await renames()).map(changeOf)).toMatchObject([{ before: 'Ada Lovelace', after: 'Countess' }]);
  });

  it('concurrent renames follow each other, and the last one stands', async () => {
    const second = await identity.startAnother();
    const { user, session } = signedIn;
    const context = callAs(userContext({ ...user, userId: user.id, sessionId: session.id }));
    const names = Array.from({ length: 20 }, (_, index) => `Ada ${index}`);
    await Promise.all(
      names.map((name, index) => (index % 2 === 0 ? identity : second).client.updateUser({ name }, context)),
    );
    await second.stop();
    const trail = (await renames()).map(changeOf);
    const after = trail.map((change) => change.after);
    expect(new Set(after)).toEqual(new Set(names));
    expect(after).toHaveLength(names.length);
    expect(trail.map(({ before }) => before)).toEqual(['Ada Lovelace', ...after.slice(0, -1)]);
    expect((await row())?.name).toBe(after.at(-1));
    const versions = (await renames()).map(({ snapshot }) =>
      snapshot.case === 'user' ? snapshot.value.version : undefined,
    );
    expect(versions).toEqual(names.map((_, index) => index + 2));
  });
});

describe('deleteUser', () => {
  /** The only admin of an organization cannot leave: it is closed first. */
  const signUpAndClose = async (): Promise<SignedIn> => {
    const signedIn = await signUpAndIn(identity);
    await identity.asOrganizationOwner(
      `update organizations o set deletes_at = now() + interval '7 days', slug = o.id::text, domain = null
       from members m where m.organization_id = o.id and m.user_id = '${signedIn.user.id}'`,
    );
    return signedIn;
  };
  const deletionsOf = async ({ user }: SignedIn) =>
    (await identity.eventsOf(user.id)).filter(({ action }) => action === 'user.deleted');

  it('the last admin of an organization is refused with its name, and nothing changes', async () => {
    const signedIn = await signUpAndIn(identity);
    await expect(identity.client.deleteUser({}, callAsUser(signedIn))).rejects.toMatchObject({
      code: 'conflict',
      publicText: expect.stringContaining('Acme'),
    });
    expect((await authenticate(identity, signedIn.sessionToken)).user).toEqual(signedIn.user);
    expect(await deletionsOf(signedIn)).toEqual([]);
  });

  it('a deleted user leaves no session, profile or link behind, and the address signs in as somebody else', async () => {
    const signedIn = await signUpAndClose();
    const { id, email } = signedIn.user;
    await requestedToken(identity, email);
    await identity.client.deleteUser({}, callAsUser(signedIn));
    expect((await authenticate(identity, signedIn.sessionToken)).session).toBeUndefined();
    const { rows } = await identity.db.pool.query(
      `select (select count(*) from users where id = $1 or email = $2)
            + (select count(*) from sessions where user_id = $1)
            + (select count(*) from sign_in_links where email = $2)
            + (select count(*) from link_requests where email = $2) as rows`,
      [id, email],
    );
    expect(rows).toEqual([{ rows: '0' }]);
    expect(await deletionsOf(signedIn)).toMatchObject([
      { userId: id, actor: { type: 'user', id }, target: { type: 'user', id } },
    ]);
    const again = await signUpAndIn(identity, email);
    expect(again.user).toMatchObject({ email });
    expect(again.user.id).not.toBe(id);
  });

  it('a deletion that is asked for ten times at once happens once', async () => {
    const signedIn = await signUpAndClose();
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => identity.client.deleteUser({}, callAsUser(signedIn))),
    );
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    expect(refusals).toEqual(
      Array.from({ length: 9 }, () => expect.objectContaining({ code: 'unauthenticated' })),
    );
    expect(await deletionsOf(signedIn)).toHaveLength(1);
  });

  it('a deletion that organization does not answer changes nothing', async () => {
    const signedIn = await signUpAndClose();
    const another = await identity.startAnother('unreachable');
    await expect(another.client.deleteUser({}, callAsUser(signedIn))).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect((await authenticate(identity, signedIn.sessionToken)).user).toEqual(signedIn.user);
    await another.stop();
  });
});
