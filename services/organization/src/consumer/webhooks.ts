import type { Transact } from '@patchbay/database/transaction';
import { type ReceivedEvent, readEvents } from '@patchbay/events/consumer';
import type { MailQueue } from '@patchbay/mail/queue';
import { validate as isUuid } from 'uuid';
import { type DisabledReason, disabledWebhookMail, isDisabledReason } from '../mails/disabled-webhook.ts';
import { isToBeTold, listRecipientsOfDisabling } from '../store/disabled-webhooks.ts';
import { lockKnownOrganization, turnOfOrganization } from '../store/organization-lock.ts';
import type { Tx } from '../store/transaction.ts';

interface Disabling {
  readonly eventId: string;
  readonly webhookId: string;
  readonly organizationId: string;
  readonly host: string;
  readonly reason: DisabledReason;
  readonly createdByEmail: string;
}

const disablingsIn = (events: readonly ReceivedEvent[]): Disabling[] =>
  readEvents(events, ({ event: { id: eventId, action, organizationId, target, metadata } }) => {
    if (action !== 'webhook.disabled') return undefined;
    const { reason, createdByEmail } = metadata ?? {};
    if (
      target === undefined ||
      ![eventId, target.id, organizationId].every((id) => isUuid(id)) ||
      !isDisabledReason(reason) ||
      typeof createdByEmail !== 'string'
    )
      return 'a disabled webhook without an id, a reason or a creator';
    return {
      value: { eventId, webhookId: target.id, organizationId, host: target.name, reason, createdByEmail },
    };
  });

export interface WebhookNews {
  readonly transact: Transact<Tx>;
  readonly mails: MailQueue;
  readonly portalUrl: string;
}

/**
 * Mails the admins and the creator of each webhook that was disabled because nothing could be delivered to it: once a day,
 * and for few webhooks of an organization in an hour.
 */
export async function tellOfDisabledWebhooks(
  { transact, mails, portalUrl }: WebhookNews,
  events: readonly ReceivedEvent[],
): Promise<void> {
  for (const disabling of disablingsIn(events)) {
    const { organizationId: id, createdByEmail, host, reason } = disabling;
    await transact({ name: 'tell of a disabled webhook', turn: turnOfOrganization({ id }) }, async (tx) => {
      const organization = await lockKnownOrganization(tx, id);
      if (organization === undefined || !(await isToBeTold(tx, organization, disabling))) return;
      for (const recipient of await listRecipientsOfDisabling(tx, organization, createdByEmail))
        await mails.enqueue(tx, {
          to: recipient.email,
          ...disabledWebhookMail({ host, reason, organization: recipient.organization, portalUrl }),
        });
    });
  }
}
