import type { Queryable } from '@patchbay/database/query';
import type { Transact } from '@patchbay/database/transaction';
import { Failure } from '@patchbay/errors/failure';
import { systemActor } from '@patchbay/events/envelope';
import type { Outbox } from '@patchbay/events/outbox';
import { helpOfOperators } from '@patchbay/service/main-operate';
import type { Deed, OperateCommand, Outcome } from '@patchbay/service/operate';
import { emailAddress } from '@patchbay/text/email-address';
import type { DomainEvent, Operator } from '@patchbay/trail/domain-event';
import { sessionRevoked } from '../domain/session.ts';
import { type OperatedUser, operated } from '../domain/suspension.ts';
import { listPasskeys } from '../store/passkeys.ts';
import { deleteSessions, listSessions } from '../store/sessions.ts';
import type { Tx } from '../store/transaction.ts';
import {
  findOperatedUser,
  listIssuers,
  readOperatedUser,
  saveSuspension,
  turnOfUser,
} from '../store/users.ts';

export interface Platform {
  readonly db: Queryable;
  readonly transact: Transact<Tx>;
  readonly outbox: Outbox;
}

interface Done extends Outcome {
  readonly events: readonly DomainEvent[];
}

/** Runs `work` under the row lock of the person, and records its events in the same transaction. */
const deed =
  (work: (tx: Tx, user: OperatedUser, operator: Operator, now: Date) => Promise<Done>): Deed<Platform> =>
  async ({ db, transact, outbox }, email, operator) => {
    const known = await findOperatedUser(db, email);
    if (known === undefined)
      throw new Failure('not_found', undefined, {
        internal: `There is no person with the address ${email}.`,
      });
    return transact({ name: 'operate on a person', turn: turnOfUser(known.id) }, async (tx) => {
      const { events, ...outcome } = await work(tx, await readOperatedUser(tx, known.id), operator, tx.now());
      await outbox.record(tx, systemActor, events);
      return outcome;
    });
  };

const nameOf = ({ id, email, name }: OperatedUser) => ({ id, email, name });

/** The entries name the person: their actor is `system`. */
async function endSessions(tx: Tx, { id, email }: OperatedUser, operator: Operator, now: Date) {
  const ended = await deleteSessions(tx, id, now);
  return ended.map((session) => sessionRevoked(session, { reason: 'operator', email, operator }));
}

const counted = (number: number): string => `${number} ${number === 1 ? 'session' : 'sessions'}`;

const show = deed(async (tx, user, operator) => {
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

const signOut = deed(async (tx, user, operator, now) => {
  const events = await endSessions(tx, user, operator, now);
  return {
    done: `Ended ${counted(events.length)} of ${user.email}. The person can sign in again.`,
    found: { ...nameOf(user), sessionsEnded: events.length },
    // A use that changes nothing has still told whether the person has sessions.
    events: events.length > 0 ? events : [operated('user.inspected', user, operator)],
  };
});

const suspend = deed(async (tx, user, operator, now) => {
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
  const ended = await endSessions(tx, user, operator, now);
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

const resume = deed(async (tx, user, operator) => {
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

const help = `Operates on people: what identity stores about them, their sessions, and whether they can sign in.

  person show <email>       name, address, sign-in providers, sessions, passkeys, suspension. No secrets
  person sign-out <email>   ends all sessions. The person can sign in again
  person suspend <email>    ends all sessions, refuses every sign-in, and stops user-level API keys of the person
  person resume <email>     ends the suspension

Organizations are operated on in the image of organization.
${helpOfOperators}`;

export const operate: OperateCommand<Platform, 'show' | 'sign-out' | 'suspend' | 'resume'> = {
  noun: 'person',
  called: 'email address',
  rule: emailAddress,
  elsewhere: { organization: 'organization' },
  verbs: ['show', 'sign-out', 'suspend', 'resume'],
  deeds: { show, 'sign-out': signOut, suspend, resume },
  help,
};
