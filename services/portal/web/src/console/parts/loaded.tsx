import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isUnreachable, problemOf } from '../../api/answer.ts';
import { Alert } from '../../parts/alert.tsx';
import { Progress } from '../../parts/loading.tsx';
import { ProblemAlert, TryAgain } from '../../parts/problem.tsx';
import { Text } from '../../parts/text.tsx';
import { words as linkWords } from '../../words/words.ts';
import { formatTime, words } from '../words/words.ts';
import styles from './loaded.module.css';

type Query = Pick<
  UseQueryResult,
  'data' | 'error' | 'errorUpdatedAt' | 'fetchStatus' | 'refetch' | 'dataUpdatedAt'
>;

interface LoadedProps<Data> {
  readonly query: Query & { readonly data: Data | undefined };
  readonly children: (data: Data) => ReactNode;
}

/**
 * Renders the data of a query. While it loads: a progress bar. After a failure: the reason by its kind (no connection, not allowed, not
 * found, other), and a button to retry. If a refresh fails, the earlier data stays with a line that shows its age, unless the caller has
 * lost access.
 */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  const { data, errorUpdatedAt, fetchStatus, refetch, dataUpdatedAt } = query;
  // The failure stays on the page while the read is repeated. A query that has never failed is another one.
  const failed = useRef<Error>(null);
  if (query.error !== null || fetchStatus === 'idle' || errorUpdatedAt === 0) failed.current = query.error;
  const error = failed.current;
  const problem = error === null ? undefined : problemOf(error);
  const isRefused = problem !== undefined && [403, 404].includes(problem.status);
  if (data !== undefined && !isRefused) {
    return (
      <>
        {problem !== undefined && !isUnreachable(problem) && (
          <p className={styles.stale}>
            <span role="status">{words.common.stale(formatTime(dataUpdatedAt))}</span>
            <button type="button" className={styles.again} onClick={() => void refetch()}>
              {linkWords.common.tryAgain}
            </button>
          </p>
        )}
        {children(data)}
      </>
    );
  }
  if (fetchStatus === 'paused') return <Alert kind="warning">{words.common.offline}</Alert>;
  // The frame says that the API does not answer.
  if (problem === undefined || isUnreachable(problem)) return <Waiting />;
  if (problem.status === 403)
    return (
      <Alert kind="information">
        <p>{words.common.forbidden}</p>
        {problem.detail !== undefined && <p>{problem.detail}</p>}
      </Alert>
    );
  if (problem.status === 404) return <Alert kind="information">{words.common.notThere}</Alert>;
  return (
    <div className={styles.failed}>
      <ProblemAlert problem={problem} />
      <TryAgain problem={problem} onClick={() => void refetch()} />
    </div>
  );
}

/** A bar, and a text if it takes long. */
function Waiting() {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 5_000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.waiting}>
      <Progress />
      {long && <Text kind="quiet">{words.common.takesLong}</Text>}
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  /** What the list is for, and what to do. */
  readonly text?: string;
  /** The action that adds the first row. */
  readonly children?: ReactNode;
}

/** In place of a list without rows. */
export const Empty = ({ title, text, children }: EmptyProps) => (
  <div className={styles.empty}>
    <h2>{title}</h2>
    {text !== undefined && <p>{text}</p>}
    {children}
  </div>
);
