import type { Queryable } from '@patchbay/database/query';
import type { Page } from '../domain/page.ts';
import { ofWorkspace, readPage, type Slice } from './pages.ts';

/** What happens in a workspace: entries about other things name people and keys. */
const targetTypes = ['workspace', 'integration', 'grant'];

export interface ActivityPage extends Pick<Page, 'before' | 'limit'> {
  readonly workspace: { readonly id: string; readonly slug: string };
  /** Only entries about it and its grants. Undefined: about everything in the workspace. */
  readonly integrationId: string | undefined;
}

/**
 * A page of what happened in a workspace, newest first. `is true` keeps Postgres from reading by the index of a type, which most entries of
 * an organization have: it reads by that of the slug.
 *
 * Grants name their integration in the entry alone: one of the workspace's grants is looked up by its text, in the form in which it is hashed.
 * No text of a person can look like this field, because its quotes are escaped.
 */
export const findActivity = (
  db: Queryable,
  organizationId: string,
  { workspace, integrationId, ...page }: ActivityPage,
): Promise<Slice> =>
  readPage(db, organizationId, page, (values) => {
    const slug = `$${values.push(workspace.slug)}`;
    const own = ofWorkspace(slug, `$${values.push(workspace.id)}`);
    if (integrationId === undefined) {
      const types = `$${values.push(targetTypes)}::text[]`;
      return {
        statement: 'activity of a workspace',
        name: '',
        conditions: [` and workspace_slug = ${slug} and ${own} and (target_type = any (${types})) is true`],
      };
    }
    const id = `$${values.push(integrationId)}`;
    const field = `$${values.push(`"integrationId":${JSON.stringify(integrationId)}`)}`;
    const ofThis = `(workspace_slug = ${slug} and ${own}) is true`;
    return {
      statement: 'activity of an integration',
      name: '',
      conditions: [
        ` and target_id = ${id} and ${ofThis} and (target_type = 'integration') is true`,
        ` and target_type = 'grant' and ${ofThis} and strpos(entry, ${field}) > 0`,
      ],
    };
  });
