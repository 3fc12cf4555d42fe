import { type ComponentType, lazy, useEffect, useState } from 'react';
import { words } from '../words/words.ts';
import { notify } from './toasts.tsx';

/** The first list is there by then, also on a slow phone. */
const quietMs = 2_000;

const quiet = new Promise<void>((resolve) => {
  const wait = (): unknown => setTimeout(resolve, quietMs);
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
});

/**
 * A component in a script of its own, which nobody needs at first: it is loaded shortly after the page is there, when it is drawn before, or
 * at once where the address matches `at`. If it does not arrive, `instead` is drawn.
 */
export function soon<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: ComponentType<Props>,
  at?: RegExp,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  const arrive = async (): Promise<ComponentType<Props>> => {
    loaded = await load();
    return loaded;
  };
  // A failure counts when it is drawn.
  void (at?.test(location.pathname) ? arrive() : quiet.then(arrive)).catch(() => undefined);
  const Late = lazy(async () => ({ default: await arrive().catch(() => instead) })) as ComponentType<Props>;
  // `lazy` draws a fallback first, also for what has arrived: keys that are typed at once would be lost.
  return function Soon(props: Props) {
    const [Part] = useState(() => loaded ?? Late);
    return <Part {...props} />;
  };
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
