import { useState } from 'react';
import { Checkbox } from '../../../parts/checkbox.tsx';
import { ProblemAlert } from '../../../parts/problem.tsx';
import { Text } from '../../../parts/text.tsx';
import { refusalOf, useOrganization } from '../../data/access.tsx';
import { useChange } from '../../data/queries.ts';
import { useSignedIn } from '../../data/session.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Section } from '../../parts/page.tsx';
import { notify } from '../../parts/toasts.tsx';
import { passkeys } from '../../words/en/passkeys.ts';
import styles from './settings.module.css';

const text = passkeys.policy;

/** The switch that demands passkeys. Explains the consequences before it is switched on. */
export function PasskeyPolicy() {
  const organization = useOrganization();
  const { slug: orgSlug, requiresPasskey } = organization;
  const { method } = useSignedIn().session;
  const { run, busy, problem, reset } = useChange('updateOrganization');
  const [asks, setAsks] = useState(false);
  const refused =
    refusalOf(organization, 'updateOrganization') ?? (method === 'passkey' ? undefined : text.needsOwn);
  const change = async (requires: boolean): Promise<void> => {
    const answer = await run({ orgSlug, body: { requiresPasskey: requires } });
    if (!answer.ok) return;
    setAsks(false);
    notify(requires ? text.on : text.off);
  };
  return (
    <Section title={text.title}>
      <div className={styles.card}>
        {problem !== undefined && !asks && <ProblemAlert problem={problem} />}
        <Checkbox
          label={text.label}
          help={refused ?? text.help}
          checked={requiresPasskey}
          disabled={refused !== undefined}
          onChange={({ target }) => {
            if (busy) return;
            reset();
            if (target.checked) setAsks(true);
            else void change(false);
          }}
        />
        {refused !== undefined && <Text kind="quiet">{text.help}</Text>}
      </div>
      {asks && (
        <Confirm
          title={text.askTitle}
          action={text.askAction}
          busy={busy}
          problem={problem}
          onConfirm={() => void change(true)}
          onClose={() => setAsks(false)}
        >
          <ul>
            {text.means.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Confirm>
      )}
    </Section>
  );
}
