import { Link } from 'react-router';
import { useOrganization } from '../../data/access.tsx';
import { useRead } from '../../data/queries.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Time } from '../../parts/time.tsx';
import { words } from '../../words/words.ts';
import { Sentence } from '../trail/sentence.tsx';
import styles from './activity.module.css';
import entries from './entries.module.css';

const text = words.overview.activity;
const mostShown = 10;

/** The last entries of the audit trail. */
export function Activity() {
  const { slug: orgSlug } = useOrganization();
  const query = useRead('listAuditLogs', { orgSlug, limit: mostShown });
  return (
    <section className={entries.card}>
      <div className={`${entries.head} ${styles.head}`}>
        <h2>{text.title}</h2>
        <Link to={`/o/${orgSlug}/trail`}>{text.all}</Link>
      </div>
      <Loaded query={query}>
        {({ auditLogs }) =>
          auditLogs.length === 0 ? (
            <p>{text.none}</p>
          ) : (
            <ol className={styles.list}>
              {auditLogs.map((entry) => (
                <li key={entry.id} className={styles.event}>
                  <Sentence entry={entry} />
                  <span className={styles.time}>
                    <Time at={entry.occurredAt} />
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </section>
  );
}
