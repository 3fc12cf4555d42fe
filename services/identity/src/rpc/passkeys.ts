import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { NewCredential, PasskeyService } from '@patchbay/contracts/patchbay/identity/v1/passkey_service';
import { conflict, invalid, notFound } from '@patchbay/errors/failure';
import { callOf, userOf } from '@patchbay/rpc/caller';
import { onBehalfOf } from '@patchbay/rpc/client';
import type { Method } from '@patchbay/rpc/method';
import { sealedJson } from '@patchbay/sealing/sealed-value';
import { v7 as uuid, validate } from 'uuid';
import {
  nameOf,
  type Passkey,
  passkeyCreated,
  passkeyDeleted,
  refuseLastOfAdmins,
  refuseUnproven,
  refuseWhenFull,
} from '../domain/passkey.ts';
import { isLive, newChallenge, type PasskeyChallenge } from '../domain/passkey-challenge.ts';
import {
  findHolders,
  insertPasskey,
  listPasskeys as list,
  lockPasskeysOfAdmins,
  deletePasskey as remove,
  renamePasskey,
  spendChallenge,
} from '../store/passkeys.ts';
import { isProvenByPasskey } from '../store/sessions.ts';
import { lockUser, turnOfUser } from '../store/users.ts';
import { challengeIn } from '../webauthn/relying-party.ts';
import type { Dependencies } from './dependencies.ts';

const presentPasskey = ({ id, name, createdAt, lastUsedAt, backedUp, transports }: Passkey) => ({
  id,
  name,
  createdAt: timestampFromDate(createdAt),
  ...(lastUsedAt && { lastUsedAt: timestampFromDate(lastUsedAt) }),
  backedUp,
  transports: [...transports],
});

/** The place is the id of the person: nobody else can register with the challenge. */
const { seal, tryOpen: open } = sealedJson<PasskeyChallenge, [userId: string]>('passkey registration');

export const startPasskeyRegistration =
  ({
    db,
    sealer,
    relyingParty,
  }: Dependencies): Method<typeof PasskeyService.method.startPasskeyRegistration> =>
  async (_request, context) => {
    const { userId, email, name, sessionId } = userOf(context);
    const registered = await list(db, userId);
    refuseUnproven(registered.length, await isProvenByPasskey(db, sessionId));
    refuseWhenFull(registered.length);
    const challenge = seal(sealer, newChallenge(db.now()), userId);
    return {
      options: await relyingParty.creationOptions({ id: userId, email, name }, challenge, registered),
    };
  };

/** What was made with a live challenge of this person; undefined where anything about it is wrong. */
async function readCredential(
  { db, sealer, relyingParty }: Dependencies,
  credential: NewCredential | undefined,
  userId: string,
) {
  if (credential === undefined) return undefined;
  const challenge = open(sealer, challengeIn(credential) ?? '', userId);
  if (challenge === undefined || !isLive(challenge, db.now())) return undefined;
  const verified = await relyingParty.verifyNew(credential);
  return verified && { ...verified, challenge, transports: [...new Set(credential.transports)] };
}

const unusable = () =>
  invalid({
    path: 'credential',
    message: 'was not made with options of startPasskeyRegistration that still work: start again',
  });

/**
 * Of concurrent calls with one challenge exactly one succeeds: the challenge is spent in the transaction that inserts the passkey. Whether
 * it is the first one is asked again under the row lock of the user: two sessions may have got options while there was none.
 */
export const createPasskey =
  (dependencies: Dependencies): Method<typeof PasskeyService.method.createPasskey> =>
  async (request, context) => {
    const { userId, sessionId } = userOf(context);
    const { createOnce, outbox } = dependencies;
    const name = nameOf(request.name);
    const credential = await readCredential(dependencies, request.credential, userId);
    return createOnce({ name: 'create passkey', turn: turnOfUser(userId) }, context, {
      authorize: (tx) => lockUser(tx, userId),
      async create(tx) {
        const { length: count } = await list(tx, userId);
        refuseUnproven(count, await isProvenByPasskey(tx, sessionId));
        if (credential === undefined) throw unusable();
        const { challenge, ...registered } = credential;
        if (!(await spendChallenge(tx, challenge))) throw unusable();
        refuseWhenFull(count);
        const passkey = {
          ...registered,
          id: uuid(),
          userId,
          name,
          createdAt: tx.now(),
          lastUsedAt: null,
        };
        if (!(await insertPasskey(tx, passkey))) throw conflict('This passkey is registered already.');
        await outbox.record(tx, callOf(context), [passkeyCreated(passkey)]);
        return { passkey: presentPasskey(passkey) };
      },
    });
  };

export const listPasskeys =
  ({ db }: Dependencies): Method<typeof PasskeyService.method.listPasskeys> =>
  async (_request, context) => ({
    passkeys: (await list(db, userOf(context).userId)).map(presentPasskey),
  });

const unknown = () => notFound('no such passkey, or not the caller’s');

export const updatePasskey =
  ({ transact }: Dependencies): Method<typeof PasskeyService.method.updatePasskey> =>
  async ({ passkeyId, name }, context) => {
    const { userId } = userOf(context);
    if (!validate(passkeyId)) throw unknown();
    const renamed = await transact({ name: 'rename passkey', turn: turnOfUser(userId) }, async (tx) => {
      await lockUser(tx, userId);
      return renamePasskey(tx, passkeyId, userId, nameOf(name));
    });
    if (renamed === undefined) throw unknown();
    return { passkey: presentPasskey(renamed) };
  };

/** Asks organization before the transaction, whether or not it is the last passkey: which one that is shows only under the lock. */
export const deletePasskey =
  ({ transact, outbox, organization }: Dependencies): Method<typeof PasskeyService.method.deletePasskey> =>
  async ({ passkeyId }, context) => {
    const { userId } = userOf(context);
    if (!validate(passkeyId)) throw unknown();
    const { organizations } = await organization.listPasskeyAdmins({ userId }, onBehalfOf(context));
    await transact({ name: 'delete passkey', turn: turnOfUser(userId) }, async (tx) => {
      await lockPasskeysOfAdmins(tx, organizations);
      await lockUser(tx, userId);
      const passkeys = await list(tx, userId);
      const passkey = passkeys.find(({ id }) => id === passkeyId);
      if (passkey === undefined) throw unknown();
      if (passkeys.length === 1 && organizations.length > 0) {
        const others = organizations.flatMap(({ otherAdminUserIds }) => otherAdminUserIds);
        refuseLastOfAdmins(organizations, await findHolders(tx, others));
      }
      await remove(tx, passkey);
      await outbox.record(tx, callOf(context), [passkeyDeleted(passkey)]);
    });
    return {};
  };
