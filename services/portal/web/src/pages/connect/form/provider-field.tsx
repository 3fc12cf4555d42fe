import type { UseFormRegisterReturn } from 'react-hook-form';
import { Checkbox } from '../../../parts/checkbox.tsx';
import { Field } from '../../../parts/field.tsx';
import { Select } from '../../../parts/select.tsx';
import { words } from '../../../words/words.ts';
import type { ProviderField } from './fields.ts';

export interface ProviderInputProps {
  readonly field: ProviderField;
  readonly input: UseFormRegisterReturn;
  readonly error: string | undefined;
}

/** The input for a field of a provider, by its type. Keys are copied, so the browser neither corrects nor keeps what is typed. */
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
      spellCheck={false}
      {...(type === 'integer' && { inputMode: 'numeric' as const })}
    />
  );
}
