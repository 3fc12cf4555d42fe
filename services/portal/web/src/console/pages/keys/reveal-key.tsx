import { Patchbay, type Schemas } from '@patchbay/client';
import { useState } from 'react';
import { type Answer, answerOf } from '../../../api/answer.ts';
import { Alert } from '../../../parts/alert.tsx';
import { Button } from '../../../parts/button.tsx';
import { ProblemText } from '../../../parts/problem.tsx';
import { settings } from '../../../settings.ts';
import { reveal } from '../../parts/reveal.tsx';
import { ago, words } from '../../words/words.ts';
import styles from './keys.module.css';

const text = words.keys.reveal;

type NewApiKey = Schemas['ApiKeyWithSecret'];

/** Sends one request with the key, without the session cookie. Resolves with what the key may read about itself. */
async function callWith({ key, level, workspaceSlug = '' }: NewApiKey, orgSlug: string): Promise<string> {
  const api = new Patchbay({
    baseUrl: settings.apiUrl,
    apiKey: key,
    credentials: 'omit',
    retries: 0,
    fetch: (url, init) => fetch(url, { ...init, referrerPolicy: 'no-referrer' }),
  });
  if (level !== 'workspace') {
    const { name, role } = await api.getOrganization({ orgSlug });
    return text.works[level](name, role);
  }
  const { name, role } = await api.getWorkspace({ orgSlug, workspaceSlug });
  return text.works.workspace(name, role);
}

interface KeyToTry {
  readonly orgSlug: string;
  readonly apiKey: NewApiKey;
}

interface KeyToReveal extends KeyToTry {
  /** When the replaced key ends. Undefined: it is not a rotation. */
  readonly oldEndsAt?: string;
  /** Called with the id of the key once the person has seen it. */
  readonly onSeen: (id: string) => void;
}

/** Shows a new key once, with a button that tries it. */
export const revealKey = ({ orgSlug, apiKey, oldEndsAt, onSeen }: KeyToReveal): void =>
  reveal({
    title: text.title,
    lead: text.lead,
    label: text.label,
    secret: apiKey.key,
    children: (
      <>
        {oldEndsAt !== undefined && (
          <p>{Date.parse(oldEndsAt) > Date.now() ? text.oldEnds(ago(oldEndsAt)) : text.oldEnded}</p>
        )}
        <TryKey orgSlug={orgSlug} apiKey={apiKey} />
      </>
    ),
    onClose: () => onSeen(apiKey.id),
  });

function TryKey({ orgSlug, apiKey }: KeyToTry) {
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer<string>>();
  const run = async (): Promise<void> => {
    setBusy(true);
    setAnswer(undefined);
    setAnswer(await answerOf(callWith(apiKey, orgSlug)));
    setBusy(false);
  };
  return (
    <div className={styles.try}>
      <Button kind="other" busy={busy} onClick={() => void run()}>
        {text.try}
      </Button>
      {answer === undefined && <p className={styles.quiet}>{text.trying}</p>}
      {answer?.ok === true && <Alert kind="success">{answer.data}</Alert>}
      {answer?.ok === false && (
        <Alert kind="failure">
          {text.fails} <ProblemText problem={answer.problem} />
        </Alert>
      )}
    </div>
  );
}
