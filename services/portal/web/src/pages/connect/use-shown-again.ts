import { useEffect } from 'react';

/**
 * Calls back when the browser shows the page as it was left, after Back or Forward: what was typed must go then, since the page was left,
 * and what was loaded may be old.
 */
export function useShownAgain(shownAgain: () => void): void {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent): void => {
      if (event.persisted) shownAgain();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [shownAgain]);
}
