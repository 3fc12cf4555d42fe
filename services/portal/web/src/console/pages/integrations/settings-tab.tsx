import type { FormEvent, ReactNode } from 'react';
import type { Problem, Schemas } from '../../../api/answer.ts';
import type { FormValues } from '../../../pages/connect/fields.ts';
import { useProviderForm } from '../../../pages/connect/use-provider-form.tsx';
import { Button } from '../../../parts/button.tsx';
import { Field } from '../../../parts/field.tsx';
import { type FieldError, Form, listOf } from '../../../parts/form.tsx';
import { useWait } from '../../../parts/problem.tsx';
import { Text } from '../../../parts/text.tsx';
import { isPageAddress } from '../../../state/address.ts';
import { refusalOf, useWorkspace } from '../../data/access.tsx';
import { longest } from '../../data/api-bounds.ts';
import { changesOf, type Draft, useDraft } from '../../data/draft.ts';
import { useChange } from '../../data/queries.ts';
import { DraftNote } from '../../parts/dialog.tsx';
import { PanelPart } from '../../parts/panel.tsx';
import { notify } from '../../parts/toasts.tsx';
import { words } from '../../words/words.ts';
import { groupOf, settingsWith, valuesOf } from './integration-settings.ts';
import type { ProviderPanelProps } from './panel-parts.tsx';

const text = words.integrations.settings;

/** The form with the editable fields of an integration. */
export const SettingsTab = (props: ProviderPanelProps) => (
  <>
    <PanelPart title={text.title}>
      <NameForm {...props} />
    </PanelPart>
    {props.provider.settingsFields.length > 0 && (
      <PanelPart title={text.provider(props.provider.name)}>
        <ProviderSettings {...props} />
      </PanelPart>
    )}
  </>
);

interface SaveFormProps {
  readonly busy: boolean;
  /** The problem of the last attempt, unless a field shows it. */
  readonly problem: Problem | undefined;
  readonly errors: readonly FieldError[];
  readonly draft: Draft;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  readonly children: ReactNode;
}

function SaveForm({ busy, problem, errors, draft, onSubmit, children }: SaveFormProps) {
  const refused = refusalOf(useWorkspace(), 'updateIntegration');
  const wait = useWait(problem);
  return (
    <Form onSubmit={(event) => void onSubmit(event)} errors={errors} problem={problem}>
      <DraftNote draft={draft} />
      {children}
      <div>
        <Button type="submit" kind="other" refused={refused} busy={busy} waits={wait > 0}>
          {words.common.save}
        </Button>
      </div>
    </Form>
  );
}

const isOfReturnUrl = ({ path }: Schemas['FieldProblem']): boolean => path === 'returnUrl';

function NameForm({ at, integration }: ProviderPanelProps) {
  const update = useChange('updateIntegration');
  const current = { name: integration.name, returnUrl: integration.returnUrl ?? '' };
  const draft = useDraft(`integrations/${at.id}/name`, current);
  const { register, handleSubmit, formState, setError, forget } = draft;
  const { errors } = formState;
  const submit = handleSubmit(async (typed) => {
    const { name, returnUrl } = changesOf(current, {
      name: typed.name.trim(),
      returnUrl: typed.returnUrl.trim(),
    });
    const answer = await update.run({
      ...at,
      body: {
        ...(name !== undefined && { name }),
        ...(returnUrl !== undefined && { returnUrl: returnUrl === '' ? null : returnUrl }),
      },
    });
    if (!answer.ok) {
      if (answer.problem.errors.some(isOfReturnUrl)) setError('returnUrl', { message: text.returnUrlError });
      return;
    }
    forget();
    notify(words.integrations.done.saved);
  });
  return (
    <SaveForm
      busy={update.busy}
      problem={update.problem?.errors.some(isOfReturnUrl) === true ? undefined : update.problem}
      errors={listOf(errors, ['name', 'returnUrl'])}
      draft={draft}
      onSubmit={submit}
    >
      <Field
        label={text.name}
        maxLength={longest.name}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name', { validate: (typed) => typed.trim() !== '' || text.nameError })}
      />
      <Field
        label={text.returnUrl}
        help={text.returnUrlHelp}
        required={false}
        type="url"
        maxLength={longest.address}
        autoComplete="off"
        error={errors.returnUrl?.message}
        {...register('returnUrl', {
          validate: (typed) => typed.trim() === '' || isPageAddress(typed.trim()) || text.returnUrlError,
        })}
      />
    </SaveForm>
  );
}

function ProviderSettings({ at, integration, provider: { settingsFields } }: ProviderPanelProps) {
  const { settings } = integration;
  const update = useChange('updateIntegration');
  const draft = useDraft<FormValues>(
    `integrations/${at.id}/settings`,
    valuesOf(settingsFields, settings),
    settingsFields.filter(({ type }) => type === 'secret').map(({ name }) => name),
  );
  const fields = useProviderForm({
    fields: settingsFields,
    form: draft,
    start: groupOf(settingsFields, settings, draft.getValues()),
  });
  const save = async (values: FormValues): Promise<void> => {
    fields.clearErrors();
    const body = { settings: settingsWith(settings, values, settingsFields, fields.shown) };
    const answer = await update.run({ ...at, body });
    if (!answer.ok) {
      // The API prefixes their names with the settings.
      const errors = answer.problem.errors.map((each) => ({
        ...each,
        path: each.path.replace(/^settings\.?/, ''),
      }));
      if (answer.problem.status === 400) fields.showRefused({ ...answer.problem, errors });
      return;
    }
    draft.forget();
    notify(words.integrations.done.saved);
  };
  return (
    <SaveForm
      busy={update.busy}
      problem={update.problem?.status === 400 ? undefined : update.problem}
      errors={fields.errors}
      draft={draft}
      onSubmit={draft.handleSubmit(save, fields.showErrors)}
    >
      {fields.inputs}
      <Text kind="quiet">{text.note}</Text>
    </SaveForm>
  );
}
