import type { FieldErrors, FieldValues } from 'react-hook-form';
import type { FieldError } from '../parts/form.tsx';

/** The errors of a form for its summary, in the order of the fields. */
export const listOf = <Values extends FieldValues>(
  errors: FieldErrors<Values>,
  names: readonly (keyof Values & string)[],
): FieldError[] =>
  names.flatMap((name) => {
    const message = errors[name]?.message;
    return typeof message === 'string' ? [{ name, message }] : [];
  });
