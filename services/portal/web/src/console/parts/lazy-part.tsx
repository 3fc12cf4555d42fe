import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { words } from '../words/words.ts';
import { ConsolePage } from './page.tsx';
import { notify } from './toasts.tsx';

/** Milliseconds after the load event. The first list is there by then, also on a slow phone. */
const idleAfterMs = 2_000;

const idle = new Promise<void>((resolve) => {
  const wait = (): unknown => setTimeout(resolve, idleAfterMs);
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
});

type LazyPart<Props> = ((props: Props) => ReactNode) & {
  /** Loads the script before the first render. */
  readonly preload: () => void;
};

/**
 * A component in a script of its own, which is loaded at the first render unless it was preloaded. Renders `fallback` if the script cannot be
 * loaded. The lazy routes and loaders of React Router 8.5 need a data router, which adds 15 kB to every page.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ComponentType<Props>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetchScript = async (): Promise<ComponentType<Props>> => {
    loaded = await load();
    return loaded;
  };
  const Awaited = lazy(async () => ({
    default: await fetchScript().catch(() => fallback),
  })) as ComponentType<Props>;
  // `lazy` suspends once even for a loaded script, and Suspense shows its fallback for 300 ms: keys typed meanwhile would be lost.
  function Part(props: Props) {
    // Kept for the life of the component: switching from `Awaited` to `loaded` would remount it and lose its state.
    const [Rendered] = useState(() => loaded ?? Awaited);
    return <Rendered {...props} />;
  }
  // A failure is reported at the render.
  return Object.assign(Part, { preload: () => void fetchScript().catch(() => undefined) });
}

/** A lazy part that is preloaded once the page is idle, or at once if the path matches `at`. */
export function preloadedPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ComponentType<Props>,
  at?: RegExp,
): LazyPart<Props> {
  const part = lazyPart(load, fallback);
  if (at?.test(location.pathname)) part.preload();
  else void idle.then(part.preload);
  return part;
}

interface NotLoadedProps {
  /** Default true. */
  readonly isOpen?: boolean;
  readonly onClose: () => void;
}

/** Closes a dialog whose script could not be loaded, and says so. */
export function NotLoaded({ isOpen = true, onClose }: NotLoadedProps) {
  useEffect(() => {
    if (!isOpen) return;
    notify(words.frame.partNotLoaded);
    onClose();
  }, [isOpen]);
  return null;
}

/** Shown if the script of a page could not be loaded. A reload tries again. */
export const NotLoadedPage = () => (
  <ConsolePage title={words.frame.notLoaded}>
    <Button onClick={() => location.reload()}>{words.frame.reload}</Button>
  </ConsolePage>
);
