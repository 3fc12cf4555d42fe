import { ChevronsUpDown } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Outlet, useNavigate, useParams } from 'react-router';
import { OrganizationContext } from '../data/access.tsx';
import { keepOrganization } from '../data/last-organization.ts';
import { useRead } from '../data/queries.ts';
import { useSignedIn } from '../data/session.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Menu } from '../parts/menu.tsx';
import { words } from '../words/words.ts';
import styles from './organization-frame.module.css';
import { organizationPages } from './pages.tsx';
import { Palette, usePalette } from './palette.tsx';
import { PasskeyRequired } from './passkey-required.tsx';
import { type NavigationLink, Shell } from './shell.tsx';
import { ShortcutsDialog, useShortcuts } from './shortcuts.tsx';

const navigationOf = (slug: string): readonly NavigationLink[] =>
  organizationPages.map(({ path, text, icon }) => ({
    to: `/o/${slug}${path}`,
    text,
    icon,
    exact: path === '',
  }));

/** The pages of one organization: its navigation, and the organization for the pages inside. `closed`: in place of all of them. */
export function OrganizationFrame({ closed }: { readonly closed: ReactNode }) {
  const { org = '' } = useParams();
  const query = useRead('getOrganization', { orgSlug: org });
  const { session } = useSignedIn();
  const palette = usePalette();
  const shortcuts = useShortcuts(org, palette.open);
  const slug = query.data?.slug;
  const needsPasskey = query.data?.requiresPasskey === true && session.method !== 'passkey';
  const isClosed = (query.data?.deletesAt ?? null) !== null;
  const isShut = needsPasskey || isClosed;
  useEffect(() => {
    if (slug !== undefined) keepOrganization(slug);
  }, [slug]);
  return (
    <Shell
      place={<Switcher slug={org} name={query.data?.name ?? org} />}
      navigation={navigationOf(org)}
      // Nothing can be found where the API refuses everything.
      {...(!isShut && { onSearch: palette.open })}
    >
      <Loaded query={query}>
        {(organization) => {
          if (needsPasskey) return <PasskeyRequired organization={organization} />;
          if (isClosed) return <OrganizationContext value={organization}>{closed}</OrganizationContext>;
          return (
            <OrganizationContext value={organization}>
              {/* Another organization is another page, whose heading gets the focus. */}
              <Outlet key={organization.id} />
              <Palette {...palette} help={shortcuts.open} />
              <ShortcutsDialog {...shortcuts} />
            </OrganizationContext>
          );
        }}
      </Loaded>
    </Shell>
  );
}

/** Which organization one is in, and the way to the others. */
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
