import { useEffect, useRef, useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { answerOf, type Problem, type Schemas } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Form } from '../../parts/form.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ProblemAlert, useWait } from '../../parts/problem.tsx';
import { Heading, Text } from '../../parts/text.tsx';
import hidden from '../../parts/visually-hidden.module.css';
import { forget } from '../../secrets-in-address.ts';
import { isPageAddress, leaveFor } from '../../state/address.ts';
import { browserStorage, tabStorage } from '../../state/tab-storage.ts';
import { useOnce } from '../../state/use-once.ts';
import { words } from '../../words/words.ts';
import { rememberConnectedLink } from './connected-links.ts';
import { type FormValues, initialValues } from './fields.ts';
import { askedIn, rememberAway, rememberConnected } from './flow.ts';
import { type Attempt, attemptOf, hostOf, returnAddress } from './outcome.ts';
import { providerWords } from './provider-words.ts';
import { AttemptAlert, useProviderForm } from './use-provider-form.tsx';

interface ConnectFormProps {
  readonly token: string;
  readonly page: Schemas['ConnectPage'];
  readonly onEnded: (problem: Problem) => void;
}

/** The provider's fields and the one action of the page. Typed values stay until the page is left. */
export function ConnectForm({ token, page, onEnded }: ConnectFormProps) {
  const { connect } = words;
  const { providerName, connectFields, documentationUrl } = page;
  const returnHost = hostOf(page.returnUrl);
  const [refusal, setRefusal] = useState<RefusalProps['refusal']>();
  const wait = useWait(refusal?.kind === 'problem' ? refusal.problem : undefined);
  const { login } = providerWords(words.providers, page.provider);
  const [busy, once] = useOnce();
  const connectWith = useConnect(token, page);
  const form = useForm<FormValues>({ defaultValues: initialValues(connectFields) });
  const fields = useProviderForm({
    fields: connectFields,
    form,
    onChoose: () => setRefusal(undefined),
  });

  const showErrors = (invalid: FieldErrors<FormValues>): void => {
    setRefusal(undefined);
    fields.showErrors(invalid);
  };

  const send = (values: FormValues): Promise<void> =>
    once(async () => {
      fields.clearErrors();
      setRefusal(undefined);
      const ended = await connectWith(fields.bodyOf(values));
      if (ended.kind === 'connected' || ended.kind === 'left') return;
      if (ended.kind !== 'problem') {
        setRefusal(ended);
        return;
      }
      const { problem } = ended;
      if (problem.status === 400) fields.showRefused(problem);
      else if ([401, 404, 409].includes(problem.status)) onEnded(problem);
      else setRefusal(ended);
    });

  return (
    <Form errors={fields.errors} onSubmit={(event) => void form.handleSubmit(send, showErrors)(event)}>
      {connectFields.length > 0 && (
        <Heading
          note={
            <>
              {returnHost === undefined ? connect.nextForm : connect.nextFormElsewhere(returnHost)}{' '}
              <a href={documentationUrl} target="_blank" rel="noreferrer noopener">
                {connect.documentation} <Icon name="out" />
                <span className={hidden.hidden}>{connect.newTab}</span>
              </a>
            </>
          }
        >
          {connect.keys}
        </Heading>
      )}
      {fields.inputs}
      {refusal !== undefined && <Refusal refusal={refusal} providerName={providerName} />}
      <Button type="submit" busy={busy} waits={wait > 0}>
        {page.authMethod === 'oauth' ? connect.consent(login ?? providerName) : connect.submit}
      </Button>
      {busy && <Waiting text={connect.asking(providerName)} />}
    </Form>
  );
}

interface RefusalProps {
  readonly refusal:
    | Exclude<Attempt, { kind: 'connected' }>
    | { readonly kind: 'problem'; readonly problem: Problem };
  readonly providerName: string;
}

/** Says why nothing was connected, above the button that tries again. Takes the focus each time, so that nobody overlooks it. */
function Refusal({ refusal, providerName }: RefusalProps) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => area.current?.focus(), [refusal]);
  return (
    <div ref={area} tabIndex={-1}>
      {refusal.kind === 'problem' ? (
        <ProblemAlert problem={refusal.problem} />
      ) : (
        <AttemptAlert attempt={refusal} providerName={providerName}>
          <p>{words.connect.linkStillWorks}</p>
        </AttemptAlert>
      )}
    </div>
  );
}

/** Shorter waits need no text. */
const shownAfterMs = 300;

/** Says what the person waits for. The button shows the progress bar. */
function Waiting({ text }: { readonly text: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), shownAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return <div role="status">{shown && <Text kind="quiet">{text}</Text>}</div>;
}

type Ended =
  | Attempt
  /** The browser was sent to the consent page. */
  | { readonly kind: 'left' }
  | { readonly kind: 'problem'; readonly problem: Problem };

/** Sends the form: redirects to the consent page, or tries the credentials and then leads to the return address or the success page. */
export function useConnect(
  token: string,
  page: Schemas['ConnectPage'],
): (body: Schemas['FieldValues']) => Promise<Ended> {
  const navigate = useNavigate();
  const asked = askedIn(page);
  const { integrationId } = page;

  const consent = async (body: Schemas['FieldValues']): Promise<Ended> => {
    const answer = await answerOf(api.startConnectOauth({ token, body }));
    if (!answer.ok) return { kind: 'problem', problem: answer.problem };
    const { authorizationUrl } = answer.data;
    if (!isPageAddress(authorizationUrl)) return { kind: 'problem', problem: { status: 500, errors: [] } };
    rememberAway(tabStorage, token, asked);
    await leaveFor(authorizationUrl);
    return { kind: 'left' };
  };

  const submit = async (body: Schemas['FieldValues']): Promise<Ended> => {
    const answer = await answerOf(api.submitConnectCredentials({ token, body }));
    if (!answer.ok) return { kind: 'problem', problem: answer.problem };
    const attempt = attemptOf(answer.data);
    if (attempt.kind !== 'connected') return attempt;
    const { kind: _, returnUrl, ...result } = attempt;
    const returnTo =
      hostOf(returnUrl) && returnAddress(returnUrl ?? '', { status: 'connected', integrationId });
    rememberConnected(tabStorage, asked, { ...result, ...(returnTo && { returnUrl: returnTo }) });
    rememberConnectedLink(browserStorage, token, asked, Date.now());
    forget('connect');
    if (returnTo) await leaveFor(returnTo, { replace: true });
    // Replaces this page: the Back button must not lead to a form whose link is used.
    await navigate('/connect/outcome?outcome=connected', { replace: true });
    return attempt;
  };

  return page.authMethod === 'oauth' ? consent : submit;
}
