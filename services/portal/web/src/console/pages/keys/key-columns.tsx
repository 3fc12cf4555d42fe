import { Link } from 'react-router';
import { formatDateTime } from '../../../words/words.ts';
import { Line, States, Time } from '../../parts/cells.tsx';
import type { Column } from '../../parts/grid.tsx';
import { ago, words } from '../../words/words.ts';
import { type ApiKey, endsSoon, type Recency, recencyOf } from './key-facts.ts';
import styles from './keys.module.css';
import usedStyles from './last-used.module.css';

/** Number of filled bars. */
const bars: Readonly<Record<Recency, number>> = { never: 0, long: 1, month: 2, week: 3, day: 4 };

/** When a key was last used, with bars that show how recent that is. */
export function LastUsed({ apiKey }: { readonly apiKey: ApiKey }) {
  const recency = recencyOf(apiKey);
  const label = words.keys.used[recency];
  return (
    <span className={usedStyles.used}>
      <svg className={usedStyles.bars} viewBox="0 0 22 14" role="img" aria-label={label}>
        {[1, 2, 3, 4].map((bar) => (
          <rect
            key={bar}
            x={(bar - 1) * 6 + 0.5}
            y={13.5 - bar * 3}
            width="3"
            height={bar * 3}
            data-full={bar <= bars[recency]}
          />
        ))}
      </svg>
      {apiKey.lastRequest === undefined ? (
        <span aria-hidden="true">{words.common.never}</span>
      ) : (
        <Time at={apiKey.lastRequest} />
      )}
    </span>
  );
}

const text = words.keys;

const stateOf = { active: 'working', disabled: 'off', expired: 'off', revoked: 'off' } as const;

/** The status with its symbol. */
export const KeyStatus = ({ apiKey: { status } }: { readonly apiKey: ApiKey }) => (
  <States states={[{ key: status, state: stateOf[status], text: text.statuses[status] }]} />
);

/** The scope of a key and its role there. */
export const Reach = ({ apiKey: { level, role, workspace } }: { readonly apiKey: ApiKey }) => {
  if (level === 'user' || role === null) return text.yourRole;
  return (
    <>
      <bdi>{workspace ?? text.wholeOrganization}</bdi>
      <span className={styles.quiet}> · {words.roles.workspace[role]?.name}</span>
    </>
  );
};

/** When a key expires. Marked if that is soon. */
export const Expiry = ({ apiKey }: { readonly apiKey: ApiKey }) => {
  if (apiKey.expiresAt === null) return text.neverExpires;
  if (!endsSoon(apiKey)) return <Time at={apiKey.expiresAt} />;
  return (
    <span title={formatDateTime(apiKey.expiresAt)}>
      <States states={[{ key: 'soon', state: 'warning', text: ago(apiKey.expiresAt) }]} />
    </span>
  );
};

/** Where a key can be used. */
const reachOf = ({ level, workspace }: ApiKey): string =>
  level === 'user' ? text.levels.user.name : (workspace ?? text.wholeOrganization);

export const keyColumns = (pathOf: (key: ApiKey) => string): readonly Column<ApiKey>[] => [
  {
    head: text.name,
    width: 'minmax(0, 1.4fr)',
    sort: { name: 'name', by: ({ name }) => name },
    cell: (key) => (
      <span className={styles.name}>
        <Link to={pathOf(key)} tabIndex={-1}>
          <Line>{key.name}</Line>
        </Link>
        <code className={styles.prefix}>{key.prefix}…</code>
      </span>
    ),
  },
  {
    head: text.reach,
    isExtra: true,
    sort: { name: 'reach', by: reachOf },
    cell: (key) => (
      <span className={styles.reach}>
        <Line>{reachOf(key)}</Line>
        <span className={styles.quiet}>
          {key.role === null ? text.panel.yourRole : words.roles.workspace[key.role]?.name}
        </span>
      </span>
    ),
  },
  {
    head: text.creator,
    isExtra: true,
    sort: { name: 'creator', by: ({ creatorEmail }) => creatorEmail },
    cell: ({ creatorEmail }) => <Line>{creatorEmail}</Line>,
  },
  {
    head: text.status,
    width: '6.5rem',
    sort: { name: 'status', by: ({ status }) => text.statuses[status] },
    cell: (key) => <KeyStatus apiKey={key} />,
  },
  {
    head: text.expires,
    width: '8.5rem',
    isLabelled: true,
    isExtra: true,
    sort: { name: 'expires', by: ({ expiresAt }) => expiresAt },
    cell: (key) => <Expiry apiKey={key} />,
  },
  {
    head: text.lastUsed,
    width: '9rem',
    isLabelled: true,
    isExtra: true,
    sort: { name: 'used', by: ({ lastRequest }) => lastRequest, startsDescending: true },
    cell: (key) => <LastUsed apiKey={key} />,
  },
];
