import { Link, useNavigate } from 'react-router';
import { Alert } from '../../../parts/alert.tsx';
import { Button } from '../../../parts/button.tsx';
import { refusalOf, useOrganization } from '../../data/access.tsx';
import { useFilter } from '../../data/filters.ts';
import { useChange, useRead } from '../../data/queries.ts';
import { Time } from '../../parts/cells.tsx';
import { Grid } from '../../parts/grid.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { Section } from '../../parts/page.tsx';
import { reveal } from '../../parts/reveal.tsx';
import { webhooks as webhooksWords } from '../../words/en/webhooks.ts';
import { formatNumber } from '../../words/words.ts';
import styles from './developers.module.css';
import { WebhookForm } from './webhook-form.tsx';
import { titleOf, type Webhook, WebhookFilter, WebhookStatus } from './webhook-parts.tsx';

const text = webhooksWords;

/** The webhooks of the organization, or a note about who manages them. */
export function WebhooksSection() {
  const organization = useOrganization();
  const { slug, can } = organization;
  const [creates, setCreates] = useFilter('new');
  const isAllowed = can.includes('listWebhooks');
  return (
    <Section
      title={text.title}
      aside={
        <Button refused={refusalOf(organization, 'createWebhook')} onClick={() => setCreates('webhook')}>
          {text.create}
        </Button>
      }
    >
      <p className={styles.quiet}>{text.lead}</p>
      {isAllowed ? <WebhookList orgSlug={slug} /> : <Alert kind="information">{text.notAllowed}</Alert>}
      {creates !== '' && can.includes('createWebhook') && (
        <NewWebhook orgSlug={slug} onClose={() => setCreates('')} />
      )}
    </Section>
  );
}

function WebhookList({ orgSlug }: { readonly orgSlug: string }) {
  const navigate = useNavigate();
  const query = useRead('listWebhooks', { orgSlug });
  const pathOf = ({ id }: Webhook): string => `/o/${orgSlug}/developers/webhooks/${id}`;
  return (
    <Loaded query={query}>
      {({ webhooks }) =>
        webhooks.length === 0 ? (
          <Empty title={text.none} text={text.noneText} />
        ) : (
          <Grid
            label={text.title}
            rows={webhooks}
            keyOf={({ id }) => id}
            onOpen={(webhook) => void navigate(pathOf(webhook))}
            columns={[
              {
                head: text.address,
                width: 'minmax(0, 2fr)',
                cell: (webhook) => (
                  <span className={styles.cell}>
                    <Link to={pathOf(webhook)} tabIndex={-1}>
                      <bdi>{titleOf(webhook)}</bdi>
                    </Link>
                    <bdi className={`${styles.quiet} ${styles.url}`}>{webhook.url}</bdi>
                  </span>
                ),
              },
              { head: text.filter, cell: (webhook) => <WebhookFilter webhook={webhook} /> },
              {
                head: text.status,
                width: '10rem',
                cell: (webhook) => <WebhookStatus webhook={webhook} />,
              },
              {
                head: text.lastDelivered,
                width: '8rem',
                isLabelled: true,
                cell: ({ lastDeliveredAt }) => <Time at={lastDeliveredAt} />,
              },
              {
                head: text.waiting,
                width: '5rem',
                isLabelled: true,
                cell: ({ pending }) => formatNumber(pending),
              },
            ]}
          />
        )
      }
    </Loaded>
  );
}

interface NewWebhookProps {
  readonly orgSlug: string;
  readonly onClose: () => void;
}

/** Creates a webhook, and shows its secret once. */
function NewWebhook({ orgSlug, onClose }: NewWebhookProps) {
  const navigate = useNavigate();
  const create = useChange('createWebhook');
  return (
    <WebhookForm
      orgSlug={orgSlug}
      title={text.create}
      submit={text.form.createSubmit}
      draftName="new"
      busy={create.busy}
      problem={create.problem}
      onClose={onClose}
      onSubmit={async (body) => {
        const answer = await create.run({ orgSlug, body });
        if (!answer.ok) return answer.problem;
        const { id, secret } = answer.data;
        const { title, lead, label } = text.reveal;
        const open = (): void => void navigate(`/o/${orgSlug}/developers/webhooks/${id}`);
        reveal({ title, lead, label, secret, onClose: open });
        onClose();
        return undefined;
      }}
    />
  );
}
