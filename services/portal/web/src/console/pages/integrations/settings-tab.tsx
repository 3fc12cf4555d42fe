import type { Schemas } from '../../../api/answer.ts';
import { type FormValues, initialValues, type ProviderField } from '../../../pages/connect/fields.ts';
import { useProviderForm } from '../../../pages/connect/use-provider-form.tsx';
import { Button } from '../../../parts/button.tsx';
import { Field } from '../../../parts/field.tsx';
import { Form, listOf } from '../../../parts/form.tsx';
import { ProblemAlert, useWait } from '../../../parts/problem.tsx';
import { Text } from '../../../parts/text.tsx';
import { isPageAddress } from '../../../state/address.ts';
import { refusalOf, useWorkspace } from '../../data/access.tsx';
import { useDraft } from '../../data/draft.ts';
import { useChange } from '../../data/queries.ts';
import { PanelPart } from '../../parts/panel.tsx';
import { notify } from '../../parts/toasts.tsx';
import { words } from '../../words/words.ts';
import type { ProviderPanelProps } from './integration-here.ts';

const text = words.integrations.settings;

/** Everything about an integration that can be changed later. */
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

function NameForm({ at, integration }: ProviderPanelProps) {
  const workspace = useWorkspace();
  const update = useChange('updateIntegration');
  const wait = useWait(update.problem);
  const { register, handleSubmit, formState, setError, forget } = useDraft(`integrations/${at.id}/name`, {
    name: integration.name,
    returnUrl: integration.returnUrl ?? '',
  });
  const { errors } = formState;
  const submit = handleSubmit(async ({ name, returnUrl }) => {
    const address = returnUrl.trim();
    const body = { name: name.trim(), returnUrl: address === '' ? null : address };
    const answer = await update.run({ ...at, body });
    if (!answer.ok) {
      for (const { path } of answer.problem.errors)
        if (path === 'returnUrl') setError('returnUrl', { message: text.returnUrlError });
      return;
    }
    forget();
    notify(words.integrations.done.saved);
  });
  const shown = listOf(errors, ['name', 'returnUrl']);
  return (
    <Form onSubmit={(event) => void submit(event)} errors={shown}>
      {update.problem !== undefined && shown.length === 0 && <ProblemAlert problem={update.problem} />}
      <Field
        label={text.name}
        maxLength={100}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name', { validate: (typed) => typed.trim() !== '' || text.nameError })}
      />
      <Field
        label={text.returnUrl}
        help={text.returnUrlHelp}
        required={false}
        type="url"
        maxLength={2048}
        autoComplete="off"
        error={errors.returnUrl?.message}
        {...register('returnUrl', {
          validate: (typed) => typed.trim() === '' || isPageAddress(typed.trim()) || text.returnUrlError,
        })}
      />
      <div>
        <Button
          type="submit"
          kind="other"
          refused={refusalOf(workspace, 'updateIntegration')}
          busy={update.busy}
          waits={wait > 0}
        >
          {words.common.save}
        </Button>
      </div>
    </Form>
  );
}

/** What the integration has, in the values of inputs. */
const valuesOf = (fields: readonly ProviderField[], settings: Schemas['FieldValues']): FormValues => ({
  ...initialValues(fields),
  ...Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = settings[name];
      return value === undefined ? [] : [[name, typeof value === 'boolean' ? value : String(value)]];
    }),
  ),
});

function ProviderSettings({ at, integration, provider }: ProviderPanelProps) {
  const workspace = useWorkspace();
  const update = useChange('updateIntegration');
  const wait = useWait(update.problem);
  const { forget, ...form } = useDraft<FormValues>(
    `integrations/${at.id}/settings`,
    valuesOf(provider.settingsFields, integration.settings),
  );
  const fields = useProviderForm({ fields: provider.settingsFields, form });
  const save = async (values: FormValues): Promise<void> => {
    fields.clearErrors();
    const answer = await update.run({ ...at, body: { settings: fields.bodyOf(values) } });
    if (!answer.ok) {
      // The API names them within the settings.
      const errors = answer.problem.errors.map((each) => ({
        ...each,
        path: each.path.replace(/^settings\.?/, ''),
      }));
      if (answer.problem.status === 400) fields.showRefused({ ...answer.problem, errors });
      return;
    }
    forget();
    notify(words.integrations.done.saved);
  };
  return (
    <Form errors={fields.errors} onSubmit={(event) => void form.handleSubmit(save, fields.showErrors)(event)}>
      {update.problem !== undefined && update.problem.status !== 400 && (
        <ProblemAlert problem={update.problem} />
      )}
      {fields.inputs}
      <Text kind="quiet">{text.note}</Text>
      <div>
        <Button
          type="submit"
          kind="other"
          refused={refusalOf(workspace, 'updateIntegration')}
          busy={update.busy}
          waits={wait > 0}
        >
          {words.common.save}
        </Button>
      </div>
    </Form>
  );
}
