import type { ReactNode } from 'react';
import { words } from '../../words/words.ts';
import { Mark } from './mark.tsx';

/** The frame of the pages behind links. Also used for people who are not signed in. */
export const LinkFrame = ({ children }: { readonly children: ReactNode }) => (
  <div className="frame">
    <header>
      <Mark />
      {words.common.product}
    </header>
    <main>{children}</main>
    <footer>{words.common.tagline}</footer>
  </div>
);
