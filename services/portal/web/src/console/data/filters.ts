import { startTransition, useEffect, useOptimistic, useState } from 'react';
import { useSearchParams } from 'react-router';

/** The parameters of an address with new values. '' removes a parameter. */
export function withParameters(
  parameters: URLSearchParams,
  values: Readonly<Record<string, string>>,
): URLSearchParams {
  const next = new URLSearchParams(parameters);
  for (const [name, value] of Object.entries(values)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/**
 * A filter of a page, kept in the address: a reload, a bookmark and Back keep it. '' where it is not set. Typing replaces the history
 * entry, so that Back leaves the page. The router changes the address in a transition. The value is the new one before that, or else an
 * input would lose what is typed meanwhile.
 */
export function useFilter(name: string): [value: string, set: (value: string) => void] {
  const [params, setParams] = useSearchParams();
  const [current, setCurrent] = useOptimistic(params.get(name) ?? '');
  const set = (value: string): void =>
    startTransition(() => {
      setCurrent(value);
      setParams((last) => withParameters(last, { [name]: value }), { replace: true });
    });
  return [current, set];
}

const delayMs = 200;

/** The text once it has not changed for 200 ms, so that a search sends no request for each letter. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), delayMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
