import { Link } from 'react-router';
import type { Schemas } from '../../../api/answer.ts';
import { useOrganization, useWorkspace } from '../../data/access.tsx';
import { usePages } from '../../data/queries.ts';
import { Time } from '../../parts/cells.tsx';
import { Grid } from '../../parts/grid.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { ConsolePage } from '../../parts/page.tsx';
import { history as text } from '../../words/en/history.ts';
import { toldOf } from '../trail/activity.ts';
import { ActorIcon } from '../trail/actor-icon.tsx';
import { Sentence } from '../trail/sentence.tsx';
import styles from '../trail/trail.module.css';

const What = ({ activity }: { readonly activity: Schemas['Activity'] }) => (
  <span className={styles.entry}>
    <ActorIcon type={activity.actor.type} />
    <Sentence entry={toldOf(activity)} />
  </span>
);

/** What happened in a workspace, for everybody who sees it. */
export function HistoryPage() {
  const { slug: orgSlug, can } = useOrganization();
  const { slug: workspaceSlug, name } = useWorkspace();
  const { query, rows, more } = usePages('listWorkspaceActivity', 'activity', { orgSlug, workspaceSlug });
  return (
    <ConsolePage
      title={text.title}
      tabTitle={`${text.title}, ${name}`}
      lead={text.lead}
      actions={
        can.includes('listAuditLogs') && (
          <Link to={`/o/${orgSlug}/trail?workspace=${workspaceSlug}`}>{text.trail}</Link>
        )
      }
    >
      <Loaded query={{ ...query, data: rows }}>
        {(activities) =>
          activities.length === 0 ? (
            <Empty title={text.none} text={text.noneText} />
          ) : (
            <Grid
              label={text.title}
              rows={activities}
              keyOf={({ id }) => id}
              onEnd={more}
              columns={[
                { head: text.what, cell: (activity) => <What activity={activity} /> },
                {
                  head: text.when,
                  width: '8rem',
                  cell: ({ occurredAt }) => (
                    <span className={styles.time}>
                      <Time at={occurredAt} />
                    </span>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </ConsolePage>
  );
}
