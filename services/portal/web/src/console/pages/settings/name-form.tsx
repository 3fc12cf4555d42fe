import { useEffect, useState } from 'react';
import type { Answer, Problem } from '../../../api/answer.ts';
import { Button } from '../../../parts/button.tsx';
import { Field } from '../../../parts/field.tsx';
import { Form, listOf } from '../../../parts/form.tsx';
import { useWait } from '../../../parts/problem.tsx';
import { useDraft } from '../../data/draft.ts';
import { notify } from '../../parts/toasts.tsx';
import { settings as settingsWords } from '../../words/en/settings.ts';
import { words } from '../../words/words.ts';
import styles from './name-form.module.css';

interface NameFormProps {
  /** The name of the draft. */
  readonly draftName: string;
  readonly label: string;
  readonly help: string;
  /** The error of an empty name. */
  readonly wrong: string;
  readonly most: number;
  /** The current name. */
  readonly name: string;
  /** Why the caller cannot change it. Replaces the help text. */
  readonly refused?: string | undefined;
  readonly busy: boolean;
  readonly problem: Problem | undefined;
  /** The toast after a save. */
  readonly saved: string;
  readonly onSave: (name: string) => Promise<Answer<unknown>>;
}

/** A form that changes a name. Its buttons are disabled until the name differs. */
export function NameForm(props: NameFormProps) {
  const { draftName, label, help, wrong, most, name, refused, busy, problem, saved, onSave } = props;
  const form = useDraft(draftName, { name });
  const wait = useWait(problem);
  const { errors } = form.formState;
  /** The initial or last saved name. */
  const [known, setKnown] = useState(name);
  const changed = form.watch('name').trim() !== known;
  useEffect(() => {
    // Somebody else changed it: the form follows unless it has unsaved input.
    if (form.getValues('name').trim() === known) {
      form.setValue('name', name);
      form.forget();
    }
    setKnown(name);
  }, [name]);
  const submit = form.handleSubmit(async ({ name: typed }) => {
    if (!changed) return;
    const answer = await onSave(typed.trim());
    if (!answer.ok) return;
    setKnown(typed.trim());
    form.forget();
    notify(saved);
  });
  return (
    <Form onSubmit={(event) => void submit(event)} errors={listOf(errors, ['name'])} problem={problem}>
      <Field
        label={label}
        help={refused ?? help}
        error={errors.name?.message}
        autoComplete="off"
        readOnly={refused !== undefined}
        maxLength={most}
        {...form.register('name', {
          validate: (typed) => typed.trim() !== '' || wrong,
        })}
      />
      {(changed || busy) && (
        <div className={styles.buttons}>
          <Button type="submit" busy={busy} waits={wait > 0}>
            {words.common.save}
          </Button>
          {!busy && (
            <Button
              kind="other"
              onClick={() => {
                form.setValue('name', known, { shouldValidate: true });
                form.forget();
              }}
            >
              {settingsWords.discard}
            </Button>
          )}
        </div>
      )}
    </Form>
  );
}
