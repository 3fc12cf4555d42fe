import { useSearchParams } from 'react-router';

/**
 * A filter of a page, kept in the address: a reload, a bookmark and Back keep it. '' where it is not set. Typing replaces the history
 * entry, so that Back leaves the page.
 */
export function useFilter(name: string): [value: string, set: (value: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = (value: string): void =>
    setParams(
      (last) => {
        const next = new URLSearchParams(last);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return [params.get(name) ?? '', set];
}
