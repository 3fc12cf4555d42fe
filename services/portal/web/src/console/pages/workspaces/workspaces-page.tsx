import type { Schemas } from '@patchbay/client';
import { Link, useNavigate } from 'react-router';
import { isSlug, suggestSlug } from '../../../pages/sign-up/slug.ts';
import { Button } from '../../../parts/button.tsx';
import { Field } from '../../../parts/field.tsx';
import { listOf } from '../../../parts/form.tsx';
import { refusalOf, useOrganization } from '../../data/access.tsx';
import { longest } from '../../data/api-bounds.ts';
import { useDraft } from '../../data/draft.ts';
import { useFilter } from '../../data/filters.ts';
import { matches } from '../../data/matches.ts';
import { useChange, useRead } from '../../data/queries.ts';
import { Line } from '../../parts/cells.tsx';
import { DialogForm } from '../../parts/dialog.tsx';
import { SearchBox } from '../../parts/filter.tsx';
import { Grid } from '../../parts/grid.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { ConsolePage } from '../../parts/page.tsx';
import { notify } from '../../parts/toasts.tsx';
import { Views } from '../../parts/views.tsx';
import { words } from '../../words/words.ts';
import { useIntegrationsColumn } from './integrations-column.tsx';

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
              <Empty
                title={text.none}
                text={organization.role === 'guest' ? text.noneForGuest : text.noneText}
              />
            );
          const found = workspaces.filter(({ name, slug: own }) => matches(search, name, own));
          return (
            <>
              <SearchBox label={text.search} value={search} onChange={setSearch} />
              <Views list="workspaces" />
              {found.length === 0 && <p>{text.notFound(search.trim())}</p>}
              {found.length > 0 && (
                <Grid
                  label={text.title}
                  rows={found}
                  keyOf={({ id }) => id}
                  onOpen={(workspace) => void navigate(pathOf(workspace))}
                  columns={[
                    {
                      head: text.name,
                      sort: { name: 'name', by: ({ name }) => name },
                      cell: (workspace) => (
                        <Link to={pathOf(workspace)} tabIndex={-1}>
                          <Line>{workspace.name}</Line>
                        </Link>
                      ),
                    },
                    integrations(found.length),
                    {
                      head: text.role,
                      width: '8rem',
                      sort: { name: 'role', by: ({ role }) => words.roles.workspace[role]?.name },
                      cell: ({ role }) => words.roles.workspace[role]?.name,
                    },
                    {
                      head: text.watched,
                      width: '8rem',
                      sort: { name: 'watched', by: ({ watched }) => Number(watched), startsDescending: true },
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

interface NewWorkspaceProps {
  readonly orgSlug: string;
  readonly onClose: () => void;
}

/** The form for a new workspace. Opens the workspace afterwards. */
export function NewWorkspace({ orgSlug, onClose }: NewWorkspaceProps) {
  const navigate = useNavigate();
  const create = useChange('createWorkspace');
  const { id } = useOrganization();
  const draft = useDraft(`o/${id}/workspaces/new`, { name: '', slug: '' });
  const { register, handleSubmit, formState, setError, setValue, getValues, forget } = draft;
  const { errors } = formState;
  const submit = handleSubmit(async ({ name, slug }) => {
    const answer = await create.run({ orgSlug, body: { name: name.trim(), slug: slug.trim() } });
    if (!answer.ok) {
      if (answer.problem.status === 409) setError('slug', { message: text.slugTaken }, { shouldFocus: true });
      return;
    }
    forget();
    notify(text.created(answer.data.name));
    void navigate(`/o/${orgSlug}/w/${answer.data.slug}/integrations`);
  });
  const suggest = (name: string, before: string): void => {
    // The person has typed a short name of their own.
    if (getValues('slug') === suggestSlug(before)) setValue('slug', suggestSlug(name));
  };
  return (
    <DialogForm
      title={text.create}
      submit={text.submit}
      busy={create.busy}
      problem={create.problem?.status === 409 ? undefined : create.problem}
      errors={listOf(errors, ['name', 'slug'])}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={text.newName}
        help={text.newNameHelp}
        error={errors.name?.message}
        maxLength={longest.name}
        autoComplete="off"
        autoFocus
        {...register('name', { validate: (typed) => typed.trim() !== '' || text.nameError })}
        onInput={({ currentTarget }) => suggest(currentTarget.value, getValues('name'))}
      />
      <Field
        label={text.slug}
        help={text.slugHelp}
        error={errors.slug?.message}
        maxLength={longest.slug}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck="false"
        {...register('slug', { validate: (typed) => isSlug(typed.trim()) || text.slugError })}
      />
    </DialogForm>
  );
}
