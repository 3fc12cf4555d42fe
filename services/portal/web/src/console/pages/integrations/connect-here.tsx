import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Schemas } from '../../../api/answer.ts';
import { type FormValues, initialValues } from '../../../pages/connect/fields.ts';
import { type Attempt, attemptOf } from '../../../pages/connect/outcome.ts';
import { useProviderForm } from '../../../pages/connect/use-provider-form.tsx';
import { Alert } from '../../../parts/alert.tsx';
import { Actions, Button } from '../../../parts/button.tsx';
import { Form } from '../../../parts/form.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { ProblemAlert, useWait } from '../../../parts/problem.tsx';
import { Text } from '../../../parts/text.tsx';
import hidden from '../../../parts/visually-hidden.module.css';
import { isPageAddress } from '../../../state/address.ts';
import { words as linkWords } from '../../../words/words.ts';
import { useChange, useRead } from '../../data/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { notify } from '../../parts/toasts.tsx';
import { words } from '../../words/words.ts';
import type { PanelProps } from './integration-here.ts';

const text = words.integrations.connect;

interface ConnectHereProps extends PanelProps {
  readonly onClose: () => void;
}

/** Connects with keys that somebody here has, instead of by a link. */
export function ConnectHere(props: ConnectHereProps) {
  const { provider, providerName } = props.integration;
  const query = useRead('getProvider', { provider }, { live: false });
  return (
    <Dialog title={text.title(providerName)} onClose={props.onClose}>
      <Loaded query={query}>{(found) => <Fields {...props} provider={found} />}</Loaded>
    </Dialog>
  );
}

function Fields({
  at,
  integration,
  provider,
  onClose,
}: ConnectHereProps & { readonly provider: Schemas['Provider'] }) {
  const { refused: titles, newTab } = linkWords.connect;
  const connect = useChange('connectIntegration');
  const [attempt, setAttempt] = useState<Attempt>();
  const wait = useWait(connect.problem);
  // Kept in the page only: these are secrets.
  const form = useForm<FormValues>({ defaultValues: initialValues(provider.connectFields) });
  const fields = useProviderForm({
    fields: provider.connectFields,
    form,
    onChoose: () => setAttempt(undefined),
  });
  const send = async (values: FormValues): Promise<void> => {
    if (connect.busy) return;
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
    <Form errors={fields.errors} onSubmit={(event) => void form.handleSubmit(send, fields.showErrors)(event)}>
      <Text kind="quiet">
        {text.text(provider.name)}{' '}
        {isPageAddress(documentationUrl) && (
          <a href={documentationUrl} target="_blank" rel="noreferrer noopener">
            {text.documentation} <Icon name="out" />
            <span className={hidden.hidden}>{newTab}</span>
          </a>
        )}
      </Text>
      {integration.status === 'active' && <Text>{text.replaces}</Text>}
      {fields.inputs}
      {connect.problem !== undefined && connect.problem.status !== 400 && (
        <ProblemAlert problem={connect.problem} />
      )}
      {attempt !== undefined && attempt.kind !== 'connected' && (
        <Alert kind={attempt.kind === 'later' ? 'warning' : 'failure'}>
          <p>
            <strong>
              {attempt.kind === 'refused' ? titles.refused(provider.name) : titles[attempt.kind]}
            </strong>
          </p>
          {attempt.reasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </Alert>
      )}
      <Actions>
        <Button type="submit" busy={connect.busy} waits={wait > 0}>
          {text.submit}
        </Button>
        <Button kind="other" onClick={onClose}>
          {words.common.cancel}
        </Button>
      </Actions>
    </Form>
  );
}
