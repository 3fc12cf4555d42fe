import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Transact } from '@patchbay/database/transaction';
import { type ReceivedEvent, readEvents } from '@patchbay/events/consumer';
import type { MailQueue } from '@patchbay/mail/queue';
import { validate as isUuid } from 'uuid';
import { resetPasskeysMail } from '../mails/reset-passkeys.ts';
import { listAdminsOfPerson, noteReset } from '../store/reset-passkeys.ts';
import type { Tx } from '../store/transaction.ts';

interface Reset {
  readonly userId: string;
  readonly at: Date;
}

/** The passkeys that an operator has deleted: the events of one reset have the same time. */
function resetsIn(events: readonly ReceivedEvent[]): Reset[] {
  const resets = readEvents(events, ({ event: { action, metadata, userId, occurredAt } }) => {
    if (action !== 'passkey.deleted' || metadata?.['operator'] === undefined) return undefined;
    if (!isUuid(userId) || occurredAt === undefined) return 'a deleted passkey without a person or a time';
    return { value: { userId, at: timestampDate(occurredAt) } };
  });
  return [...new Map(resets.map((reset) => [`${reset.userId} ${reset.at.getTime()}`, reset])).values()];
}

export interface ResetNews {
  readonly transact: Transact<Tx>;
  readonly mails: MailQueue;
  readonly portalUrl: string;
}

/** Mails the admins of each organization of a person whose passkeys an operator has deleted: once for each reset. */
export async function tellOfResetPasskeys(
  { transact, mails, portalUrl }: ResetNews,
  events: readonly ReceivedEvent[],
): Promise<void> {
  for (const { userId, at } of resetsIn(events))
    await transact('tell of reset passkeys', async (tx) => {
      if (!(await noteReset(tx, userId, at))) return;
      for (const { email, slug, organizationName, personEmail, personName } of await listAdminsOfPerson(
        tx,
        userId,
      ))
        await mails.enqueue(tx, {
          to: email,
          ...resetPasskeysMail({
            organization: { slug, name: organizationName },
            person: { name: personName, email: personEmail },
            portalUrl,
          }),
        });
    });
}
