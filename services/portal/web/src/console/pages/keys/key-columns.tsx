import { Link } from 'react-router';
import { formatDateTime } from '../../../words/words.ts';
import type { Column } from '../../parts/grid.tsx';
import { States } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { ago, words } from '../../words/words.ts';
import { type ApiKey, endsSoon } from './key-facts.ts';
import styles from './keys.module.css';
import { LastUsed } from './last-used.tsx';

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
      <States states={[{ key: 'soon', state: 'attention', text: ago(apiKey.expiresAt) }]} />
    </span>
  );
};

/** `narrow`: beside a panel there is room for two columns. */
export const keyColumns = (pathOf: (key: ApiKey) => string, narrow: boolean): readonly Column<ApiKey>[] => {
  const name: Column<ApiKey> = {
    key: 'name',
    head: text.name,
    width: 'minmax(0, 1.4fr)',
    cell: (key) => (
      <span className={styles.name}>
        <Link to={pathOf(key)} tabIndex={-1}>
          <bdi>{key.name}</bdi>
        </Link>
        <code className={styles.prefix}>{key.prefix}…</code>
      </span>
    ),
  };
  const status: Column<ApiKey> = {
    key: 'status',
    head: text.status,
    width: '6.5rem',
    cell: (key) => <KeyStatus apiKey={key} />,
  };
  if (narrow) return [name, status];
  return [
    name,
    {
      key: 'reach',
      head: text.reach,
      cell: ({ level, role, workspace }) => (
        <span className={styles.reach}>
          <bdi>{level === 'user' ? text.levels.user.name : (workspace ?? text.wholeOrganization)}</bdi>
          <span className={styles.quiet}>
            {role === null ? text.panel.yourRole : words.roles.workspace[role]?.name}
          </span>
        </span>
      ),
    },
    {
      key: 'creator',
      head: text.creator,
      cell: ({ creatorEmail }) => <bdi className={styles.email}>{creatorEmail}</bdi>,
    },
    status,
    {
      key: 'expires',
      head: text.expires,
      width: '8.5rem',
      cell: (key) => (
        <span className={styles.labelled} data-label={text.expires}>
          <Expiry apiKey={key} />
        </span>
      ),
    },
    {
      key: 'used',
      head: text.lastUsed,
      width: '9rem',
      cell: (key) => (
        <span className={styles.labelled} data-label={text.lastUsed}>
          <LastUsed apiKey={key} />
        </span>
      ),
    },
  ];
};
