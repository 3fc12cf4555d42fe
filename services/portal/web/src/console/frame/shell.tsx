import { onlineManager } from '@tanstack/react-query';
import { CircleUser, Menu as MenuIcon, Search, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { withBreaks } from '../../parts/with-breaks.tsx';
import { words as linkWords } from '../../words/words.ts';
import { isReachable, onReachable } from '../data/reachable.ts';
import { useSignedIn } from '../data/session.ts';
import { IconButton } from '../parts/icon-button.tsx';
import { Toasts } from '../parts/toasts.tsx';
import { words } from '../words/words.ts';
import { Mark } from './link-frame.tsx';
import styles from './shell.module.css';

export interface NavigationLink {
  readonly to: string;
  readonly text: string;
  readonly icon: ReactNode;
  /** True: the entry is marked for this path only, not for paths below it. */
  readonly exact?: boolean;
}

interface ShellProps {
  /** Shown above the navigation: the current organization. */
  readonly switcher?: ReactNode;
  readonly navigation?: readonly NavigationLink[];
  /** Opens the palette. Undefined: there is nothing to search. */
  readonly onSearch?: () => void;
  readonly children: ReactNode;
}

const useOnline = (): boolean =>
  useSyncExternalStore(
    (onChange) => onlineManager.subscribe(onChange),
    () => onlineManager.isOnline(),
  );

/** The frame of the console: navigation at the side, on a phone behind a button. */
export function Shell({ switcher, navigation = [], onSearch, children }: ShellProps) {
  const { user } = useSignedIn();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const online = useOnline();
  const reachable = useSyncExternalStore(onReachable, isReachable);
  const toggle = useRef<HTMLDivElement>(null);
  useEffect(() => setOpen(false), [pathname]);
  const closeByKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !open) return;
    event.preventDefault();
    setOpen(false);
    toggle.current?.querySelector('button')?.focus();
  };
  return (
    <div className={styles.shell} data-density="compact">
      <a className={styles.skip} href="#content">
        {words.frame.skip}
      </a>
      <header className={styles.side} data-open={open} onKeyDown={closeByKey}>
        <div className={styles.top}>
          <Link to="/" className={styles.brand}>
            <Mark />
            {linkWords.common.product}
          </Link>
          <div ref={toggle} className={styles.toggle}>
            <IconButton label={words.frame.menu} expanded={open} onClick={() => setOpen(!open)}>
              {open ? <X /> : <MenuIcon />}
            </IconButton>
          </div>
        </div>
        <div className={styles.content}>
          {switcher}
          {onSearch !== undefined && (
            <button type="button" className={styles.search} onClick={onSearch}>
              <Search aria-hidden="true" />
              {words.frame.search}
              <kbd>{words.frame.searchKey}</kbd>
            </button>
          )}
          {navigation.length > 0 && (
            <nav aria-label={words.frame.navigation} className={styles.links}>
              {navigation.map(({ to, text, icon, exact = false }) => (
                <NavLink key={to} to={to} end={exact} className={styles.link ?? ''}>
                  {icon}
                  {text}
                </NavLink>
              ))}
            </nav>
          )}
          <NavLink to="/account" className={`${styles.link} ${styles.account}`}>
            <CircleUser aria-hidden="true" />
            <bdi>{withBreaks(user.name)}</bdi>
          </NavLink>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        {!online && (
          <p className={styles.offline} role="status">
            {words.common.offlineBar}
          </p>
        )}
        {online && !reachable && (
          <p className={styles.offline} role="status">
            {words.common.unreachableBar}
          </p>
        )}
        {children}
      </main>
      <Toasts />
    </div>
  );
}
