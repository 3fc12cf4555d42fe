import type { Schemas } from '@patchbay/client';
import { Link } from 'react-router';
import { useOrganization } from '../../data/access.tsx';
import { mostOfPage } from '../../data/api-bounds.ts';
import { useRead } from '../../data/queries.ts';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { ConsolePage } from '../../parts/page.tsx';
import { PasskeyOffer } from '../../parts/passkey-offer.tsx';
import { formatNumber, words } from '../../words/words.ts';
import { AllIntegrations } from './all-integrations.tsx';
import { Cards } from './cards.tsx';
import styles from './overview.module.css';
import { SetUp } from './set-up.tsx';

const text = words.overview;

/** The overview of an organization, over all workspaces that the caller can see. */
export function OverviewPage() {
  const { slug: orgSlug } = useOrganization();
  const workspaces = useRead('listWorkspaces', { orgSlug });
  // Smaller organizations fit on one page. In larger ones the API returns broken integrations first.
  const integrations = useRead('listOrganizationIntegrations', { orgSlug, limit: mostOfPage });
  return (
    <ConsolePage title={text.title}>
      <PasskeyOffer />
      <Loaded query={workspaces}>
        {({ workspaces: all }) => (
          <>
            <WorkspaceLinks workspaces={all} />
            <Loaded query={integrations}>{(page) => <Content page={page} workspaces={all} />}</Loaded>
          </>
        )}
      </Loaded>
    </ConsolePage>
  );
}

interface ContentProps {
  readonly page: Schemas['OrganizationIntegrationPage'];
  readonly workspaces: readonly Schemas['Workspace'][];
}

function Content({ page, workspaces }: ContentProps) {
  const { slug, can } = useOrganization();
  const { pending, active, error, disabled } = page.counts;
  const pathOf = ({ id, workspace }: Schemas['OrganizationIntegration']): string =>
    `/o/${slug}/w/${workspace.slug}/integrations/${id}`;
  if (pending + active + error + disabled > 0)
    return (
      <>
        <Cards page={page} pathOf={pathOf} />
        <AllIntegrations workspaces={workspaces} pathOf={pathOf} />
      </>
    );
  if (can.includes('createWorkspace')) return <SetUp workspaces={workspaces} />;
  return (
    <Empty
      title={text.nothing.title}
      text={workspaces.length === 0 ? text.nothing.noWorkspace : text.nothing.text}
    />
  );
}

/** Maximum that fits on a line. */
const mostLinks = 6;

/** Links to the workspaces, watched ones first. With a single workspace, a link to it. */
function WorkspaceLinks({ workspaces }: Pick<ContentProps, 'workspaces'>) {
  const { slug } = useOrganization();
  if (workspaces.length === 0) return null;
  const first = workspaces
    .toSorted((one, other) => Number(other.watched) - Number(one.watched))
    .slice(0, mostLinks);
  return (
    <nav aria-label={text.workspaces} className={styles.links}>
      {first.map((workspace) => (
        <Link key={workspace.id} to={`/o/${slug}/w/${workspace.slug}/integrations`} className={styles.link}>
          <bdi>{workspace.name}</bdi>
        </Link>
      ))}
      {workspaces.length > mostLinks && (
        <Link to={`/o/${slug}/workspaces`} className={styles.all}>
          {text.allWorkspaces(formatNumber(workspaces.length))}
        </Link>
      )}
    </nav>
  );
}
