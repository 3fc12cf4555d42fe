import { useState } from 'react';
import { useChange } from '../../data/queries.ts';
import { useSignedIn } from '../../data/session.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Danger } from '../../parts/danger.tsx';
import { notify } from '../../parts/toasts.tsx';
import { deletion } from '../../words/en/deletion.ts';

const text = deletion.account;

/** Deletes the caller's own account. The session ends with it. */
export function DeleteAccount() {
  const { user, check } = useSignedIn();
  const { run, busy, problem, reset } = useChange('deleteMe');
  const [asks, setAsks] = useState(false);
  const submit = async (): Promise<void> => {
    if (!(await run({ body: { confirm: user.email } })).ok) return;
    setAsks(false);
    notify(text.done);
    void check();
  };
  return (
    <>
      <Danger
        {...text}
        onAsk={() => {
          reset();
          setAsks(true);
        }}
      />
      {asks && (
        <Confirm
          title={text.askTitle}
          action={text.action}
          typed={user.email}
          busy={busy}
          problem={problem}
          onConfirm={() => void submit()}
          onClose={() => setAsks(false)}
        >
          <ul>
            {text.means.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Confirm>
      )}
    </>
  );
}
