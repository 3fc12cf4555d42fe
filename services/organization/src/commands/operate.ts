import { Failure } from '@patchbay/errors/failure';
import { systemActor } from '@patchbay/events/envelope';
import { lifetimes } from '@patchbay/platform/lifetimes';
import { helpOfOperators, type OperatePlatform } from '@patchbay/service/main-operate';
import type { CommandHandler, OperateCommand, Outcome } from '@patchbay/service/operate';
import { slug } from '@patchbay/text/slug';
import type { DomainEvent, Operator } from '@patchbay/trail/domain-event';
import { closeOrganization, deletionAfterSuspension } from '../domain/closing.ts';
import { byOperator, operated } from '../domain/operated.ts';
import type { Organization } from '../domain/organization.ts';
import {
  countThings,
  findIdBySlug,
  findSuspendedAt,
  listAdmins,
  readOperated,
  saveResumed,
  saveSuspension,
} from '../store/operated-organizations.ts';
import {
  type LockedOrganization,
  lockKnownOrganization,
  turnOfOrganization,
} from '../store/organization-lock.ts';
import { saveOrganization } from '../store/organizations.ts';
import type { Tx } from '../store/transaction.ts';
import { mailAdmins } from '../workers/deletions.ts';

interface Done extends Outcome {
  readonly events: readonly DomainEvent[];
}

interface Work {
  readonly organization: Organization & LockedOrganization;
  readonly operator: Operator;
  readonly now: Date;
  readonly platform: OperatePlatform;
}

/** Runs `work` under the row lock of the organization, and records its events in the same transaction. */
const handler =
  (work: (tx: Tx, parts: Work) => Promise<Done>): CommandHandler<OperatePlatform> =>
  async (platform, name, operator) => {
    const { db, transact, outbox } = platform;
    const unknown = () =>
      new Failure('not_found', undefined, { internal: `There is no organization with the slug ${name}.` });
    const id = await findIdBySlug(db, name);
    if (id === undefined) throw unknown();
    return transact({ name: 'operate on an organization', turn: turnOfOrganization({ id }) }, async (tx) => {
      const locked = await lockKnownOrganization(tx, id);
      if (locked === undefined) throw unknown();
      const organization = await readOperated(tx, locked);
      const { events, ...outcome } = await work(tx, { organization, operator, now: tx.now(), platform });
      await outbox.record(tx, systemActor, events);
      return outcome;
    });
  };

const stateOf = ({ id, slug: itsSlug, name, suspendedReason, deletesAt }: Organization) => ({
  id,
  slug: itsSlug,
  name,
  suspendedReason,
  deletesAt,
});

/** A use that changes nothing has still told what the organization is. */
const unchanged = ({ organization, operator }: Work, why: string): Done => ({
  done: `${organization.slug} ${why}. Nothing was changed.`,
  found: stateOf(organization),
  events: [operated('organization.inspected', organization, operator)],
});

const show = handler(async (tx, { organization, operator }) => {
  const { domain, domainRole, requiresPasskey, createdAt } = organization;
  return {
    done: `What organization knows about ${organization.slug}:`,
    found: {
      ...stateOf(organization),
      domain,
      domainRole,
      requiresPasskey,
      createdAt,
      ...(await countThings(tx, organization.id)),
      admins: await listAdmins(tx, organization.id),
    },
    events: [operated('organization.inspected', organization, operator)],
  };
});

const suspend = handler(async (tx, work) => {
  const { organization, operator, now } = work;
  if (organization.suspendedReason !== null) return unchanged(work, 'is suspended already');
  await saveSuspension(tx, organization, operator.reason, now);
  return {
    done: `Suspended ${organization.slug}. Its people and API keys are refused with the reason.`,
    found: stateOf({ ...organization, suspendedReason: operator.reason }),
    events: [operated('organization.suspended', organization, operator)],
  };
});

const resume = handler(async (tx, work) => {
  const { organization, operator, now } = work;
  if (organization.suspendedReason === null) return unchanged(work, 'is not suspended');
  const suspendedAt = await findSuspendedAt(tx, organization);
  const { deletesAt: before } = organization;
  const deletesAt =
    before === null || suspendedAt === undefined ? before : deletionAfterSuspension(before, suspendedAt, now);
  await saveResumed(tx, organization, deletesAt, now);
  const event = operated('organization.resumed', organization, operator);
  return {
    done: `Ended the suspension of ${organization.slug}.${deletesAt === null ? '' : ` It is closed, and is deleted on ${deletesAt.toISOString()}, unless an admin restores it.`}`,
    found: stateOf({ ...organization, suspendedReason: null, deletesAt }),
    events: [
      deletesAt === null
        ? event
        : { ...event, metadata: { ...event.metadata, deletesAt: deletesAt.toISOString() } },
    ],
  };
});

const remove = handler(async (tx, work) => {
  const { organization, operator, now, platform } = work;
  if (organization.deletesAt !== null) return unchanged(work, 'is closed already');
  const { organization: closed, events } = closeOrganization(organization, now);
  await saveOrganization(tx, closed, now);
  await mailAdmins(tx, closed, 'closedByOperator', closed, platform.mailing());
  return {
    done: `Closed ${closed.slug}. It is deleted on ${closed.deletesAt.toISOString()}, unless an admin restores it.${closed.suspendedReason === null ? '' : ' While it is suspended, that waits: resume it first.'}`,
    found: stateOf(closed),
    events: events.map((event) => byOperator(event, operator)),
  };
});

const help = `Operates on organizations: what organization stores about them, and whether they can be used.

  organization show <slug>                      name, domain, counts, admins, suspension, closing. No secrets
  organization suspend <slug>                   refuses its people and API keys with the reason; background work pauses
  organization resume <slug>                    ends the suspension; what is closed is deleted later by as long as it was suspended
  organization delete <slug> --confirm <slug>   closes it now and mails its admins; everything is destroyed after ${lifetimes.closedDays} days

People are operated on in the image of identity.
${helpOfOperators}
For delete also PORTAL_URL and SEALING_KEYS, as organization has them.`;

export const operate: OperateCommand<OperatePlatform, 'show' | 'suspend' | 'resume' | 'delete'> = {
  noun: 'organization',
  called: 'slug',
  rule: slug,
  elsewhere: { person: 'identity' },
  verbs: ['show', 'suspend', 'resume', 'delete'],
  confirmed: ['delete'],
  handlers: { show, suspend, resume, delete: remove },
  help,
};
