import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Schemas } from '../../../api/answer.ts';
import { type FormValues, initialValues } from '../../../pages/connect/fields.ts';
import { type Attempt, attemptOf } from '../../../pages/connect/outcome.ts';
import { AttemptAlert, useProviderForm } from '../../../pages/connect/use-provider-form.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Text } from '../../../parts/text.tsx';
import hidden from '../../../parts/visually-hidden.module.css';
import { isPageAddress } from '../../../state/address.ts';
import { words as linkWords } from '../../../words/words.ts';
import { type Change, useChange, useRead } from '../../data/queries.ts';
import { Dialog, DialogFields } from '../../parts/dialog.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { notify } from '../../parts/toasts.tsx';
import { integrationPanel } from '../../words/en/integration-panel.ts';
import { words } from '../../words/words.ts';
import type { PanelProps } from './panel-parts.tsx';

const text = integrationPanel.connect;

interface ConnectHereProps extends PanelProps {
  readonly onClose: () => void;
}

/** Connects with keys that the caller has, without a connect link. */
export function ConnectHere(props: ConnectHereProps) {
  const { provider, providerName } = props.integration;
  const query = useRead('getProvider', { provider }, { live: false });
  const connect = useChange('connectIntegration');
  return (
    <Dialog title={text.title(providerName)} keeps={connect.busy} onClose={props.onClose}>
      <Loaded query={query}>{(found) => <Fields {...props} provider={found} connect={connect} />}</Loaded>
    </Dialog>
  );
}

interface FieldsProps extends ConnectHereProps {
  readonly provider: Schemas['Provider'];
  readonly connect: Change<'connectIntegration'>;
}

function Fields({ at, integration, provider, connect, onClose }: FieldsProps) {
  const [attempt, setAttempt] = useState<Attempt>();
  // Never stored as a draft: these are secrets.
  const form = useForm<FormValues>({ defaultValues: initialValues(provider.connectFields) });
  const fields = useProviderForm({
    fields: provider.connectFields,
    form,
    onChoose: () => setAttempt(undefined),
  });
  const send = async (values: FormValues): Promise<void> => {
    fields.clearErrors();
    setAttempt(undefined);
    const answer = await connect.run({ ...at, body: fields.bodyOf(values) });
    if (!answer.ok) {
      if (answer.problem.status === 400) fields.showRefused(answer.problem);
      return;
    }
    const ended = attemptOf(answer.data);
    setAttempt(ended);
    if (ended.kind !== 'connected') return;
    notify(words.integrations.done.connected(provider.name));
    onClose();
  };
  const { documentationUrl } = provider;
  return (
    <DialogFields
      submit={text.submit}
      busy={connect.busy}
      problem={connect.problem?.status === 400 ? undefined : connect.problem}
      errors={fields.errors}
      onSubmit={form.handleSubmit(send, fields.showErrors)}
      onClose={onClose}
    >
      <Text kind="quiet">
        {text.text(provider.name)}{' '}
        {isPageAddress(documentationUrl) && (
          <a href={documentationUrl} target="_blank" rel="noreferrer noopener">
            {text.documentation} <Icon name="out" />
            <span className={hidden.hidden}>{linkWords.connect.newTab}</span>
          </a>
        )}
      </Text>
      {integration.status === 'active' && <Text>{text.replaces}</Text>}
      {fields.inputs}
      {attempt !== undefined && attempt.kind !== 'connected' && (
        <AttemptAlert attempt={attempt} providerName={provider.name} />
      )}
    </DialogFields>
  );
}
