import { useNavigate } from 'react-router';
import { isSlug, suggestSlug } from '../../../pages/sign-up/slug.ts';
import { Actions, Button } from '../../../parts/button.tsx';
import { Field } from '../../../parts/field.tsx';
import { Form, listOf } from '../../../parts/form.tsx';
import { ProblemAlert, useWait } from '../../../parts/problem.tsx';
import { useDraft } from '../../data/draft.ts';
import { useChange } from '../../data/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { notify } from '../../parts/toasts.tsx';
import { words } from '../../words/words.ts';

const text = words.workspaces;

interface NewWorkspaceProps {
  readonly orgSlug: string;
  readonly onClose: () => void;
}

/** Asks for the name of a new workspace, and opens it. */
export function NewWorkspace({ orgSlug, onClose }: NewWorkspaceProps) {
  const navigate = useNavigate();
  const create = useChange('createWorkspace');
  const wait = useWait(create.problem);
  const { register, handleSubmit, formState, setError, setValue, getValues, forget } = useDraft(
    `o/${orgSlug}/workspaces/new`,
    { name: '', slug: '' },
  );
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
    <Dialog title={text.create} onClose={onClose}>
      <Form onSubmit={(event) => void submit(event)} errors={listOf(errors, ['name', 'slug'])}>
        {create.problem !== undefined && create.problem.status !== 409 && (
          <ProblemAlert problem={create.problem} />
        )}
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
        <Actions>
          <Button type="submit" busy={create.busy} waits={wait > 0}>
            {text.submit}
          </Button>
          <Button kind="other" onClick={onClose}>
            {words.common.cancel}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
