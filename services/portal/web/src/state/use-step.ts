import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

export interface GoTo {
  /** Default: the page's own address as it is. */
  readonly to?: string;
  /** Instead of an entry of its own in the history: Back does not lead to the step that is left. Default false. */
  readonly replace?: boolean;
}

/**
 * A step of a page, kept in the entry of the browser's history: Back leads to the step before, and a reload, which a phone makes when
 * its owner comes back from the mail program, stays at this one. `name` tells the steps of the parts of a page apart.
 */
export function useStep<Step>(
  name: string,
): [step: Step | undefined, goTo: (step: Step | undefined, options?: GoTo) => void] {
  const { state, pathname, search } = useLocation() as {
    state: Readonly<Record<string, unknown>> | null;
    pathname: string;
    search: string;
  };
  const navigate = useNavigate();
  // An answer that comes after the page was left must not lead back to it.
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  const goTo = (step: Step | undefined, { to = pathname + search, replace = false }: GoTo = {}): void => {
    if (left.current) return;
    void navigate(to, { replace, state: step === undefined ? null : { [name]: step } });
  };
  return [state?.[name] as Step | undefined, goTo];
}
