import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { HandlerContext } from '@connectrpc/connect';
import { Failure, unauthenticated } from '@patchbay/errors/failure';
import { callOf } from '@patchbay/rpc/caller';
import { onBehalfOf } from '@patchbay/rpc/client';
import { digestOf, newToken } from '@patchbay/tokens/token';
import { v7 as uuid } from 'uuid';
import {
  openSession as open,
  type Proof,
  proofOf,
  type SignInMethod,
  sessionEnded,
  signedIn,
} from '../domain/session.ts';
import type { User } from '../domain/user.ts';
import { deleteLiveSession, deleteOldestSessions, findSessions, insertSession } from '../store/sessions.ts';
import type { Tx } from '../store/transaction.ts';
import { isSuspended, lockUsers, markSignedIn, turnOfUser } from '../store/users.ts';
import type { Dependencies } from './dependencies.ts';
import { presentSession, presentUser } from './present.ts';

export interface SignIn<Refusal extends string> {
  readonly user: Pick<User, 'id' | 'email' | 'name' | 'version'>;
  /** A device has the proof of the session that approved it. */
  readonly by: Exclude<SignInMethod, 'device'> | { readonly device: Proof };
  /**
   * Whether this sign-in proves the user's address, or was approved in a session whose own did: only then the person joins an
   * organization by its domain.
   */
  readonly provesAddress: boolean;
  /** The address of a picture of the user; null, the default: it stays as it is. */
  readonly image?: string | null;
  /** The sign-up that the sign-in comes from: its organization is created. Default null: there is none. */
  readonly signUpId?: string | null;
  /** The session that the browser carries, which ends; ignored where it is no live session. Default: there is none. */
  readonly browserSessionToken?: string;
  /** Deletes the link or approval that is used to sign in, or returns why it cannot be used. Default: there is none. */
  readonly spend?: (tx: Tx, now: Date) => Promise<Refusal | undefined>;
}

/** Says why only to whoever has proved that the address is theirs. */
const suspended = (provesAddress: boolean) =>
  unauthenticated(
    provesAddress
      ? 'This account is suspended. Ask whoever runs this installation of Patchbay.'
      : 'This sign-in was refused.',
    'person_suspended',
  );

export const isOfSuspended = (error: unknown): boolean =>
  error instanceof Failure && error.reason === 'person_suspended';

/**
 * The last step of every method of signing in. The link or approval is deleted in the transaction that inserts the session:
 * if anything fails before the commit, such as the call to organization, it can be used again. `provisionUser` is
 * idempotent. A suspended person is refused here, however they sign in. The event is dated no earlier than the memberships that it found or created began, so that the sign-in counts in
 * them whatever the clocks say.
 */
export async function openSession<Refusal extends string = never>(
  { db, transact, outbox, organization }: Dependencies,
  context: HandlerContext,
  {
    user: { id, email, name, version },
    image,
    by,
    provesAddress,
    signUpId,
    browserSessionToken,
    spend,
  }: SignIn<Refusal>,
) {
  const call = callOf(context);
  // Before a suspended person joins an organization; again below, under the lock.
  if (await isSuspended(db, id)) throw suspended(provesAddress);
  const { memberSince } = await organization.provisionUser(
    { userId: id, email, name, version, signUpId: signUpId ?? '', addressUnproven: !provesAddress },
    onBehalfOf(context),
  );
  const [previous] = browserSessionToken ? await findSessions(db, [digestOf(browserSessionToken)]) : [];
  const sessionToken = newToken();
  return transact({ name: 'open session', turn: turnOfUser(id) }, async (tx) => {
    await lockUsers(tx, previous === undefined ? [id] : [id, previous.user.id]);
    if (await isSuspended(tx, id)) throw suspended(provesAddress);
    const now = tx.now();
    const refusal = await spend?.(tx, now);
    if (refusal !== undefined) return refusal;
    const user = await markSignedIn(tx, id, image ?? null);
    const { ipAddress, userAgent } = call;
    const isDevice = typeof by === 'object';
    const proof = isDevice ? by.device : proofOf(by, now);
    const provenByPasskey = by === 'passkey';
    const session = open({ id: uuid(), userId: id, now, ipAddress, userAgent, proof, provenByPasskey });
    // A device proves nothing itself: devices that approve devices would prove the address long after the mailbox is gone.
    await insertSession(tx, session, digestOf(sessionToken), provesAddress && !isDevice);
    const events = [signedIn(user, session, isDevice ? 'device' : by)];
    if (previous !== undefined) {
      const ended = await deleteLiveSession(tx, previous.session.id, previous.user.id, now);
      if (ended !== undefined) events.unshift(sessionEnded(ended, previous.user, 'signed_in_again'));
    }
    const oldest = await deleteOldestSessions(tx, id, now);
    events.unshift(...oldest.map((ended) => sessionEnded(ended, user, 'too_many_sessions')));
    await outbox.record(tx, call, events, {
      ...(memberSince && { notBefore: timestampDate(memberSince) }),
    });
    return { sessionToken, session: presentSession(session), user: presentUser(user) };
  });
}
