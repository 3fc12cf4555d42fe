import { useState } from 'react';
import { Link } from 'react-router';
import type { Schemas } from '../../../api/answer.ts';
import { Button } from '../../../parts/button.tsx';
import { Choice } from '../../../parts/choice.tsx';
import { Field } from '../../../parts/field.tsx';
import { Fold } from '../../../parts/fold.tsx';
import { listOf } from '../../../parts/form.tsx';
import { Select } from '../../../parts/select.tsx';
import { Text } from '../../../parts/text.tsx';
import hidden from '../../../parts/visually-hidden.module.css';
import { refusalOf, useWorkspace } from '../../data/access.tsx';
import { useDraft } from '../../data/draft.ts';
import { useChange, useRead } from '../../data/queries.ts';
import { ConfirmChange, Dialog, DialogFields } from '../../parts/dialog.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PanelPart } from '../../parts/panel.tsx';
import { notify } from '../../parts/toasts.tsx';
import { ago, words } from '../../words/words.ts';
import { expiryDays, type GrantValues, grantable, grantOf, idsIn } from './grant-form.ts';
import { type PanelProps, Rows } from './panel-parts.tsx';

const text = words.integrations.grants;

type Grant = Schemas['Grant'];

const detailsOf = ({ apiKey, access, accounts, expiresAt, lastUsedAt, status }: Grant): string =>
  [
    apiKey.prefix,
    text.access[access],
    accounts === null ? text.allAccounts : text.accounts(accounts.length),
    ...(status === 'active'
      ? [expiresAt === null ? text.never : text.expires(ago(expiresAt))]
      : [text.status[status]]),
    lastUsedAt === null ? text.unused : text.used(ago(lastUsedAt)),
  ].join(' · ');

/** The grants: which API keys may use the integration. */
export function GrantsTab({ at, integration }: PanelProps) {
  const workspace = useWorkspace();
  const query = useRead('listGrants', at);
  const [adds, setAdds] = useState(false);
  const [revoked, setRevoked] = useState<Grant>();
  const row = (grant: Grant) => ({
    key: grant.id,
    name: grant.apiKey.name,
    details: detailsOf(grant),
    action: grant.status === 'active' && (
      <Button kind="quiet" refused={refusalOf(workspace, 'revokeGrant')} onClick={() => setRevoked(grant)}>
        <span aria-hidden="true">{text.revoke}</span>
        <span className={hidden.hidden}>{text.revokeLabel(grant.apiKey.name)}</span>
      </Button>
    ),
  });
  return (
    <PanelPart
      title={text.title}
      aside={
        <Button kind="other" refused={refusalOf(workspace, 'createGrant')} onClick={() => setAdds(true)}>
          {text.create}
        </Button>
      }
    >
      <Loaded query={query}>
        {({ grants }) => {
          const live = grants.filter(({ status }) => status === 'active');
          const ended = grants.filter(({ status }) => status !== 'active').toReversed();
          return (
            <>
              <Text kind="quiet">{live.length === 0 ? text.none : text.lead}</Text>
              {live.length > 0 && <Rows label={text.title} rows={live.map(row)} />}
              {ended.length > 0 && (
                <Fold summary={text.ended(ended.length)}>
                  <Rows label={text.ended(ended.length)} rows={ended.map(row)} />
                </Fold>
              )}
            </>
          );
        }}
      </Loaded>
      {adds && <NewGrant at={at} integration={integration} onClose={() => setAdds(false)} />}
      {revoked !== undefined && <RevokeGrant at={at} grant={revoked} onClose={() => setRevoked(undefined)} />}
    </PanelPart>
  );
}

interface RevokeGrantProps {
  readonly at: PanelProps['at'];
  readonly grant: Grant;
  readonly onClose: () => void;
}

function RevokeGrant({ at, grant, onClose }: RevokeGrantProps) {
  const { name } = grant.apiKey;
  return (
    <ConfirmChange
      operation="revokeGrant"
      input={{ ...at, grantId: grant.id }}
      done={words.integrations.done.revoked(name)}
      isDoneIfGone
      title={text.revokeTitle(name)}
      action={text.revoke}
      onClose={onClose}
    >
      <p>{text.revokeText}</p>
    </ConfirmChange>
  );
}

const newText = words.integrations.grants.new;

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
      if (answer.problem.errors.some(isOfAccounts)) setError('accounts', { message: newText.noneNamed });
      return;
    }
    notify(words.integrations.done.granted(answer.data.apiKey.name));
    close();
  });
  const fieldsFor = (keys: readonly Schemas['ApiKey'][]) => (
    <DialogFields
      submit={newText.submit}
      busy={create.busy}
      problem={create.problem?.errors.some(isOfAccounts) === true ? undefined : create.problem}
      errors={listOf(errors, ['apiKeyId', 'accounts', 'ids'])}
      draft={draft}
      onSubmit={submit}
      onClose={close}
    >
      <Select
        label={newText.key}
        error={errors.apiKeyId?.message}
        options={[
          { value: '', label: newText.keyChoose },
          ...keys.map(({ id, name, prefix }) => ({ value: id, label: `${name} (${prefix})` })),
        ]}
        {...register('apiKeyId', { validate: (id) => id !== '' || newText.keyError })}
      />
      {integration.access === 'manage' && (
        <Choice
          legend={newText.access}
          name="access"
          value={watch('access')}
          onChange={(access) => setValue('access', access === 'manage' ? 'manage' : 'read')}
          options={[
            { value: 'read', label: newText.read },
            { value: 'manage', label: newText.manage },
          ]}
        />
      )}
      <Choice
        legend={newText.accounts}
        name="accounts"
        value={watch('accounts')}
        error={errors.accounts?.message}
        onChange={(accounts) => {
          clearErrors('accounts');
          setValue('accounts', accounts as GrantValues['accounts']);
        }}
        options={[
          ...(mayName ? [{ value: 'named', label: newText.named }] : []),
          { value: 'every', label: newText.every },
          {
            value: 'some',
            label: newText.some,
            content: (
              <Field
                label={newText.ids}
                help={newText.idsHelp}
                error={errors.ids?.message}
                autoComplete="off"
                spellCheck="false"
                {...register('ids', {
                  validate: (ids, { accounts }) =>
                    accounts !== 'some' || idsIn(ids) !== undefined || newText.idsError,
                })}
              />
            ),
          },
        ]}
      />
      <Select
        label={newText.expires}
        options={[
          ...expiryDays.map((days) => ({ value: String(days), label: newText.inDays(days) })),
          { value: '', label: newText.never },
        ]}
        {...register('expires')}
      />
    </DialogFields>
  );
  return (
    <Dialog title={newText.title} keeps={create.busy} onClose={close}>
      <Loaded query={query}>
        {({ apiKeys }) => {
          const keys = grantable(apiKeys, at.workspaceSlug);
          return keys.length > 0 ? (
            fieldsFor(keys)
          ) : (
            <>
              <Text>{newText.noKeys}</Text>
              <Link to={`/o/${at.orgSlug}/keys`}>{newText.keys}</Link>
            </>
          );
        }}
      </Loaded>
    </Dialog>
  );
}
