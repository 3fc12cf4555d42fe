import type { Schemas } from '@patchbay/client';
import { Link } from 'react-router';
import { Choice } from '../../../parts/choice.tsx';
import { Field } from '../../../parts/field.tsx';
import { listOf } from '../../../parts/form.tsx';
import { Select } from '../../../parts/select.tsx';
import { Text } from '../../../parts/text.tsx';
import { useDraft } from '../../data/draft.ts';
import { useChange, useRead } from '../../data/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogFields } from '../../parts/dialog-form.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { notify } from '../../parts/toasts.tsx';
import { words } from '../../words/words.ts';
import { expiryDays, type GrantValues, grantable, grantOf, idsIn } from './grant-form.ts';
import type { PanelProps } from './integration-here.ts';

const text = words.integrations.grants.new;

interface NewGrantProps extends PanelProps {
  readonly onClose: () => void;
}

const isOfAccounts = ({ path }: Schemas['FieldProblem']): boolean => path === 'accounts';

/** Creates a grant: an API key may use the integration. */
export function NewGrant({ at, integration, onClose }: NewGrantProps) {
  const query = useRead('listApiKeys', { orgSlug: at.orgSlug });
  const create = useChange('createGrant');
  const mayName = Object.keys(integration.settings).length > 0;
  const draft = useDraft<GrantValues>(`integrations/${at.id}/grant`, {
    apiKeyId: '',
    access: 'read',
    accounts: mayName ? 'named' : 'every',
    ids: '',
    expires: '90',
  });
  const { register, handleSubmit, watch, setValue, setError, clearErrors, formState, forget } = draft;
  const { errors } = formState;
  const close = (): void => {
    forget();
    onClose();
  };
  const submit = handleSubmit(async (values) => {
    const answer = await create.run({ ...at, body: grantOf(values) });
    if (!answer.ok) {
      // The settings name something other than an account.
      if (answer.problem.errors.some(isOfAccounts)) setError('accounts', { message: text.noneNamed });
      return;
    }
    notify(words.integrations.done.granted(answer.data.apiKey.name));
    close();
  });
  const fieldsFor = (keys: readonly Schemas['ApiKey'][]) => (
    <DialogFields
      submit={text.submit}
      busy={create.busy}
      problem={create.problem?.errors.some(isOfAccounts) === true ? undefined : create.problem}
      errors={listOf(errors, ['apiKeyId', 'accounts', 'ids'])}
      draft={draft}
      onSubmit={submit}
      onClose={close}
    >
      <Select
        label={text.key}
        error={errors.apiKeyId?.message}
        options={[
          { value: '', label: text.keyChoose },
          ...keys.map(({ id, name, prefix }) => ({ value: id, label: `${name} (${prefix})` })),
        ]}
        {...register('apiKeyId', { validate: (id) => id !== '' || text.keyError })}
      />
      {integration.access === 'manage' && (
        <Choice
          legend={text.access}
          name="access"
          value={watch('access')}
          onChange={(access) => setValue('access', access === 'manage' ? 'manage' : 'read')}
          options={[
            { value: 'read', label: text.read },
            { value: 'manage', label: text.manage },
          ]}
        />
      )}
      <Choice
        legend={text.accounts}
        name="accounts"
        value={watch('accounts')}
        error={errors.accounts?.message}
        onChange={(accounts) => {
          clearErrors('accounts');
          setValue('accounts', accounts as GrantValues['accounts']);
        }}
        options={[
          ...(mayName ? [{ value: 'named', label: text.named }] : []),
          { value: 'every', label: text.every },
          {
            value: 'some',
            label: text.some,
            content: (
              <Field
                label={text.ids}
                help={text.idsHelp}
                error={errors.ids?.message}
                autoComplete="off"
                spellCheck="false"
                {...register('ids', {
                  validate: (ids, { accounts }) =>
                    accounts !== 'some' || idsIn(ids) !== undefined || text.idsError,
                })}
              />
            ),
          },
        ]}
      />
      <Select
        label={text.expires}
        options={[
          ...expiryDays.map((days) => ({ value: String(days), label: text.inDays(days) })),
          { value: '', label: text.never },
        ]}
        {...register('expires')}
      />
    </DialogFields>
  );
  return (
    <Dialog title={text.title} keeps={create.busy} onClose={close}>
      <Loaded query={query}>
        {({ apiKeys }) => {
          const keys = grantable(apiKeys, at.workspaceSlug);
          return keys.length > 0 ? (
            fieldsFor(keys)
          ) : (
            <>
              <Text>{text.noKeys}</Text>
              <Link to={`/o/${at.orgSlug}/keys`}>{text.keys}</Link>
            </>
          );
        }}
      </Loaded>
    </Dialog>
  );
}
