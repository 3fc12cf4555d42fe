import { useState } from 'react';
import type { Problem } from '../../api/answer.ts';
import { Alert } from '../../parts/alert.tsx';
import { Button } from '../../parts/button.tsx';
import { Symbol } from '../../parts/outcome.tsx';
import { Page } from '../../parts/page.tsx';
import { ProblemAlert, useWait } from '../../parts/problem.tsx';
import { Text } from '../../parts/text.tsx';
import { useOnce } from '../../state/use-once.ts';
import { useSecondsUntil } from '../../state/use-seconds-until.ts';
import { words } from '../../words/words.ts';
import { betweenMailsMs } from './email.ts';

interface SentPageProps {
  readonly lead: string;
  /** What to do if nothing arrives. */
  readonly help: string;
  /** In milliseconds since 1970. */
  readonly sentAt: number;
  /** Resolves with undefined if it was sent. */
  readonly onSendAgain: () => Promise<Problem | undefined>;
  /** To change the address. Undefined: it cannot be changed. */
  readonly onBack?: (() => void) | undefined;
}

/** The page after a link was mailed. */
export function SentPage({ lead, help, sentAt, onSendAgain, onBack }: SentPageProps) {
  const [busy, once] = useOnce();
  const [result, setResult] = useState<Problem | 'sent'>();
  const seconds = useSecondsUntil(sentAt + betweenMailsMs);
  const wait = useWait(typeof result === 'object' ? result : undefined);
  const sendAgain = () => once(async () => setResult((await onSendAgain()) ?? 'sent'));
  return (
    <Page title={words.signIn.sent.title} mark={<Symbol symbol="envelope" />} lead={lead}>
      <Text>{words.signIn.sent.link}</Text>
      <Text kind="quiet">{help}</Text>
      {result === 'sent' && <Alert kind="success">{words.signIn.sent.sentAgain}</Alert>}
      {result !== undefined && result !== 'sent' && <ProblemAlert problem={result} />}
      {/* Stays while it waits, so that the focus does too. */}
      <Button kind="other" busy={busy} waits={seconds > 0 || wait > 0} onClick={() => void sendAgain()}>
        {words.signIn.sent.sendAgain}
      </Button>
      {seconds > 0 && <Text kind="quiet">{words.signIn.sent.wait(seconds)}</Text>}
      {onBack !== undefined && (
        <Button kind="quiet" onClick={onBack}>
          {words.signIn.sent.otherAddress}
        </Button>
      )}
    </Page>
  );
}
