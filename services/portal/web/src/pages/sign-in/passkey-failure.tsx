import { isUnconfirmed } from '../../api/answer.ts';
import { Alert } from '../../parts/alert.tsx';
import { ProblemAlert } from '../../parts/problem.tsx';
import { words } from '../../words/words.ts';
import type { Attempt } from './passkey.ts';

interface PasskeyFailureProps {
  /** Undefined: there was none yet. */
  readonly attempt: Attempt<unknown> | undefined;
  /** Shown if the API refuses the passkey. The API never says why. */
  readonly notTaken: string;
}

/** Why a passkey was not used or created. Nothing after a success. */
export function PasskeyFailure({ attempt, notTaken }: PasskeyFailureProps) {
  if (attempt === undefined || attempt.kind === 'done') return null;
  if (attempt.kind === 'stopped') {
    if (attempt.why === 'aborted') return null;
    // To cancel is not an error.
    return (
      <Alert kind={attempt.why === 'refused' ? 'information' : 'failure'}>
        {words.passkey.stopped[attempt.why]}
      </Alert>
    );
  }
  const { problem } = attempt;
  if (problem.status === 401 || (problem.status === 403 && !isUnconfirmed(problem)))
    return <Alert kind="failure">{notTaken}</Alert>;
  return <ProblemAlert problem={problem} />;
}
