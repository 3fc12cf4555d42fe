import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { words } from '../words/words.ts';
import { ConsolePage } from './page.tsx';
import { notify } from './toasts.tsx';

/** The first list is there by then, also on a slow phone. */
const quietMs = 2_000;

const quiet = new Promise<void>((resolve) => {
  const wait = (): unknown => setTimeout(resolve, quietMs);
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
});

type Late<Props> = ((props: Props) => ReactNode) & {
  /** Loads it before it is drawn. */
  readonly begin: () => void;
};

/**
 * A component in a script of its own, which is loaded when it is drawn, if nobody has begun before. If it does not arrive, `instead` is
 * drawn. The lazy routes and loaders of React Router 8.5 need a router of another kind, which is 15 kB more on every page.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: ComponentType<Props>,
): Late<Props> {
  let loaded: ComponentType<Props> | undefined;
  const arrive = async (): Promise<ComponentType<Props>> => {
    loaded = await load();
    return loaded;
  };
  const Awaited = lazy(async () => ({
    default: await arrive().catch(() => instead),
  })) as ComponentType<Props>;
  // `lazy` draws a fallback first, also for what has arrived, and keeps it for 300 ms: keys that are typed at once would be lost.
  function Part(props: Props) {
    // Once it is drawn it stays the same: another component would begin anew.
    const [Drawn] = useState(() => loaded ?? Awaited);
    return <Drawn {...props} />;
  }
  // A failure counts when it is drawn.
  return Object.assign(Part, { begin: () => void arrive().catch(() => undefined) });
}

/** The same for what nobody needs at first: it is loaded shortly after the page is there, or at once where the address matches `at`. */
export function soon<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: ComponentType<Props>,
  at?: RegExp,
): Late<Props> {
  const part = late(load, instead);
  if (at?.test(location.pathname)) part.begin();
  else void quiet.then(part.begin);
  return part;
}

interface NotLoadedProps {
  /** Default true. */
  readonly isOpen?: boolean;
  readonly onClose: () => void;
}

/** In place of what somebody opened and did not arrive. */
export function NotLoaded({ isOpen = true, onClose }: NotLoadedProps) {
  useEffect(() => {
    if (!isOpen) return;
    notify(words.frame.partNotLoaded);
    onClose();
  }, [isOpen]);
  return null;
}

/** The script of a page did not arrive. A reload asks for it again. */
export const NotLoadedPage = () => (
  <ConsolePage title={words.frame.notLoaded}>
    <Button onClick={() => location.reload()}>{words.frame.reload}</Button>
  </ConsolePage>
);
