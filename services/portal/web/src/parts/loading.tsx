import { useEffect } from 'react';
import { words } from '../words/words.ts';

/** The name of the tab. */
export const usePageTitle = (title: string): void =>
  useEffect(() => {
    document.title = `${title} · ${words.common.product}`;
  }, [title]);

/** A page that is loading draws nothing: the frame in the HTML shows its bar then, after 150 ms. */
export function Loading({ title = words.common.loading }: { readonly title?: string }) {
  usePageTitle(title);
  return null;
}

/** A progress bar that appears after 150 ms, for screen readers too. */
export const Progress = () => (
  <div className="progress moving-bar" role="progressbar" aria-label={words.common.loading} />
);
