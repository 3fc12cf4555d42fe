import type { Schemas } from '@patchbay/client';
import { Link, useNavigate } from 'react-router';
import { Button } from '../../../parts/button.tsx';
import { refusalOf, useOrganization } from '../../data/access.tsx';
import { useFilter } from '../../data/filters.ts';
import { matches } from '../../data/matches.ts';
import { useRead } from '../../data/queries.ts';
import { Grid } from '../../parts/grid.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { ConsolePage } from '../../parts/page.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { words } from '../../words/words.ts';
import { useIntegrationsColumn } from './integrations-column.tsx';
import { NewWorkspace } from './new-workspace.tsx';

const text = words.workspaces;

/** The workspaces that the caller can see. */
export function WorkspacesPage() {
  const organization = useOrganization();
  const { slug } = organization;
  const navigate = useNavigate();
  const query = useRead('listWorkspaces', { orgSlug: slug });
  const [search, setSearch] = useFilter('q');
  const [creates, setCreates] = useFilter('new');
  const refusal = refusalOf(organization, 'createWorkspace');
  const create = (
    <Button refused={refusal} onClick={() => setCreates('1')}>
      {text.create}
    </Button>
  );
  const integrations = useIntegrationsColumn();
  const pathOf = (workspace: Schemas['Workspace']): string => `/o/${slug}/w/${workspace.slug}/integrations`;
  return (
    <ConsolePage title={text.title} lead={text.lead} actions={create}>
      <Loaded query={query}>
        {({ workspaces }) => {
          if (workspaces.length === 0)
            return (
              <Empty title={text.none}>
                <p>{organization.role === 'guest' ? text.noneForGuest : text.noneText}</p>
              </Empty>
            );
          const found = workspaces.filter(({ name, slug: own }) => matches(search, name, own));
          return (
            <>
              <SearchBox label={text.search} value={search} onChange={setSearch} />
              {found.length === 0 && <p>{text.notFound(search.trim())}</p>}
              {found.length > 0 && (
                <Grid
                  label={text.title}
                  rows={found}
                  keyOf={({ id }) => id}
                  onOpen={(workspace) => void navigate(pathOf(workspace))}
                  columns={[
                    {
                      key: 'name',
                      head: text.name,
                      cell: (workspace) => (
                        <Link to={pathOf(workspace)} tabIndex={-1}>
                          <bdi>{workspace.name}</bdi>
                        </Link>
                      ),
                    },
                    ...integrations(found.length),
                    {
                      key: 'role',
                      head: text.role,
                      width: '8rem',
                      cell: ({ role }) => words.roles.workspace[role]?.name,
                    },
                    {
                      key: 'watched',
                      head: text.watched,
                      width: '8rem',
                      cell: ({ watched }) => (watched ? text.watching : null),
                    },
                  ]}
                />
              )}
            </>
          );
        }}
      </Loaded>
      {creates !== '' && refusal === undefined && (
        <NewWorkspace orgSlug={slug} onClose={() => setCreates('')} />
      )}
    </ConsolePage>
  );
}
