import { type DependencyList, useCallback, useEffect, useState } from 'react';
import type { Answer, Problem } from '../api/answer.ts';

type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly problem: Problem }
  | { readonly state: 'loaded'; readonly data: T };

/** Loads when the page opens, when `inputs` change, and when `reload` is called. Ignores answers that arrive after that. */
export function useLoaded<T>(
  load: () => Promise<Answer<T>>,
  inputs: DependencyList,
): Loaded<T> & { readonly reload: () => void } {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const reload = useCallback(() => setAttempt((last) => last + 1), []);
  useEffect(() => {
    let left = false;
    setLoaded({ state: 'loading' });
    const run = async (): Promise<void> => {
      const answer = await load();
      if (left) return;
      setLoaded(
        answer.ok ? { state: 'loaded', data: answer.data } : { state: 'failed', problem: answer.problem },
      );
    };
    void run();
    return () => {
      left = true;
    };
    // `load` is a new function on each rendering; `inputs` are its dependencies.
  }, [attempt, ...inputs]);
  return { ...loaded, reload };
}
