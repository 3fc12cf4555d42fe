import { useEffect, useRef } from 'react';
import type { UseFormRegisterReturn, UseFormReturn } from 'react-hook-form';
import { Checkbox } from '../../parts/checkbox.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { Select } from '../../parts/select.tsx';
import { words } from '../../words/words.ts';
import { earlyProblemWith, type FormValues, type ProviderField, partsOf, problemWith } from './fields.ts';

interface ProviderInputProps {
  readonly field: ProviderField;
  readonly input: UseFormRegisterReturn;
  readonly error: string | undefined;
}

/** The input for a field of a provider, by its type. Browsers must neither correct nor store keys. */
export function ProviderInput({ field, input, error }: ProviderInputProps) {
  const { type, label, required, description, options = [] } = field;
  const described = { label, help: description, error };
  if (type === 'boolean') return <Checkbox {...described} {...input} />;
  if (type === 'enum')
    return (
      <Select
        {...described}
        {...input}
        options={[
          ...(field.default === undefined ? [{ value: '', label: words.connect.choose }] : []),
          ...options.map((value) => ({ value, label: value })),
        ]}
      />
    );
  return (
    <Field
      {...described}
      {...input}
      required={required}
      secret={type === 'secret'}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck="false"
      {...(type === 'integer' && { inputMode: 'numeric' as const })}
    />
  );
}

/** A message that appears while a mouse button is down would move what the person is about to click. */
const afterLeavingMs = 250;

interface EarlyChecks {
  readonly onChange: () => void;
  readonly onBlur: () => void;
}

/** Validates values while they are typed, until the form is sent for the first time. After that the form validates them itself. */
export function useEarlyChecks(form: UseFormReturn<FormValues>): (field: ProviderField) => EarlyChecks {
  const left = useRef(new Set<string>());
  const { isSubmitted } = form.formState;
  const submitted = useRef(false);
  useEffect(() => {
    submitted.current = isSubmitted;
  }, [isSubmitted]);
  return (field) => {
    const { name } = field;
    const check = (): void => {
      if (submitted.current) return;
      const problem = earlyProblemWith(field, form.getValues(name), { left: left.current.has(name) });
      if (problem === undefined) form.clearErrors(name);
      else form.setError(name, { type: 'early', message: words.connect.problems[problem] });
    };
    return {
      onChange: check,
      onBlur() {
        left.current.add(name);
        setTimeout(check, afterLeavingMs);
      },
    };
  };
}

/** The error message of a field, or true if its value is valid. */
function checked(field: ProviderField, value: string | boolean | undefined): string | true {
  const problem = problemWith(field, value);
  return problem === undefined || words.connect.problems[problem];
}

const listed = (labels: readonly string[]): string =>
  new Intl.ListFormat(document.documentElement.lang).format(labels);

interface ProviderFieldsProps {
  readonly form: UseFormReturn<FormValues>;
  readonly fields: readonly ProviderField[];
  /** The alternative that is filled in, where there are several. */
  readonly chosen: string | undefined;
  readonly onChoose: (group: string) => void;
}

/** The inputs for the fields of a provider. */
export function ProviderFields({ form, fields, chosen, onChoose }: ProviderFieldsProps) {
  const { connect } = words;
  const earlyChecks = useEarlyChecks(form);
  const { errors } = form.formState;
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
  return partsOf(fields).map((part) =>
    part.kind === 'field' ? (
      input(part.field)
    ) : (
      <Choice
        key="choice"
        legend={connect.choice}
        value={chosen ?? ''}
        onChange={onChoose}
        options={part.alternatives.map(({ group, fields: own }) => ({
          value: group,
          label: connect.alternative(listed(own.map(({ label }) => connect.labelInside(label)))),
          // Only inputs that are drawn are registered, so that those of other alternatives are not validated.
          content: group === chosen ? own.map(input) : undefined,
        }))}
      />
    ),
  );
}
