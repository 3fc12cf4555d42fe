import { Link } from 'react-router';
import { Alert } from '../../../parts/alert.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { useOrganization } from '../../data/access.tsx';
import { useRead } from '../../data/queries.ts';
import { Time } from '../../parts/cells.tsx';
import { Copy } from '../../parts/copy.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ConsolePage } from '../../parts/page.tsx';
import { trailNames } from '../../words/en/trail-names.ts';
import { webhooks as webhooksWords } from '../../words/en/webhooks.ts';
import { formatNumber } from '../../words/words.ts';
import { Deliveries } from './deliveries.tsx';
import styles from './developers.module.css';
import { WebhookActions } from './webhook-actions.tsx';
import { titleOf, type Webhook, WebhookFilter, WebhookStatus } from './webhook-parts.tsx';

const text = webhooksWords;

/** One webhook: its state, actions and deliveries. */
export function WebhookPage({ id }: { readonly id: string }) {
  const { slug: orgSlug, can } = useOrganization();
  const isAllowed = can.includes('getWebhook');
  const query = useRead('getWebhook', { orgSlug, id }, { enabled: isAllowed });
  const title = query.data === undefined ? text.title : titleOf(query.data);
  return (
    <ConsolePage title={title} lead={<Link to={`/o/${orgSlug}/developers`}>← {text.one.back}</Link>}>
      {!isAllowed && <Alert kind="information">{text.notAllowed}</Alert>}
      {isAllowed && (
        <Loaded query={query}>
          {(webhook) => (
            <>
              {webhook.disabledReason !== null && (
                <Alert kind="warning">{text.disabledBecause[webhook.disabledReason]}</Alert>
              )}
              <WebhookActions orgSlug={orgSlug} webhook={webhook} />
              <About webhook={webhook} />
              <Deliveries orgSlug={orgSlug} webhook={webhook} />
            </>
          )}
        </Loaded>
      )}
    </ConsolePage>
  );
}

const About = ({ webhook }: { readonly webhook: Webhook }) => {
  const { url, actions, lastDeliveredAt, lastFailure, pending, createdAt, createdByEmail } = webhook;
  const failure =
    lastFailure === null
      ? []
      : [
          {
            name: text.one.lastFailure,
            value: (
              <>
                {lastFailure.reason}
                <span className={styles.note}>
                  <Time at={lastFailure.at} />
                </span>
              </>
            ),
          },
        ];
  return (
    <section className={styles.about} aria-label={text.one.facts}>
      <Facts
        facts={[
          { name: text.status, value: <WebhookStatus webhook={webhook} /> },
          { name: text.address, value: <Copy label={text.address}>{url}</Copy> },
          {
            name: text.filter,
            value: (
              <>
                <WebhookFilter webhook={webhook} />
                {actions.length > 0 && <span className={styles.note}>{actions.map(nameOf).join(', ')}</span>}
              </>
            ),
          },
          {
            name: text.lastDelivered,
            value: lastDeliveredAt === null ? text.one.never : <Time at={lastDeliveredAt} />,
          },
          ...failure,
          { name: text.waiting, value: formatNumber(pending) },
          { name: text.one.created, value: <Time at={createdAt} /> },
          { name: text.one.createdBy, value: createdByEmail },
        ]}
      />
    </section>
  );
};

const groups: Readonly<Record<string, string>> = trailNames.groups;
const names: Readonly<Record<string, string>> = trailNames.actions;

/** Of an action or a group. Newer versions of the API may have some that this page does not know. */
function nameOf(filter: string): string {
  const group = groups[filter.split('.', 1)[0] ?? ''];
  if (group === undefined) return filter;
  return filter.endsWith('.*') ? text.form.groupAll(group) : text.form.one(group, names[filter] ?? filter);
}
