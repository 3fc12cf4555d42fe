import type { Schemas } from '@patchbay/client';
import { MoreHorizontal } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ProblemAlert } from '../../../parts/problem.tsx';
import { refusalOf, useOrganization } from '../../data/access.tsx';
import { useFilter } from '../../data/filters.ts';
import { useChange, usePages } from '../../data/queries.ts';
import { States, Time } from '../../parts/cells.tsx';
import { Filter } from '../../parts/filter.tsx';
import { type Column, Grid } from '../../parts/grid.tsx';
import { lazyPart, NotLoaded } from '../../parts/lazy-part.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Section } from '../../parts/page.tsx';
import { notify } from '../../parts/toasts.tsx';
import { deliveryBody } from '../../words/en/delivery-body.ts';
import { trailNames } from '../../words/en/trail-names.ts';
import { webhooks as webhooksWords } from '../../words/en/webhooks.ts';
import { ago } from '../../words/words.ts';
import styles from './developers.module.css';
import { ReplayWebhook, type WebhookDialogProps } from './webhook-dialogs.tsx';
import { duration } from './webhook-parts.tsx';

const text = webhooksWords.deliveries;

const DeliveryBody = lazyPart(async () => (await import('./delivery-body.tsx')).DeliveryBody, NotLoaded);

type Delivery = Schemas['Delivery'];

const statuses = ['pending', 'delivered', 'failed'] as const;
const stateOf = { pending: 'waiting', delivered: 'working', failed: 'attention' } as const;
const names: Readonly<Record<string, string>> = { ...trailNames.actions, 'webhook.test': text.test };
const nameOf = ({ action }: Delivery): string => names[action] ?? action;

const columns: readonly Column<Delivery>[] = [
  {
    head: text.change,
    width: 'minmax(0, 1.5fr)',
    cell: (delivery) => (
      <span className={styles.cell}>
        <bdi>{nameOf(delivery)}</bdi>
        <code className={styles.quiet}>
          {delivery.sequence === null ? delivery.action : `#${delivery.sequence} ${delivery.action}`}
        </code>
      </span>
    ),
  },
  {
    head: text.status,
    width: '8rem',
    cell: ({ status }) => (
      <States states={[{ key: status, state: stateOf[status], text: text.statuses[status] }]} />
    ),
  },
  {
    head: text.answer,
    width: 'minmax(0, 1.5fr)',
    cell: ({ responseStatus, responseMs, reason, attempts, nextAttemptAt }) => (
      <span className={styles.cell}>
        {reason ?? (responseStatus !== null && text.answered(responseStatus))}
        <span className={styles.quiet}>
          {responseMs !== null && text.after(duration(responseMs))}{' '}
          {nextAttemptAt !== null && attempts > 0 && text.next(ago(nextAttemptAt))}
        </span>
      </span>
    ),
  },
  { head: text.attempts, width: '6rem', cell: ({ attempts }) => text.times(attempts) },
  {
    head: text.last,
    width: '8rem',
    cell: ({ lastAttemptAt }) => (lastAttemptAt === null ? null : <Time at={lastAttemptAt} />),
  },
];

/** Polling interval, shorter than that of other pages because people wait here for a delivery. */
const refreshMs = 5_000;

/** The deliveries of a webhook in the last 30 days. */
export function Deliveries({ orgSlug, webhook }: Omit<WebhookDialogProps, 'onClose'>) {
  const organization = useOrganization();
  const [filter, setFilter] = useFilter('status');
  const status = statuses.find((each) => each === filter);
  const { query, rows, more } = usePages(
    'listDeliveries',
    'deliveries',
    { orgSlug, id: webhook.id, ...(status !== undefined && { status }) },
    { everyMs: refreshMs },
  );
  const redeliver = useChange('redeliver');
  const [replayAfter, setReplayAfter] = useState<number>();
  const [opened, setOpened] = useState<Delivery>();
  const sendAgain = async (deliveryId: string): Promise<void> => {
    const { ok } = await redeliver.run({ orgSlug, id: webhook.id, deliveryId });
    if (ok) notify(text.sentAgain);
  };
  const sendingsOf = ({ id, sequence }: Delivery) => [
    {
      key: 'again',
      label: text.again,
      refused: refusalOf(organization, 'redeliver') ?? (redeliver.busy ? text.sending : undefined),
      onAction: () => void sendAgain(id),
    },
    ...(sequence === null
      ? []
      : [
          {
            key: 'replay',
            label: webhooksWords.replay.fromHere,
            refused: refusalOf(organization, 'replayWebhook'),
            onAction: () => setReplayAfter(sequence - 1),
          },
        ]),
  ];
  const actionsOf = (delivery: Delivery) => [
    {
      key: 'body',
      label: deliveryBody.action,
      refused:
        refusalOf(organization, 'listAuditLogs') ??
        (delivery.sequence === null ? deliveryBody.refused : undefined),
      onAction: () => setOpened(delivery),
    },
    ...sendingsOf(delivery),
  ];
  const menu: Column<Delivery> = {
    head: text.actions,
    width: '4rem',
    cell: (delivery) => (
      <Menu label={text.more(nameOf(delivery))} actions={actionsOf(delivery)}>
        <MoreHorizontal aria-hidden="true" />
      </Menu>
    ),
  };
  return (
    <Section
      title={text.title}
      aside={
        <Filter
          label={text.statusFilter}
          value={status ?? ''}
          options={[
            { value: '', label: text.any },
            ...statuses.map((value) => ({ value, label: text.statuses[value] })),
          ]}
          onChange={setFilter}
        />
      }
    >
      {redeliver.problem !== undefined && <ProblemAlert problem={redeliver.problem} />}
      <Loaded query={{ ...query, data: rows }}>
        {(deliveries) => {
          if (deliveries.length > 0)
            return (
              <Grid
                label={text.title}
                rows={deliveries}
                keyOf={({ id }) => id}
                onEnd={more}
                columns={[...columns, menu]}
              />
            );
          if (status !== undefined) return <p role="status">{text.noMatch}</p>;
          return <Empty title={text.none} text={text.noneText} />;
        }}
      </Loaded>
      {opened !== undefined && (
        <Suspense fallback={null}>
          <DeliveryBody orgSlug={orgSlug} delivery={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
      {replayAfter !== undefined && (
        <ReplayWebhook
          orgSlug={orgSlug}
          webhook={webhook}
          after={replayAfter}
          onClose={() => setReplayAfter(undefined)}
        />
      )}
    </Section>
  );
}
