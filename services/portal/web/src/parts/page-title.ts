import { useEffect } from 'react';
import { words } from '../words/words.ts';

/** The name of the tab. */
export const usePageTitle = (title: string): void =>
  useEffect(() => {
    document.title = `${title} · ${words.common.product}`;
  }, [title]);
