import type { UseFormReturn } from 'react-hook-form';
import { Choice } from '../../parts/choice.tsx';
import { words } from '../../words/words.ts';
import { type FormValues, type ProviderField, partsOf, problemWith } from './fields.ts';
import { ProviderInput, useEarlyChecks } from './provider-input.tsx';

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
