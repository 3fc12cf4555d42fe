import type { Schemas } from '@patchbay/client';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Button } from '../../../parts/button.tsx';
import { refusalOf, useOrganization } from '../../data/access.tsx';
import { useFilter } from '../../data/filters.ts';
import { useRead } from '../../data/queries.ts';
import { Grid } from '../../parts/grid.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { ConsolePage } from '../../parts/page.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { words } from '../../words/words.ts';
import { NewWorkspace } from './new-workspace.tsx';

const text = words.workspaces;

/** The workspaces that the caller can see. */
export function WorkspacesPage() {
  const organization = useOrganization();
  const { slug } = organization;
  const navigate = useNavigate();
  const query = useRead('listWorkspaces', { orgSlug: slug });
  const [search, setSearch] = useFilter('q');
  const [creates, setCreates] = useState(false);
  const create = (
    <Button refused={refusalOf(organization, 'createWorkspace')} onClick={() => setCreates(true)}>
      {text.create}
    </Button>
  );
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
          const wanted = search.trim().toLowerCase();
          const found = workspaces.filter(
            ({ name, slug: own }) => name.toLowerCase().includes(wanted) || own.includes(wanted),
          );
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
      {creates && <NewWorkspace orgSlug={slug} onClose={() => setCreates(false)} />}
    </ConsolePage>
  );
}
