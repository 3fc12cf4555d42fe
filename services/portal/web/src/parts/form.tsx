import type { FormEventHandler, ReactNode } from 'react';
import { words } from '../words/words.ts';
import { Alert } from './alert.tsx';

export interface FieldError {
  /** The `name` of the input. */
  readonly name: string;
  readonly message: string;
}

export interface FormProps {
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  /** Listed above the fields after a refusal, each a link to its field. */
  readonly errors?: readonly FieldError[];
  readonly children: ReactNode;
}

/** A form with a summary of its errors. The browser's own checks are off: the page has words of its own. */
export const Form = ({ onSubmit, errors = [], children }: FormProps) => (
  <form noValidate onSubmit={onSubmit}>
    {errors.length > 0 && (
      <Alert kind="failure">
        <p>{words.common.errorSummary}</p>
        <ul>
          {errors.map(({ name, message }) => (
            <li key={name}>{message}</li>
          ))}
        </ul>
      </Alert>
    )}
    {children}
  </form>
);
