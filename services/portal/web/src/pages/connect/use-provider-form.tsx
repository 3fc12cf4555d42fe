import { type ReactNode, useState } from 'react';
import type { FieldErrors, UseFormReturn } from 'react-hook-form';
import type { Problem, Schemas } from '../../api/answer.ts';
import { Choice } from '../../parts/choice.tsx';
import type { FieldError } from '../../parts/form.tsx';
import { textOf } from '../../parts/problem.tsx';
import { words } from '../../words/words.ts';
import {
  alternativesOf,
  bodyOf,
  type FormValues,
  type ProviderField,
  partsOf,
  problemWith,
  refusedFields,
  shownFields,
} from './fields.ts';
import { ProviderInput, useEarlyChecks } from './provider-input.tsx';

/** The error message of a field, or true if its value is valid. */
function checked(field: ProviderField, value: string | boolean | undefined): string | true {
  const problem = problemWith(field, value);
  return problem === undefined || words.connect.problems[problem];
}

const listed = (labels: readonly string[]): string =>
  new Intl.ListFormat(document.documentElement.lang).format(labels);

export interface ProviderForm {
  /** The inputs, with a choice where fields are alternatives. */
  readonly inputs: ReactNode;
  /** For the summary of the form. */
  readonly errors: readonly FieldError[];
  readonly clearErrors: () => void;
  /** Called with what is invalid, instead of sending it. */
  readonly showErrors: (invalid: FieldErrors<FormValues>) => void;
  /** Called with an answer of 400. */
  readonly showRefused: (problem: Problem) => void;
  /** The request body, of the fields that are shown. */
  readonly bodyOf: (values: FormValues) => Schemas['FieldValues'];
}

interface ProviderFormOptions {
  readonly fields: readonly ProviderField[];
  readonly form: UseFormReturn<FormValues>;
  /** Called when another alternative is chosen. */
  readonly onChoose?: () => void;
}

/** A form made of a provider's fields. */
export function useProviderForm({ fields, form, onChoose }: ProviderFormOptions): ProviderForm {
  const { connect } = words;
  const [chosen, setChosen] = useState(alternativesOf(fields)[0]?.group);
  const [summary, setSummary] = useState<readonly FieldError[]>([]);
  const earlyChecks = useEarlyChecks(form);
  const { errors } = form.formState;
  const shown = shownFields(fields, chosen);

  const choose = (next: string): void => {
    setChosen(next);
    setSummary([]);
    onChoose?.();
    form.clearErrors();
  };

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

  return {
    errors: summary,
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
    inputs: partsOf(fields).map((part) =>
      part.kind === 'field' ? (
        input(part.field)
      ) : (
        <Choice
          key="choice"
          legend={connect.choice}
          value={chosen ?? ''}
          onChange={choose}
          options={part.alternatives.map((alternative) => ({
            value: alternative.group,
            label: connect.alternative(
              listed(alternative.fields.map(({ label }) => connect.labelInside(label))),
            ),
            // Only inputs that are drawn are registered, so that those of other alternatives are not validated.
            content: alternative.group === chosen ? alternative.fields.map(input) : undefined,
          }))}
        />
      ),
    ),
  };
}
