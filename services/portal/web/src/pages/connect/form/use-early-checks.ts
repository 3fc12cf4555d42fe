import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { words } from '../../../words/words.ts';
import { earlyProblemWith } from './field-problem.ts';
import type { FormValues, ProviderField } from './fields.ts';

/** Milliseconds. A message that appears while a mouse button is down moves what the person is about to click. */
const afterLeavingMs = 250;

interface EarlyChecks {
  readonly onChange: () => void;
  readonly onBlur: () => void;
}

/** Says what is wrong with a value as one types, until the form is sent for the first time; from then on the form itself does. */
export function useEarlyChecks(form: UseFormReturn<FormValues>): (field: ProviderField) => EarlyChecks {
  const left = useRef(new Set<string>());
  const { isSubmitted } = form.formState;
  return (field) => {
    const { name } = field;
    const check = (): void => {
      const problem = earlyProblemWith(field, form.getValues(name), { left: left.current.has(name) });
      if (problem === undefined) form.clearErrors(name);
      else form.setError(name, { type: 'early', message: words.connect.problems[problem] });
    };
    return {
      onChange() {
        if (!isSubmitted) check();
      },
      onBlur() {
        left.current.add(name);
        if (!isSubmitted) setTimeout(check, afterLeavingMs);
      },
    };
  };
}
