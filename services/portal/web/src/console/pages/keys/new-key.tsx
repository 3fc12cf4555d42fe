import type { Schemas } from '@patchbay/client';
import { Choice } from '../../../parts/choice.tsx';
import { Field } from '../../../parts/field.tsx';
import { listOf } from '../../../parts/form.tsx';
import { Select } from '../../../parts/select.tsx';
import { useOrganization } from '../../data/access.tsx';
import { longest } from '../../data/api-bounds.ts';
import { useDraft } from '../../data/draft.ts';
import { useChange, useRead } from '../../data/queries.ts';
import { DialogForm } from '../../parts/dialog.tsx';
import { words } from '../../words/words.ts';
import { revealKey } from './reveal-key.tsx';

/** The choices for the lifetime of a key. */
const lifetimes = ['7', '30', '90', '365', 'never'] as const;

export const lifetimeOptions = lifetimes.map((value) => ({ value, label: words.keys.lifetimes[value] }));

/** The request field for a choice. */
export const daysOf = (lifetime: string): number | null => (lifetime === 'never' ? null : Number(lifetime));

const text = words.keys.newKey;
const levels = ['user', 'workspace', 'organization'] as const;
const roles = ['viewer', 'member', 'admin'] as const;

interface Values {
  readonly name: string;
  readonly level: Schemas['ApiKeyLevel'];
  readonly role: Schemas['AssignableRole'];
  readonly workspaceSlug: string;
  readonly lifetime: string;
}

/** The request body. Its fields depend on the level. */
function bodyOf({ name, level, role, workspaceSlug, lifetime }: Values): Schemas['NewApiKey'] {
  const common = { name: name.trim(), expiresInDays: daysOf(lifetime) };
  if (level === 'user') return { ...common, level };
  return level === 'organization' ? { ...common, level, role } : { ...common, level, role, workspaceSlug };
}

interface NewKeyProps {
  readonly orgSlug: string;
  readonly onClose: () => void;
  /** Called with the id of the key once the person has seen it. */
  readonly onCreated: (id: string) => void;
}

/** The form for a new key, which is shown once. If the API refuses it, the dialog shows the reason. */
export function NewKey({ orgSlug, onClose, onCreated }: NewKeyProps) {
  const create = useChange('createApiKey');
  const workspaces = useRead('listWorkspaces', { orgSlug }, { live: false }).data?.workspaces ?? [];
  const { id } = useOrganization();
  const draft = useDraft<Values>(`o/${id}/keys/new`, {
    name: '',
    level: 'user',
    role: 'viewer',
    workspaceSlug: '',
    lifetime: '90',
  });
  const { register, handleSubmit, formState, watch, setValue, forget } = draft;
  const { errors } = formState;
  const [level, role] = watch(['level', 'role']);
  const submit = handleSubmit(async (values) => {
    const answer = await create.run({ orgSlug, body: bodyOf(values) });
    if (!answer.ok) return;
    forget();
    revealKey({ orgSlug, apiKey: answer.data, onSeen: onCreated });
    onClose();
  });
  const roleField = (
    <Select
      label={text.role}
      help={text.roles[role]}
      options={roles.map((value) => ({ value, label: words.roles.workspace[value]?.name ?? value }))}
      {...register('role')}
    />
  );
  const contents = {
    user: undefined,
    organization: roleField,
    workspace: (
      <>
        <Select
          label={text.workspace}
          error={errors.workspaceSlug?.message}
          options={[
            { value: '', label: text.chooseWorkspace },
            ...workspaces.map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
          {...register('workspaceSlug', {
            validate: (chosen, { level: of }) => of !== 'workspace' || chosen !== '' || text.workspaceError,
          })}
        />
        {roleField}
      </>
    ),
  };
  return (
    <DialogForm
      title={words.keys.create}
      submit={text.submit}
      busy={create.busy}
      problem={create.problem}
      errors={listOf(errors, ['name', 'workspaceSlug'])}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={words.keys.name}
        help={text.nameHelp}
        error={errors.name?.message}
        maxLength={longest.name}
        autoComplete="off"
        autoFocus
        {...register('name', {
          validate: (typed) => typed.trim() !== '' || text.nameError,
        })}
      />
      <Choice
        legend={text.level}
        name="level"
        value={level}
        onChange={(chosen) => {
          create.reset();
          setValue('level', chosen as Values['level']);
        }}
        options={levels.map((value) => ({
          value,
          label: words.keys.levels[value].name,
          help: words.keys.levels[value].help,
          content: contents[value],
        }))}
      />
      <Select
        label={text.lifetime}
        help={text.lifetimeHelp}
        options={lifetimeOptions}
        {...register('lifetime')}
      />
    </DialogForm>
  );
}
