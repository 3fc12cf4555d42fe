import { type ReactNode, useState } from 'react';
import type { FieldErrors, UseFormReturn } from 'react-hook-form';
import type { Problem, Schemas } from '../../api/answer.ts';
import { Alert } from '../../parts/alert.tsx';
import type { FieldError } from '../../parts/form.tsx';
import { textOf } from '../../parts/problem.tsx';
import { words } from '../../words/words.ts';
import {
  alternativesOf,
  bodyOf,
  type FormValues,
  type ProviderField,
  refusedFields,
  shownFields,
} from './fields.ts';
import type { Attempt } from './outcome.ts';
import { ProviderFields } from './provider-fields.tsx';

interface ProviderForm {
  /** The inputs, with a choice where fields are alternatives. */
  readonly inputs: ReactNode;
  /** For the summary of the form. */
  readonly errors: readonly FieldError[];
  readonly clearErrors: () => void;
  /** Called with what is invalid, instead of sending it. */
  readonly showErrors: (invalid: FieldErrors<FormValues>) => void;
  /** Called with an answer of 400. */
  readonly showRefused: (problem: Problem) => void;
  /** The fields of the chosen alternative, and those that belong to none. */
  readonly shown: readonly ProviderField[];
  /** The request body, of the fields that are shown. */
  readonly bodyOf: (values: FormValues) => Schemas['FieldValues'];
}

interface ProviderFormOptions {
  readonly fields: readonly ProviderField[];
  readonly form: UseFormReturn<FormValues>;
  /** The alternative that is shown until the person chooses one. Default: the first. */
  readonly start?: string | undefined;
  /** Called when another alternative is chosen. */
  readonly onChoose?: () => void;
}

interface AttemptAlertProps {
  readonly attempt: Exclude<Attempt, { readonly kind: 'connected' }>;
  readonly providerName: string;
  readonly children?: ReactNode;
}

/** Why a form did not connect. */
export const AttemptAlert = ({ attempt: { kind, reasons }, providerName, children }: AttemptAlertProps) => (
  <Alert kind={kind === 'later' ? 'warning' : 'failure'}>
    <p>
      <strong>
        {kind === 'refused' ? words.connect.refused.refused(providerName) : words.connect.refused[kind]}
      </strong>
    </p>
    {reasons.map((reason) => (
      <p key={reason}>{reason}</p>
    ))}
    {children}
  </Alert>
);

/** A form made of a provider's fields. */
export function useProviderForm({ fields, form, start, onChoose }: ProviderFormOptions): ProviderForm {
  const { connect } = words;
  const [own, setOwn] = useState<string>();
  const chosen = own ?? start ?? alternativesOf(fields)[0]?.group;
  const [summary, setSummary] = useState<readonly FieldError[]>([]);
  const shown = shownFields(fields, chosen);

  const choose = (next: string): void => {
    setOwn(next);
    setSummary([]);
    onChoose?.();
    form.clearErrors();
  };

  return {
    errors: summary,
    shown,
    clearErrors: () => setSummary([]),
    bodyOf: (values) => bodyOf(shown, values),
    showErrors: (invalid) =>
      setSummary(
        shown.flatMap(({ name, label }) => {
          const message = invalid[name]?.message;
          return message === undefined ? [] : [{ name, message: connect.problemOf(label, message) }];
        }),
      ),
    showRefused(problem) {
      const refused = refusedFields(problem.errors, shown);
      const named = refused.fields.map(({ field, message }) => {
        const text = message === undefined ? connect.problems.pattern : connect.refusedField(message);
        form.setError(field.name, { type: 'refused', message: text });
        return { name: field.name, message: connect.problemOf(field.label, text) };
      });
      const rest = named.length + refused.others.length > 0 ? refused.others.join(' ') : textOf(problem);
      setSummary([...named, ...(rest === '' ? [] : [{ name: '', message: rest }])]);
    },
    inputs: <ProviderFields form={form} fields={fields} chosen={chosen} onChoose={choose} />,
  };
}
