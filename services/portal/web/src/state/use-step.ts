import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

interface GoTo {
  /** Default: the current address. */
  readonly to?: string;
  /** Replaces the history entry, so that Back does not lead to the step that is left. Default false. */
  readonly replace?: boolean;
}

/**
 * A step of a page, kept in the entry of the browser's history. Back leads to the previous step. A reload, which phones make when
 * their owner comes back from the mail program, stays at this one. `name` distinguishes the steps of different parts of a page.
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
  // An answer that arrives after the page was left must not lead back to it.
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
