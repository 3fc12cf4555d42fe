import type { HandlerContext } from '@connectrpc/connect';
import type { Assertion, PasskeyService } from '@patchbay/contracts/patchbay/identity/v1/passkey_service';
import { forbidden, unauthenticated } from '@patchbay/errors/failure';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { sealedJson } from '@patchbay/sealing/sealed-value';
import { goesBack, passkeySuspended } from '../domain/passkey.ts';
import { isLive, newChallenge, type PasskeyChallenge } from '../domain/passkey-challenge.ts';
import {
  deletePasskey,
  findPasskey,
  listPasskeys,
  type OwnedPasskey,
  saveUse,
  spendChallenge,
} from '../store/passkeys.ts';
import { saveProof } from '../store/sessions.ts';
import type { Tx } from '../store/transaction.ts';
import { lockUser, turnOfUser } from '../store/users.ts';
import { bytesOf, challengeIn, type PasskeyUse } from '../webauthn/relying-party.ts';
import type { Dependencies } from './dependencies.ts';
import { isOfSuspended, openSession } from './open-session.ts';
import { presentSession } from './present.ts';

const { seal, tryOpen: open } = sealedJson<PasskeyChallenge>('passkey sign-in');

export const startPasskeySignIn =
  ({ db, sealer, relyingParty }: Dependencies): Method<typeof PasskeyService.method.startPasskeySignIn> =>
  async () => ({ options: await relyingParty.requestOptions(seal(sealer, newChallenge(db.now()))) });

/** A passkey that has signed a challenge. */
interface ProvenPasskey extends OwnedPasskey {
  readonly challenge: PasskeyChallenge;
  readonly use: PasskeyUse;
}

/** Undefined where anything is wrong but the counter, which is compared in the transaction, as the challenge is spent. */
async function readAssertion(
  { db, sealer, relyingParty }: Dependencies,
  assertion: Assertion | undefined,
): Promise<ProvenPasskey | undefined> {
  if (assertion === undefined) return undefined;
  const challenge = open(sealer, challengeIn(assertion) ?? '');
  if (challenge === undefined || !isLive(challenge, db.now())) return undefined;
  const found = await findPasskey(db, bytesOf(assertion.credentialId));
  const use = found && (await relyingParty.verifyUse(assertion, found.passkey));
  return use && { ...found, challenge, use };
}

/**
 * Spends the challenge and counts the use, under the row lock of the user. A counter that goes back ends the passkey; the transaction
 * must commit although the caller is refused.
 */
async function usePasskey(
  tx: Tx,
  { outbox }: Pick<Dependencies, 'outbox'>,
  context: HandlerContext,
  { passkey: { id, userId }, challenge, use }: ProvenPasskey,
  now: Date,
): Promise<'unusable' | undefined> {
  if (!(await spendChallenge(tx, challenge))) return 'unusable';
  // It may have been used or deleted since it was found.
  const passkey = (await listPasskeys(tx, userId)).find((each) => each.id === id);
  if (passkey === undefined) return 'unusable';
  if (goesBack(passkey, use.counter)) {
    await deletePasskey(tx, passkey);
    const bySystem = { ...callOf(context), caller: { type: 'system' } } as const;
    await outbox.record(tx, bySystem, [passkeySuspended(passkey, use.counter)]);
    return 'unusable';
  }
  await saveUse(tx, passkey, use, now);
  return undefined;
}

const notSignedIn = () =>
  unauthenticated(
    'This passkey does not sign you in. Try again, or sign in another way.',
    'passkey_unusable',
  );

/** Of concurrent calls with one challenge exactly one succeeds: it is spent in the transaction of the session. */
export const verifyPasskeySignIn =
  (dependencies: Dependencies): Method<typeof PasskeyService.method.verifyPasskeySignIn> =>
  async ({ assertion, browserSessionToken }, context) => {
    const proven = await readAssertion(dependencies, assertion);
    if (proven === undefined) throw notSignedIn();
    const opened = await openSession(dependencies, context, {
      user: proven.user,
      by: 'passkey',
      // The person proved it once, to register the passkey. They may have lost the mailbox since, as by leaving a company: a passkey must
      // not let them join its organization by the domain.
      provesAddress: false,
      browserSessionToken,
      spend: (tx, now) => usePasskey(tx, dependencies, context, proven, now),
    }).catch((error: unknown) => {
      if (isOfSuspended(error)) return 'unusable' as const;
      throw error;
    });
    if (opened === 'unusable') throw notSignedIn();
    return { opened, callbackUrl: dependencies.portalUrl };
  };

const notConfirmed = () =>
  forbidden('This passkey does not confirm the session. Try again, or sign in again.', 'passkey_unusable');

/** The method of the session stays: it says how the session was opened. That a passkey has confirmed it is kept for as long as it lives. */
export const confirmSession =
  (dependencies: Dependencies): Method<typeof PasskeyService.method.confirmSession> =>
  async ({ assertion }, context) => {
    const { userId, sessionId } = userOf(context);
    const proven = await readAssertion(dependencies, assertion);
    if (proven === undefined || proven.user.id !== userId) throw notConfirmed();
    const turn = turnOfUser(userId);
    const session = await dependencies.transact({ name: 'confirm session', turn }, async (tx) => {
      await lockUser(tx, userId);
      const now = tx.now();
      const refusal = await usePasskey(tx, dependencies, context, proven, now);
      return refusal === undefined ? saveProof(tx, sessionId, now) : undefined;
    });
    if (session === undefined) throw notConfirmed();
    return { session: presentSession(session) };
  };
