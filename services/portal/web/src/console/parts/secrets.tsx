import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { createStore } from '../data/store.ts';

export interface Secret {
  readonly title: string;
  /** What to do with it. */
  readonly lead: string;
  /** What it is: "API key". */
  readonly label: string;
  readonly secret: string;
  /** Below the secret. */
  readonly children?: ReactNode;
  readonly onClose?: () => void;
}

/** Those that nobody has closed yet, the oldest first. Nothing else keeps them. */
const secrets: (Secret & { readonly Shown: ComponentType<Secret> })[] = [];
/** The number of changes. */
const changes = createStore(0);
const changed = (): void => changes.set(changes.get() + 1);

/** Adds a secret, with the component that shows it. */
export function addSecret(secret: Secret, Shown: ComponentType<Secret>): void {
  secrets.push({ ...secret, Shown });
  changed();
}

/** Removes the oldest. */
export function closeSecret(): void {
  const onClose = secrets.shift()?.onClose;
  changed();
  onClose?.();
}

/** Where the secrets of `reveal` appear. Forgets them with the session. */
export function Secrets() {
  // The number, because React keeps the last value of a store, which must not be a secret.
  const count = useSyncExternalStore(changes.subscribe, changes.get);
  useEffect(() => () => void secrets.splice(0), []);
  const [first] = secrets;
  if (first === undefined) return null;
  const { Shown, ...secret } = first;
  return <Shown key={count} {...secret} />;
}
