import { ChevronsUpDown } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { generatePath, Outlet, useNavigate, useParams } from 'react-router';
import { Progress } from '../../parts/loading.tsx';
import { OrganizationContext } from '../data/access.tsx';
import { keepOrganization } from '../data/last-organization.ts';
import { useRead } from '../data/queries.ts';
import { useSignedIn } from '../data/session.ts';
import { organizationPages } from '../pages.ts';
import { lazyPart, NotLoaded, NotLoadedPage, preloadedPart } from '../parts/lazy-part.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Menu } from '../parts/menu.tsx';
import { words } from '../words/words.ts';
import styles from './organization-frame.module.css';
import { type NavigationLink, Shell } from './shell.tsx';
import { usePalette } from './use-palette.ts';
import { useShortcuts } from './use-shortcuts.ts';

const Palette = preloadedPart(async () => (await import('./palette.tsx')).Palette, NotLoaded);
const ShortcutsDialog = preloadedPart(
  async () => (await import('./shortcuts.tsx')).ShortcutsDialog,
  NotLoaded,
);
/** These replace all pages. Only the API knows which organizations are closed or demand a passkey. */
const ClosedOrganization = lazyPart(
  async () => (await import('./closed-organization.tsx')).ClosedOrganization,
  NotLoadedPage,
);
const PasskeyRequired = lazyPart(
  async () => (await import('./passkey-required.tsx')).PasskeyRequired,
  NotLoadedPage,
);

const navigationOf = (org: string): readonly NavigationLink[] =>
  organizationPages.map(({ path, title, icon: Icon }) => ({
    to: generatePath(path, { org }),
    text: title,
    icon: <Icon aria-hidden="true" />,
    exact: path === '/o/:org',
  }));

/** The pages of one organization: its navigation, and the organization for the pages inside. */
export function OrganizationFrame() {
  const { org = '' } = useParams();
  const query = useRead('getOrganization', { orgSlug: org });
  const { session } = useSignedIn();
  const slug = query.data?.slug;
  const needsPasskey = query.data?.requiresPasskey === true && session.method !== 'passkey';
  const isClosed = (query.data?.deletesAt ?? null) !== null;
  const isShut = needsPasskey || isClosed;
  const palette = usePalette(query.data !== undefined && !isShut);
  const shortcuts = useShortcuts(org, palette.open);
  useEffect(() => {
    if (slug !== undefined) keepOrganization(slug);
  }, [slug]);
  return (
    <Shell
      switcher={<Switcher slug={org} name={query.data?.name ?? org} />}
      navigation={navigationOf(org)}
      // No search if the API refuses all reads.
      {...(!isShut && { onSearch: palette.open })}
    >
      <Loaded query={query}>
        {(organization) => {
          if (isShut)
            return (
              <OrganizationContext value={organization}>
                {needsPasskey ? <PasskeyRequired /> : <ClosedOrganization />}
              </OrganizationContext>
            );
          return (
            <OrganizationContext value={organization}>
              {/* Another organization is another page, whose heading gets the focus. */}
              <Suspense fallback={<Progress />}>
                <Outlet key={organization.id} />
              </Suspense>
              <Suspense fallback={<Opening onClose={palette.close} />}>
                {palette.isOpen && (
                  <Palette onClose={palette.close} takeTyped={palette.takeTyped} help={shortcuts.open} />
                )}
              </Suspense>
              <Suspense fallback={<Opening onClose={shortcuts.close} />}>
                {shortcuts.isOpen && (
                  <ShortcutsDialog onClose={shortcuts.close} on={shortcuts.on} turn={shortcuts.turn} />
                )}
              </Suspense>
            </OrganizationContext>
          );
        }}
      </Loaded>
    </Shell>
  );
}

/** Shown while the script of a dialog loads. Shortcuts of the page are off meanwhile: see `useShortcuts`. */
function Opening({ onClose }: { readonly onClose: () => void }) {
  useEffect(() => {
    const close = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') onClose();
    };
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [onClose]);
  return (
    <div className={styles.opening} role="dialog" aria-label={words.frame.opening}>
      <Progress />
    </div>
  );
}

/** Shows the current organization and switches to others. */
function Switcher({ slug, name }: { readonly slug: string; readonly name: string }) {
  const navigate = useNavigate();
  const organizations = useRead('listOrganizations', {}).data?.organizations ?? [];
  return (
    <Menu
      kind="wide"
      label={`${words.frame.switchOrganization}: ${name}`}
      actions={[
        ...organizations
          .filter((organization) => organization.slug !== slug)
          .map((organization) => ({
            key: organization.slug,
            label: organization.name,
            onAction: () => void navigate(`/o/${organization.slug}`),
          })),
        // No slug has a slash.
        { key: '/', label: words.frame.allOrganizations, onAction: () => void navigate('/?all') },
      ]}
    >
      <bdi className={styles.name}>{name}</bdi>
      <ChevronsUpDown aria-hidden="true" />
    </Menu>
  );
}
