import { useEffect, useRef, useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import type { Problem, Schemas } from '../../api/answer.ts';
import { Alert } from '../../parts/alert.tsx';
import { Button } from '../../parts/button.tsx';
import { type FieldError, Form } from '../../parts/form.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ProblemAlert, textOf, useWait } from '../../parts/problem.tsx';
import { Heading, Text } from '../../parts/text.tsx';
import hidden from '../../parts/visually-hidden.module.css';
import { useOnce } from '../../state/use-once.ts';
import { words } from '../../words/words.ts';
import {
  alternativesOf,
  bodyOf,
  type FormValues,
  initialValues,
  refusedFields,
  shownFields,
} from './fields.ts';
import { type Attempt, hostOf } from './outcome.ts';
import { ProviderFields } from './provider-fields.tsx';
import { providerWords } from './provider-words.ts';
import { useConnect } from './use-connect.ts';

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
  const [chosen, setChosen] = useState(alternativesOf(connectFields)[0]?.group);
  const [summary, setSummary] = useState<readonly FieldError[]>([]);
  const [refusal, setRefusal] = useState<RefusalProps['refusal']>();
  const wait = useWait(refusal?.kind === 'problem' ? refusal.problem : undefined);
  const { login } = providerWords(words.providers, page.provider);
  const [busy, once] = useOnce();
  const connectWith = useConnect(token, page);
  const form = useForm<FormValues>({ defaultValues: initialValues(connectFields) });
  const shown = shownFields(connectFields, chosen);

  const choose = (group: string): void => {
    setChosen(group);
    setSummary([]);
    setRefusal(undefined);
    form.clearErrors();
  };

  const showErrors = (invalid: FieldErrors<FormValues>): void => {
    setRefusal(undefined);
    setSummary(
      shown.flatMap(({ name, label }) => {
        const message = invalid[name]?.message;
        return message === undefined ? [] : [{ name, message: connect.problemOf(label, message) }];
      }),
    );
  };

  const showRefused = (problem: Problem): void => {
    const { fields, others } = refusedFields(problem.errors, shown);
    const refused = fields.map(({ field, message }) => {
      const text = message === undefined ? connect.problems.pattern : connect.refusedField(message);
      form.setError(field.name, { type: 'refused', message: text });
      return { name: field.name, message: connect.problemOf(field.label, text) };
    });
    const rest = refused.length + others.length > 0 ? others.join(' ') : textOf(problem);
    setSummary([...refused, ...(rest === '' ? [] : [{ name: '', message: rest }])]);
  };

  const send = (values: FormValues): Promise<void> =>
    once(async () => {
      setSummary([]);
      setRefusal(undefined);
      const ended = await connectWith(bodyOf(shown, values));
      if (ended.kind === 'connected' || ended.kind === 'left') return;
      if (ended.kind !== 'problem') {
        setRefusal(ended);
        return;
      }
      const { problem } = ended;
      if (problem.status === 400) showRefused(problem);
      else if ([401, 404, 409].includes(problem.status)) onEnded(problem);
      else setRefusal(ended);
    });

  return (
    <Form errors={summary} onSubmit={(event) => void form.handleSubmit(send, showErrors)(event)}>
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
      <ProviderFields form={form} fields={connectFields} chosen={chosen} onChoose={choose} />
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

function Told({ refusal, providerName }: RefusalProps) {
  const { connect } = words;
  if (refusal.kind === 'problem') return <ProblemAlert problem={refusal.problem} />;
  const title = {
    refused: connect.refused.refused(providerName),
    later: connect.refused.later,
    unclear: connect.refused.unclear,
  }[refusal.kind];
  return (
    <Alert kind={refusal.kind === 'later' ? 'warning' : 'failure'}>
      <p>
        <strong>{title}</strong>
      </p>
      {refusal.reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <p>{connect.linkStillWorks}</p>
    </Alert>
  );
}

/** Says why nothing was connected, above the button that tries again. Takes the focus each time, so that nobody overlooks it. */
function Refusal(props: RefusalProps) {
  const area = useRef<HTMLDivElement>(null);
  const { refusal } = props;
  useEffect(() => area.current?.focus(), [refusal]);
  return (
    <div ref={area} tabIndex={-1}>
      <Told {...props} />
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
