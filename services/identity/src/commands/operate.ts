import { Failure } from '@patchbay/errors/failure';
import { systemActor } from '@patchbay/events/envelope';
import { lifetimes } from '@patchbay/platform/lifetimes';
import { helpOfOperators, type OperatePlatform } from '@patchbay/service/main-operate';
import type { CommandHandler, OperateCommand, Outcome } from '@patchbay/service/operate';
import { emailAddress } from '@patchbay/text/email-address';
import type { DomainEvent, Operator } from '@patchbay/trail/domain-event';
import { passkeyDeleted } from '../domain/passkey.ts';
import { sessionRevoked } from '../domain/session.ts';
import { type OperatedUser, operated } from '../domain/suspension.ts';
import { resetPasskeysMail } from '../mails/reset-passkeys.ts';
import { deletePasskey, listPasskeys } from '../store/passkeys.ts';
import { deleteSessions, listSessions } from '../store/sessions.ts';
import type { Tx } from '../store/transaction.ts';
import {
  findOperatedUser,
  listIssuers,
  readOperatedUser,
  saveSuspension,
  turnOfUser,
} from '../store/users.ts';

interface Done extends Outcome {
  readonly events: readonly DomainEvent[];
}

interface Work {
  readonly user: OperatedUser;
  readonly operator: Operator;
  readonly now: Date;
  readonly platform: OperatePlatform;
}

/** Runs `work` under the row lock of the person, and records its events in the same transaction. */
const handler =
  (work: (tx: Tx, parts: Work) => Promise<Done>): CommandHandler<OperatePlatform> =>
  async (platform, email, operator) => {
    const { db, transact, outbox } = platform;
    const known = await findOperatedUser(db, email);
    if (known === undefined)
      throw new Failure('not_found', undefined, {
        internal: `There is no person with the address ${email}.`,
      });
    return transact({ name: 'operate on a person', turn: turnOfUser(known.id) }, async (tx) => {
      const user = await readOperatedUser(tx, known.id);
      const { events, ...outcome } = await work(tx, { user, operator, now: tx.now(), platform });
      await outbox.record(tx, systemActor, events);
      return outcome;
    });
  };

const nameOf = ({ id, email, name }: OperatedUser) => ({ id, email, name });

/** The entries name the person: their actor is `system`. */
async function endSessions(tx: Tx, { user: { id, email }, operator, now }: Work) {
  const ended = await deleteSessions(tx, id, now);
  return ended.map((session) => sessionRevoked(session, { reason: 'operator', email, operator }));
}

const counted = (number: number, what = 'session'): string => `${number} ${what}${number === 1 ? '' : 's'}`;

const show = handler(async (tx, { user, operator }) => {
  const { emailVerified, createdAt, suspendedAt, suspendedReason } = user;
  const [sessions, passkeys, issuers] = [
    await listSessions(tx, user.id),
    await listPasskeys(tx, user.id),
    await listIssuers(tx, user.id),
  ];
  return {
    done: `What identity knows about ${user.email}:`,
    found: {
      ...nameOf(user),
      emailVerified,
      createdAt,
      suspendedAt,
      suspendedReason,
      signInProviders: issuers,
      sessions: sessions.map(({ id, method, ipAddress, userAgent, ...times }) => ({
        id,
        method,
        createdAt: times.createdAt,
        authenticatedAt: times.authenticatedAt,
        lastSeenAt: times.lastSeenAt,
        expiresAt: times.expiresAt,
        ipAddress,
        userAgent,
      })),
      passkeys: passkeys.map(({ id, name, ...times }) => ({
        id,
        name,
        createdAt: times.createdAt,
        lastUsedAt: times.lastUsedAt,
      })),
    },
    events: [operated('user.inspected', user, operator)],
  };
});

const signOut = handler(async (tx, work) => {
  const { user, operator } = work;
  const events = await endSessions(tx, work);
  return {
    done: `Ended ${counted(events.length)} of ${user.email}. The person can sign in again.`,
    found: { ...nameOf(user), sessionsEnded: events.length },
    // A use that changes nothing has still told whether the person has sessions.
    events: events.length > 0 ? events : [operated('user.inspected', user, operator)],
  };
});

const suspend = handler(async (tx, work) => {
  const { user, operator, now } = work;
  if (user.suspendedAt !== null) {
    const { suspendedAt, suspendedReason } = user;
    return {
      done: `${user.email} is suspended already. Nothing was changed.`,
      found: { ...nameOf(user), suspendedAt, suspendedReason, sessionsEnded: 0 },
      events: [operated('user.inspected', user, operator)],
    };
  }
  const suspended = { ...user, suspendedAt: now, suspendedReason: operator.reason };
  await saveSuspension(tx, suspended);
  const ended = await endSessions(tx, work);
  return {
    done: `Suspended ${user.email}, and ended ${counted(ended.length)}.`,
    found: {
      ...nameOf(user),
      suspendedAt: now,
      suspendedReason: operator.reason,
      sessionsEnded: ended.length,
    },
    events: [operated('user.suspended', user, operator), ...ended],
  };
});

const resume = handler(async (tx, { user, operator }) => {
  if (user.suspendedAt === null)
    return {
      done: `${user.email} is not suspended. Nothing was changed.`,
      found: { ...nameOf(user), suspendedAt: null },
      events: [operated('user.inspected', user, operator)],
    };
  await saveSuspension(tx, { ...user, suspendedAt: null, suspendedReason: null });
  return {
    done: `Ended the suspension of ${user.email}, who can sign in again.`,
    found: { ...nameOf(user), suspendedAt: null },
    events: [operated('user.resumed', user, operator)],
  };
});

/** Sessions go on, also those that a passkey opened: `sign-out` ends them. Organization mails the admins when it has the events. */
const resetPasskeys = handler(async (tx, { user, operator, platform }) => {
  const passkeys = await listPasskeys(tx, user.id);
  if (passkeys.length === 0)
    return {
      done: `${user.email} has no passkey. Nothing was changed.`,
      found: { ...nameOf(user), passkeysDeleted: 0 },
      events: [operated('user.inspected', user, operator)],
    };
  for (const passkey of passkeys) await deletePasskey(tx, passkey);
  const { mails, portalUrl } = platform.mailing();
  await mails.enqueue(tx, { to: user.email, ...resetPasskeysMail(passkeys.length, portalUrl) });
  return {
    done: `Deleted ${counted(passkeys.length, 'passkey')} of ${user.email}. The person can create a new one in any session of the last ${lifetimes.freshMinutes} minutes. They and the admins of their organizations get an email.`,
    found: { ...nameOf(user), passkeysDeleted: passkeys.length },
    events: passkeys.map((passkey) => passkeyDeleted(passkey, operator)),
  };
});

const help = `Operates on people: what identity stores about them, their sessions and passkeys, and whether they can sign in.

  person show <email>             name, address, sign-in providers, sessions, passkeys, suspension. No secrets
  person sign-out <email>         ends all sessions. The person can sign in again
  person suspend <email>          ends all sessions, refuses every sign-in, and stops user-level API keys of the person
  person resume <email>           ends the suspension
  person reset-passkeys <email>   deletes all passkeys, and mails the person and the admins of their organizations

Organizations are operated on in the image of organization.
${helpOfOperators}
For reset-passkeys also PORTAL_URL and SEALING_KEYS, as identity has them.`;

type Verb = 'show' | 'sign-out' | 'suspend' | 'resume' | 'reset-passkeys';

export const operate: OperateCommand<OperatePlatform, Verb> = {
  noun: 'person',
  called: 'email address',
  rule: emailAddress,
  elsewhere: { organization: 'organization' },
  verbs: ['show', 'sign-out', 'suspend', 'resume', 'reset-passkeys'],
  handlers: { show, 'sign-out': signOut, suspend, resume, 'reset-passkeys': resetPasskeys },
  help,
};
