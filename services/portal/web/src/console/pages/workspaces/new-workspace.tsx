import { useNavigate } from 'react-router';
import { isSlug, suggestSlug } from '../../../pages/sign-up/slug.ts';
import { Field } from '../../../parts/field.tsx';
import { listOf } from '../../../parts/form.tsx';
import { useOrganization } from '../../data/access.tsx';
import { useDraft } from '../../data/draft.ts';
import { useChange } from '../../data/queries.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { notify } from '../../parts/toasts.tsx';
import { words } from '../../words/words.ts';

const text = words.workspaces;

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
        autoComplete="off"
        autoFocus
        {...register('name', { validate: (typed) => typed.trim() !== '' || text.nameError })}
        onInput={({ currentTarget }) => suggest(currentTarget.value, getValues('name'))}
      />
      <Field
        label={text.slug}
        help={text.slugHelp}
        error={errors.slug?.message}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck="false"
        {...register('slug', { validate: (typed) => isSlug(typed.trim()) || text.slugError })}
      />
    </DialogForm>
  );
}
