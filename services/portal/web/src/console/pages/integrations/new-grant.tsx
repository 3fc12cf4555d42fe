import { Link } from 'react-router';
import type { Schemas } from '../../../api/answer.ts';
import { Actions, Button } from '../../../parts/button.tsx';
import { Choice } from '../../../parts/choice.tsx';
import { Field } from '../../../parts/field.tsx';
import { Form, listOf } from '../../../parts/form.tsx';
import { ProblemAlert, useWait } from '../../../parts/problem.tsx';
import { Select } from '../../../parts/select.tsx';
import { Text } from '../../../parts/text.tsx';
import { useDraft } from '../../data/draft.ts';
import { useChange, useRead } from '../../data/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { notify } from '../../parts/toasts.tsx';
import { words } from '../../words/words.ts';
import { expiryDays, type GrantValues, grantable, grantOf, idsIn } from './grant-form.ts';
import type { PanelProps } from './integration-here.ts';

const text = words.integrations.grants.new;

interface NewGrantProps extends PanelProps {
  readonly onClose: () => void;
}

/** Lets an API key use the integration. */
export function NewGrant(props: NewGrantProps) {
  const { orgSlug, workspaceSlug } = props.at;
  const query = useRead('listApiKeys', { orgSlug });
  return (
    <Dialog title={text.title} onClose={props.onClose}>
      <Loaded query={query}>
        {({ apiKeys }) => {
          const keys = grantable(apiKeys, workspaceSlug);
          return keys.length === 0 ? (
            <>
              <Text>{text.noKeys}</Text>
              <Link to={`/o/${orgSlug}/keys`}>{text.keys}</Link>
            </>
          ) : (
            <GrantForm {...props} keys={keys} />
          );
        }}
      </Loaded>
    </Dialog>
  );
}

function GrantForm({
  at,
  integration,
  keys,
  onClose,
}: NewGrantProps & { readonly keys: readonly Schemas['ApiKey'][] }) {
  const create = useChange('createGrant');
  const wait = useWait(create.problem);
  const mayName = Object.keys(integration.settings).length > 0;
  const { register, handleSubmit, watch, setValue, setError, clearErrors, formState, forget } =
    useDraft<GrantValues>(`integrations/${at.id}/grant`, {
      apiKeyId: '',
      access: 'read',
      accounts: mayName ? 'named' : 'every',
      ids: '',
      expires: '90',
    });
  const { errors } = formState;
  const submit = handleSubmit(async (values) => {
    const answer = await create.run({ ...at, body: grantOf(values) });
    if (!answer.ok) {
      // The settings name something, and no account.
      if (answer.problem.errors.some(({ path }) => path === 'accounts'))
        setError('accounts', { message: text.noneNamed });
      return;
    }
    forget();
    notify(words.integrations.done.granted(answer.data.apiKey.name));
    onClose();
  });
  const shown = listOf(errors, ['apiKeyId', 'accounts', 'ids']);
  return (
    <Form onSubmit={(event) => void submit(event)} errors={shown}>
      {create.problem !== undefined && shown.length === 0 && <ProblemAlert problem={create.problem} />}
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
      <Actions>
        <Button type="submit" busy={create.busy} waits={wait > 0}>
          {text.submit}
        </Button>
        <Button kind="other" onClick={onClose}>
          {words.common.cancel}
        </Button>
      </Actions>
    </Form>
  );
}
