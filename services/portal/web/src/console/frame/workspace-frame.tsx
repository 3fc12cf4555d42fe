import { Suspense } from 'react';
import { generatePath, Link, NavLink, Outlet, useParams } from 'react-router';
import { Progress } from '../../parts/loading.tsx';
import { useOrganization, WorkspaceContext } from '../data/access.tsx';
import { useRead } from '../data/queries.ts';
import { workspacePages } from '../pages.ts';
import { Loaded } from '../parts/loaded.tsx';
import { words } from '../words/words.ts';
import styles from './workspace-frame.module.css';

/** The pages of one workspace: its name and tabs, and the workspace for the pages inside. */
export function WorkspaceFrame() {
  const { slug: orgSlug } = useOrganization();
  const { workspace: workspaceSlug = '' } = useParams();
  const query = useRead('getWorkspace', { orgSlug, workspaceSlug });
  return (
    <Loaded query={query}>
      {(workspace) => (
        <WorkspaceContext value={workspace}>
          <nav className={styles.bar} aria-label={words.frame.workspace(workspace.name)}>
            <span className={styles.path}>
              <Link to={`/o/${orgSlug}/workspaces`}>{words.workspaces.title}</Link>
              <span aria-hidden="true">/</span>
              <bdi className={styles.name}>{workspace.name}</bdi>
            </span>
            <span className={styles.tabs}>
              {workspacePages.map(({ path, title }) => (
                <NavLink key={path} to={generatePath(path, { org: orgSlug, workspace: workspaceSlug })}>
                  {title}
                </NavLink>
              ))}
            </span>
          </nav>
          {/* Another workspace is another page, whose heading gets the focus. */}
          <Suspense fallback={<Progress />}>
            <Outlet key={workspace.id} />
          </Suspense>
        </WorkspaceContext>
      )}
    </Loaded>
  );
}
