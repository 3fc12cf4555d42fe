import type { Schemas } from '@patchbay/client';
import type { Problem } from '../../../api/answer.ts';
import { Choice } from '../../../parts/choice.tsx';
import { Field } from '../../../parts/field.tsx';
import { listOf } from '../../../parts/form.tsx';
import { Select } from '../../../parts/select.tsx';
import { isPageAddress } from '../../../state/address.ts';
import { useOrganization } from '../../data/access.tsx';
import { longest } from '../../data/api-bounds.ts';
import { changesOf, useDraft } from '../../data/draft.ts';
import { useRead } from '../../data/queries.ts';
import { DialogForm } from '../../parts/dialog.tsx';
import { webhooks as webhooksWords } from '../../words/en/webhooks.ts';
import type { ActionFilter } from './action-filter.ts';
import { ActionPicker } from './action-picker.tsx';
import type { Webhook } from './webhook-parts.tsx';

const text = webhooksWords.form;

type WebhookBody = Required<Schemas['NewWebhook']>;

interface Values {
  readonly url: string;
  readonly description: string;
  readonly scope: string;
  readonly actions: ActionFilter[];
  readonly workspaceSlug: string;
}

const valuesOf = (webhook: Webhook | undefined): Values => ({
  url: webhook?.url ?? '',
  description: webhook?.description ?? '',
  scope: webhook === undefined || webhook.actions.length === 0 ? 'all' : 'some',
  actions: webhook?.actions ?? [],
  workspaceSlug: webhook?.workspace?.slug ?? '',
});

/** The request body. */
const bodyOf = ({ url, description, scope, actions, workspaceSlug }: Values): WebhookBody => ({
  url: url.trim(),
  description: description.trim(),
  actions: scope === 'all' ? [] : actions,
  workspaceSlug: workspaceSlug === '' ? null : workspaceSlug,
});

/** The changed fields of the form. */
export const webhookChanges = (webhook: Webhook, body: WebhookBody): Partial<WebhookBody> =>
  changesOf(bodyOf(valuesOf(webhook)), body);

const isOfUrl = ({ path }: Schemas['FieldProblem']): boolean => path === 'url';

interface WebhookFormProps {
  readonly orgSlug: string;
  readonly title: string;
  /** The label of the submit button. */
  readonly submit: string;
  /** Names the draft: `new`, or the id of the webhook. */
  readonly draftName: string;
  /** The webhook to edit. Undefined: a new one. */
  readonly webhook?: Webhook;
  readonly busy: boolean;
  readonly problem: Problem | undefined;
  /** Resolves with the problem if there was one. */
  readonly onSubmit: (body: WebhookBody) => Promise<Problem | undefined>;
  readonly onClose: () => void;
}

/** The form with the URL and the filter of a webhook. */
export function WebhookForm({ orgSlug, webhook, draftName, busy, problem, ...props }: WebhookFormProps) {
  const { title, submit: label, onSubmit, onClose } = props;
  const workspaces = useRead('listWorkspaces', { orgSlug }, { live: false }).data?.workspaces ?? [];
  const { id } = useOrganization();
  const draft = useDraft<Values>(`o/${id}/webhooks/${draftName}`, valuesOf(webhook));
  const { register, handleSubmit, formState, watch, setValue, setError, clearErrors, forget } = draft;
  const { errors } = formState;
  const [scope, actions] = watch(['scope', 'actions']);
  const submit = handleSubmit(async (values) => {
    if (values.scope === 'some' && values.actions.length === 0) {
      setError('actions', { message: text.actionsError });
      return;
    }
    const refusal = await onSubmit(bodyOf(values));
    const wrong = refusal?.errors.find(isOfUrl);
    if (wrong !== undefined) setError('url', { message: wrong.message });
    if (refusal === undefined) forget();
  });
  return (
    <DialogForm
      title={title}
      submit={label}
      busy={busy}
      problem={problem?.errors.some(isOfUrl) === true ? undefined : problem}
      errors={listOf(errors, ['url', 'description', 'actions'])}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={webhooksWords.address}
        help={text.urlHelp}
        error={errors.url?.message}
        maxLength={longest.address}
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck="false"
        autoFocus
        {...register('url', { validate: (typed) => isPageAddress(typed.trim()) || text.urlError })}
      />
      <Field
        label={webhooksWords.description}
        help={text.descriptionHelp}
        required={false}
        error={errors.description?.message}
        autoComplete="off"
        maxLength={longest.description}
        {...register('description')}
      />
      <Choice
        legend={text.scope}
        name="scope"
        value={scope}
        onChange={(chosen) => {
          clearErrors('actions');
          setValue('scope', chosen);
        }}
        options={[
          { value: 'all', label: text.all, help: text.allHelp },
          {
            value: 'some',
            label: text.some,
            content: (
              <ActionPicker
                chosen={actions}
                error={(errors.actions as { readonly message?: string } | undefined)?.message}
                onChange={(chosen) => {
                  clearErrors('actions');
                  setValue('actions', chosen);
                }}
              />
            ),
          },
        ]}
      />
      <Select
        label={text.workspace}
        help={text.workspaceHelp}
        options={[
          { value: '', label: webhooksWords.wholeOrganization },
          ...workspaces.map(({ slug, name }) => ({ value: slug, label: name })),
        ]}
        {...register('workspaceSlug')}
      />
    </DialogForm>
  );
}
