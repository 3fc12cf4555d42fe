import { useState } from 'react';
import { refusalOf, useOrganization } from '../../data/access.tsx';
import { useChange } from '../../data/queries.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Danger } from '../../parts/danger.tsx';
import { notify } from '../../parts/toasts.tsx';
import { deletion } from '../../words/en/deletion.ts';

const text = deletion.organization;

/** Closes the organization, which is deleted after a grace period. All its pages then show that it is closed. */
export function DeleteOrganization() {
  const organization = useOrganization();
  const { slug: orgSlug, name } = organization;
  const { run, busy, problem, reset } = useChange('deleteOrganization');
  const [asks, setAsks] = useState(false);
  const submit = async (): Promise<void> => {
    if (!(await run({ orgSlug, body: { confirm: orgSlug } })).ok) return;
    setAsks(false);
    notify(text.done(name));
  };
  return (
    <>
      <Danger
        {...text}
        refused={refusalOf(organization, 'deleteOrganization')}
        onAsk={() => {
          reset();
          setAsks(true);
        }}
      />
      {asks && (
        <Confirm
          title={text.askTitle(name)}
          action={text.action}
          typed={orgSlug}
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
