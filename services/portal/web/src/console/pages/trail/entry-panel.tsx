import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Schemas } from '../../../api/answer.ts';
import { programOf } from '../../../pages/device/device-facts.ts';
import { Button } from '../../../parts/button.tsx';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { formatDateTime, words as pageWords } from '../../../words/words.ts';
import { Time } from '../../parts/cells.tsx';
import { Copy } from '../../parts/copy.tsx';
import { Panel } from '../../parts/panel.tsx';
import { trail as trailWords } from '../../words/en/trail.ts';
import { trailNames } from '../../words/en/trail-names.ts';
import { formatNumber } from '../../words/words.ts';
import type { Filters } from './filters.ts';
import { type KeyNames, sentenceOf } from './sentence.tsx';
import { type Entry, shortOf } from './story.ts';
import styles from './trail.module.css';

const text = trailWords.entry;

interface PartProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

const Part = ({ title, aside, children }: PartProps) => (
  <section className={styles.part}>
    <div className={styles.partHead}>
      <h3>{title}</h3>
      {aside}
    </div>
    {children}
  </section>
);

interface EntryPanelProps {
  readonly orgSlug: string;
  readonly entry: Entry;
  readonly keyNames: KeyNames;
  readonly onFilter: (filters: Partial<Filters>) => void;
  readonly onClose: () => void;
}

/** A fact. Left out if it is unknown. */
const fact = (name: string, value: ReactNode | null): Fact[] =>
  value === null || value === undefined ? [] : [{ name, value }];

function Who({ orgSlug, entry: { actor }, keyNames, onFilter }: Omit<EntryPanelProps, 'onClose'>) {
  const { type, id, name, email, apiKeyPrefix } = actor;
  const aside = id !== null && (
    <Button kind="quiet" onClick={() => onFilter({ actor: id })}>
      {text.onlyActor}
    </Button>
  );
  if (type === 'client' || type === 'system')
    return (
      <Part title={text.who}>
        <p>{type === 'client' ? text.byClient : text.bySystem}</p>
      </Part>
    );
  const key = type === 'api_key' && (
    <>
      {id !== null && keyNames.has(id) && (
        <Link to={`/o/${orgSlug}/keys/${encodeURIComponent(id)}`}>
          <bdi>{keyNames.get(id)}</bdi>
        </Link>
      )}{' '}
      {apiKeyPrefix !== null && <code>{apiKeyPrefix}…</code>}
    </>
  );
  return (
    <Part title={text.who} aside={aside}>
      <Facts
        facts={[
          ...(key === false ? [] : fact(text.key, key)),
          ...fact(key === false ? text.name : text.keyOf, name),
          ...fact(text.email, email),
        ]}
      />
    </Part>
  );
}

function From({ entry: { ipAddress, userAgent, requestId, traceId } }: Pick<EntryPanelProps, 'entry'>) {
  if ([ipAddress, userAgent, requestId, traceId].every((value) => value === null)) return null;
  const program = userAgent === null ? undefined : programOf(userAgent);
  const device = program === undefined ? text.unknown : pageWords.device.facts.programOn(program);
  return (
    <Part title={text.from}>
      <Facts
        facts={[
          ...fact(text.ip, ipAddress),
          ...(userAgent === null ? [] : [{ name: text.device, value: device }]),
          ...(userAgent === null || userAgent === device
            ? []
            : [{ name: text.userAgent, value: <span className={styles.quiet}>{userAgent}</span> }]),
          ...fact(text.requestId, requestId && <Copy label={text.requestId}>{requestId}</Copy>),
          ...fact(text.traceId, traceId && <Copy label={text.traceId}>{traceId}</Copy>),
        ]}
      />
    </Part>
  );
}

/** The panel with all fields of an entry. */
export function EntryPanel({ orgSlug, entry, keyNames, onFilter, onClose }: EntryPanelProps) {
  const { target, workspace, changes, metadata, occurredAt, recordedAt, sequence } = entry;
  const details = Object.entries(metadata);
  return (
    <Panel
      title={sentenceOf(entry, keyNames)}
      note={
        <>
          {formatDateTime(occurredAt)} (<Time at={occurredAt} />)
        </>
      }
      onClose={onClose}
    >
      <Who orgSlug={orgSlug} entry={entry} keyNames={keyNames} onFilter={onFilter} />
      <Part
        title={text.about}
        aside={
          <Button kind="quiet" onClick={() => onFilter({ target: target.id })}>
            {text.onlyTarget}
          </Button>
        }
      >
        <Facts
          facts={[
            { name: trailNames.targets[target.type], value: <Value value={target.name} /> },
            ...fact(
              text.workspace,
              workspace && (
                <Link to={`/o/${orgSlug}/w/${encodeURIComponent(workspace.slug)}/integrations`}>
                  <bdi>{workspace.name}</bdi>
                </Link>
              ),
            ),
          ]}
        />
      </Part>
      {changes.length > 0 && (
        <Part title={text.changes}>
          <Changes changes={changes} />
        </Part>
      )}
      {details.length > 0 && (
        <Part title={text.details}>
          <Facts
            facts={details.map(([name, value]) => ({
              name: fieldName(name),
              value: <Value value={value} />,
            }))}
          />
        </Part>
      )}
      <From entry={entry} />
      <Part title={text.proof}>
        <Facts
          facts={[
            { name: text.sequence, value: formatNumber(sequence) },
            { name: text.recorded, value: formatDateTime(recordedAt) },
            { name: text.hash, value: <Copy label={text.hash}>{entry.hash}</Copy> },
            { name: text.previousHash, value: <Copy label={text.previousHash}>{entry.previousHash}</Copy> },
          ]}
        />
      </Part>
    </Panel>
  );
}

/** The label of a field, or its name in the API. */
export const fieldName = (field: string): string =>
  Object.hasOwn(trailNames.fields, field) ? (trailNames.fields[field] ?? field) : field;

const isTime = (value: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** A value of an entry, which can be any JSON. */
export function Value({ value }: { readonly value: unknown }) {
  if (isEmpty(value)) return <span className={styles.quiet}>{text.nothing}</span>;
  if (typeof value === 'boolean') return value ? text.yes : text.no;
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string') return isTime(value) ? formatDateTime(value) : <bdi>{value}</bdi>;
  // Too long for an entry: the trail has its beginning and its hash.
  const { length, sha256 } = Object(value) as { readonly length?: unknown; readonly sha256?: unknown };
  if (typeof sha256 === 'string' && typeof length === 'number')
    return (
      <>
        <bdi>{shortOf(value)}</bdi> <span className={styles.quiet}>({text.more(formatNumber(length))})</span>
      </>
    );
  return (
    <ul className={styles.values}>
      {Object.entries(Object(value) as object).map(([name, part]) => (
        <li key={name}>
          {!Array.isArray(value) && (
            <>
              <bdi className={styles.quiet}>{fieldName(name)}</bdi>{' '}
            </>
          )}
          <Value value={part} />
        </li>
      ))}
    </ul>
  );
}

/** Before and after, side by side. */
export const Changes = ({ changes }: { readonly changes: readonly Schemas['AuditChange'][] }) => (
  <table className={styles.changes}>
    <thead>
      <tr>
        <th scope="col">{text.field}</th>
        <th scope="col">{text.before}</th>
        <th scope="col">{text.after}</th>
      </tr>
    </thead>
    <tbody>
      {changes.map(({ field, before, after }) => (
        <tr key={field}>
          <th scope="row">
            <bdi>{fieldName(field)}</bdi>
          </th>
          <td>
            <Value value={before} />
          </td>
          <td>
            <Value value={after} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
