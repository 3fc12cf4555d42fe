import type { Schemas } from '../../../api/answer.ts';
import { formatDateTime } from '../../../words/words.ts';
import { formatNumber, words } from '../../words/words.ts';
import { shortOf } from './story.ts';
import styles from './trail.module.css';

const text = words.trail.entry;

/** The label of a field, or its name in the API. */
export const fieldName = (field: string): string =>
  Object.hasOwn(words.trail.fields, field) ? (words.trail.fields[field] ?? field) : field;

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
