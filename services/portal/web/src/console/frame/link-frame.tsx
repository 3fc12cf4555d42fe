import { mark } from '@patchbay/brand/mark';
import type { ReactNode } from 'react';
import { words } from '../../words/words.ts';

const { viewBox, ground, free, joined, cable } = mark;

/** The mark of Patchbay. Hidden from screen readers: the name stands beside it. */
export const Mark = () => (
  <svg viewBox={viewBox} aria-hidden="true">
    <rect {...ground} fill="var(--accent)" />
    <g fill="var(--on-accent)">
      {free.at.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r={free.r} opacity={free.opacity} />
      ))}
      {joined.at.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r={joined.r} />
      ))}
    </g>
    <path
      d={cable.path}
      fill="none"
      stroke="var(--on-accent)"
      strokeWidth={cable.width}
      strokeLinecap="round"
    />
  </svg>
);

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
