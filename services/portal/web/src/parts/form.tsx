import {
  type FormEventHandler,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { FieldErrors, FieldValues } from 'react-hook-form';
import type { Problem } from '../api/answer.ts';
import { words } from '../words/words.ts';
import { Alert } from './alert.tsx';
import { Announcement } from './announcement.tsx';
import styles from './form.module.css';
import { ProblemAlert } from './problem.tsx';
import { type Refusals, RefusalsContext, refusalsIn } from './refusals.ts';

export interface FieldError {
  /** The `name` of the input; empty: of no field in particular. */
  readonly name: string;
  readonly message: string;
}

interface FormProps {
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  /** Listed above the fields after a refusal, each a link to its field. A single one stands at its field only. */
  readonly errors?: readonly FieldError[];
  /** That of the last attempt. Fields that the API refused show it, anything else is shown above them. */
  readonly problem?: Problem | undefined;
  readonly children: ReactNode;
}

/**
 * A form with a summary of its errors. The browser's own validation is off: the page has its own texts. The first field with an error
 * gets the focus once after each attempt, and not while somebody corrects fields and errors come and go.
 */
export function Form({ onSubmit, errors = [], problem, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const attempted = useRef(false);
  const fieldOf = (name: string): HTMLElement | undefined => firstNamed(form.current?.elements ?? [], [name]);

  const { refusals, isPlaced, edit } = useRefusals(problem, form);
  useLayoutEffect(() => {
    if (!attempted.current || (errors.length === 0 && refusals.size === 0) || form.current === null) return;
    // Until the answer arrives, the errors are those of the previous attempt.
    if (form.current.querySelector('[aria-busy="true"]') !== null) return;
    attempted.current = false;
    firstNamed(form.current.elements, [...errors.map(({ name }) => name), ...refusals.keys()])?.focus();
  });

  const [first] = errors;
  const alone = errors.length === 1 && first?.name !== '' ? first?.message : undefined;
  const follow = (event: MouseEvent, name: string): void => {
    event.preventDefault();
    fieldOf(name)?.focus();
  };
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onInput={({ target }) => {
        attempted.current = false;
        edit((target as Element).getAttribute('name') ?? '');
      }}
      onSubmit={(event) => {
        const tooLong = event.currentTarget.querySelector<HTMLElement>('[data-too-long="true"]');
        if (tooLong !== null) {
          event.preventDefault();
          tooLong.closest('details')?.setAttribute('open', '');
          tooLong.focus();
          return;
        }
        attempted.current = true;
        onSubmit(event);
      }}
    >
      {/* Said here, because the focus may be in the field already. */}
      <Announcement>{alone}</Announcement>
      {errors.length > 0 && alone === undefined && (
        <Alert kind="failure">
          <p className={styles.summary}>{words.common.errorSummary}</p>
          <ul>
            {errors.map(({ name, message }) => (
              <li key={`${name} ${message}`}>
                {name === '' ? (
                  message
                ) : (
                  <a href={`#${name}`} onClick={(event) => follow(event, name)}>
                    {message}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {problem !== undefined && !isPlaced && <ProblemAlert problem={problem} />}
      <RefusalsContext value={refusals}>{children}</RefusalsContext>
    </form>
  );
}

interface RefusalsOfForm {
  /** Of the fields that were not edited since. */
  readonly refusals: Refusals;
  /** Whether each error of the problem stands at a field. */
  readonly isPlaced: boolean;
  readonly edit: (name: string) => void;
}

function useRefusals(problem: Problem | undefined, form: RefObject<HTMLFormElement | null>): RefusalsOfForm {
  const refused = refusalsIn(problem);
  const [edited, setEdited] = useState<{
    readonly of: Problem | undefined;
    readonly names: readonly string[];
  }>();
  const names = edited?.of === problem ? (edited?.names ?? []) : [];
  const [placed, setPlaced] = useState<Problem>();
  useLayoutEffect(() => {
    if (problem === undefined || refused.length === 0) return;
    const elements = form.current?.elements ?? [];
    const isPlaced = ({ path }: (typeof refused)[number]): boolean =>
      firstNamed(elements, [path])?.hasAttribute('data-says-refusal') === true;
    if (refused.every(isPlaced)) setPlaced(problem);
  }, [problem]);
  return {
    refusals: new Map(
      refused.filter(({ path }) => !names.includes(path)).map(({ path, message }) => [path, message]),
    ),
    isPlaced: placed === problem,
    edit: (name) => {
      if (refused.some(({ path }) => path === name) && !names.includes(name))
        setEdited({ of: problem, names: [...names, name] });
    },
  };
}

/** The first element of a form that has one of the names. */
function firstNamed(elements: Iterable<Element>, names: readonly string[]): HTMLElement | undefined {
  for (const element of elements) {
    const name = element.getAttribute('name') ?? '';
    if (name !== '' && names.includes(name)) return element as HTMLElement;
  }
  return undefined;
}

/** The errors of a form for its summary, in the order of the fields. */
export const listOf = <Values extends FieldValues>(
  errors: FieldErrors<Values>,
  names: readonly (keyof Values & string)[],
): FieldError[] =>
  names.flatMap((name) => {
    const message = errors[name]?.message;
    return typeof message === 'string' ? [{ name, message }] : [];
  });
