import { useState } from 'react';
import { Field } from '../../parts/field.tsx';
import { longestName, type NameProblem, problemOfName, type View } from '../data/views.ts';
import { views as text } from '../words/en/views.ts';
import { DialogForm } from './dialog.tsx';
import { notify } from './toasts.tsx';

interface ViewNameProps {
  readonly views: readonly View[];
  /** The view that gets another name. Undefined: a new one. */
  readonly view: View | undefined;
  /** Whether the browser has kept it. */
  readonly onName: (name: string) => boolean;
  readonly onClose: () => void;
}

/** Asks for the name of a view. */
export function ViewName({ views, view, onName, onClose }: ViewNameProps) {
  const [name, setName] = useState(view?.name ?? '');
  const [problem, setProblem] = useState<NameProblem>();
  const words = view === undefined ? text.save : text.rename;
  const error = problem === undefined ? undefined : text.problems[problem];
  const submit = async (): Promise<void> => {
    const found = problemOfName(views, name, view?.name);
    setProblem(found);
    if (found !== undefined) return;
    notify(onName(name.trim()) ? words.done(name.trim()) : text.notKept);
    onClose();
  };
  return (
    <DialogForm
      title={words.title}
      submit={words.submit}
      busy={false}
      problem={undefined}
      errors={error === undefined ? [] : [{ name: 'name', message: error }]}
      onSubmit={submit}
      onClose={onClose}
    >
      {view === undefined && <p>{text.save.text}</p>}
      <Field
        label={text.name}
        help={text.nameHelp(longestName)}
        name="name"
        value={name}
        error={error}
        autoComplete="off"
        autoFocus
        onChange={({ target }) => setName(target.value)}
      />
    </DialogForm>
  );
}
