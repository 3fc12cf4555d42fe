import { useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import type { Problem, Schemas } from '../../../api/answer.ts';
import { Button } from '../../../parts/button.tsx';
import { Choice } from '../../../parts/choice.tsx';
import { type FieldError, Form } from '../../../parts/form.tsx';
import { Heading } from '../../../parts/heading.tsx';
import { textOf } from '../../../parts/problem-alert.tsx';
import { useOnce } from '../../../state/use-once.ts';
import { words } from '../../../words/words.ts';
import { Waiting } from '../waiting.tsx';
import { problemWith } from './field-problem.ts';
import {
  alternativesOf,
  bodyOf,
  type FormValues,
  initialValues,
  type ProviderField,
  partsOf,
  shownFields,
} from './fields.ts';
import { ProviderInput } from './provider-field.tsx';
import { Refusal, type RefusalProps } from './refusal.tsx';
import { refusedFields } from './refused-fields.ts';
import { useConnect } from './use-connect.ts';
import { useEarlyChecks } from './use-early-checks.ts';

export interface ConnectFormProps {
  readonly token: string;
  readonly page: Schemas['ConnectPage'];
  readonly onEnded: (problem: Problem) => void;
}

/** The message at a field, or true where its value is good. */
function checked(field: ProviderField, value: string | boolean | undefined): string | true {
  const problem = problemWith(field, value);
  return problem === undefined || words.connect.problems[problem];
}

const listed = (labels: readonly string[]): string =>
  new Intl.ListFormat(document.documentElement.lang).format(labels);

/** The provider's fields, if it has any, and the one action of the page. What was typed stays until the page is left. */
export function ConnectForm({ token, page, onEnded }: ConnectFormProps) {
  const { connect } = words;
  const { providerName, connectFields, documentationUrl } = page;
  const [chosen, setChosen] = useState(alternativesOf(connectFields)[0]?.group);
  const [summary, setSummary] = useState<readonly FieldError[]>([]);
  const [refusal, setRefusal] = useState<RefusalProps['refusal']>();
  const [busy, once] = useOnce();
  const connectWith = useConnect(token, page);
  const form = useForm<FormValues>({ defaultValues: initialValues(connectFields) });
  const earlyChecks = useEarlyChecks(form);
  const { errors } = form.formState;
  const shown = shownFields(connectFields, chosen);

  const choose = (group: string): void => {
    setChosen(group);
    setSummary([]);
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

  const input = (field: ProviderField) => (
    <ProviderInput
      key={field.name}
      field={field}
      input={form.register(field.name, {
        validate: (value) => checked(field, value),
        ...earlyChecks(field),
      })}
      error={errors[field.name]?.message}
    />
  );

  return (
    <Form errors={summary} onSubmit={(event) => void form.handleSubmit(send, showErrors)(event)}>
      {connectFields.length > 0 && (
        <Heading
          note={
            <a href={documentationUrl} target="_blank" rel="noreferrer noopener">
              {connect.documentation}
            </a>
          }
        >
          {connect.keys(providerName)}
        </Heading>
      )}
      {partsOf(connectFields).map((part) =>
        part.kind === 'field' ? (
          input(part.field)
        ) : (
          <Choice
            key="choice"
            legend={connect.choice}
            value={chosen ?? ''}
            onChange={choose}
            options={part.alternatives.map(({ group, fields }) => ({
              value: group,
              label: connect.alternative(listed(fields.map(({ label }) => label))),
              // Only inputs that are drawn are registered: those of the others must not be checked.
              content: group === chosen ? fields.map(input) : undefined,
            }))}
          />
        ),
      )}
      {refusal !== undefined && <Refusal refusal={refusal} providerName={providerName} />}
      <Button type="submit" busy={busy}>
        {page.authMethod === 'oauth' ? connect.consent(providerName) : connect.submit}
      </Button>
      {busy && <Waiting text={connect.asking(providerName)} />}
    </Form>
  );
}
