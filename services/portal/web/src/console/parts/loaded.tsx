import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { problemOf } from '../../api/answer.ts';
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
 * What was read, once it is there. Before: a bar. Without it: why, by the kind of failure (no connection, not allowed, not there, anything
 * else), and a way on. What was read earlier stays if a refresh fails, with a line that says how old it is, unless the caller may no longer
 * see it.
 */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  const { data, errorUpdatedAt, fetchStatus, refetch, dataUpdatedAt } = query;
  // While it is read again, what failed before stays on the page. What has never failed is something else that is read now.
  const failed = useRef<Error>(null);
  if (query.error !== null || fetchStatus === 'idle' || errorUpdatedAt === 0) failed.current = query.error;
  const error = failed.current;
  const problem = error === null ? undefined : problemOf(error);
  const isRefused = problem !== undefined && [403, 404].includes(problem.status);
  if (data !== undefined && !isRefused) {
    return (
      <>
        {problem !== undefined && (
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
  if (problem === undefined) return <Waiting />;
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
  /** What it would be good for, and what to do. */
  readonly children?: ReactNode;
}

/** In place of a list without rows. */
export const Empty = ({ title, children }: EmptyProps) => (
  <div className={styles.empty}>
    <h2>{title}</h2>
    {children}
  </div>
);
