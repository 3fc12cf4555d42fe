import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { problemOf } from '../../api/answer.ts';
import { Alert } from '../../parts/alert.tsx';
import { Progress } from '../../parts/loading.tsx';
import { ProblemAlert, TryAgain } from '../../parts/problem.tsx';
import { Text } from '../../parts/text.tsx';
import { formatTime, words } from '../words/words.ts';
import styles from './loaded.module.css';

type Query = Pick<
  UseQueryResult,
  'data' | 'error' | 'fetchStatus' | 'refetch' | 'isPending' | 'dataUpdatedAt'
>;

interface LoadedProps<Data> {
  readonly query: Query & { readonly data: Data | undefined };
  readonly children: (data: Data) => ReactNode;
}

/**
 * What was read, once it is there. Before: a bar. Without it: why, by the kind of failure (no connection, not allowed, not there, anything
 * else), and a way on. What was read earlier stays if a refresh fails, with a line that says how old it is.
 */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  const { data, error, fetchStatus, refetch, dataUpdatedAt } = query;
  if (data !== undefined) {
    return (
      <>
        {error !== null && fetchStatus !== 'fetching' && (
          <p className={styles.stale} role="status">
            {words.common.stale(formatTime(dataUpdatedAt))}
          </p>
        )}
        {children(data)}
      </>
    );
  }
  if (fetchStatus === 'paused') return <Alert kind="warning">{words.common.offline}</Alert>;
  if (error === null) return <Waiting />;
  const problem = problemOf(error);
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
