import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Problem } from '../../api/answer.ts';
import { Button, type ButtonProps } from '../../parts/button.tsx';
import { ProblemAlert } from '../../parts/problem.tsx';
import { useOnce } from '../../state/use-once.ts';
import type { SessionActions } from '../../state/use-session.ts';
import { words } from '../../words/words.ts';

interface SignOutButtonProps extends Pick<SessionActions, 'signOut'> {
  readonly kind?: ButtonProps['kind'];
  /** The label of a button that switches to another account. Default: "Sign out". */
  readonly label?: string;
}

export function SignOutButton({ signOut, kind = 'quiet', label }: SignOutButtonProps) {
  const [busy, once] = useOnce();
  const [problem, setProblem] = useState<Problem>();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const leave = async (): Promise<void> => {
    const refused = await signOut(label === undefined ? 'leave' : 'switch');
    setProblem(refused);
    // Removes the steps of this person from the history entry.
    if (refused === undefined) await navigate(pathname + search, { replace: true, state: null });
  };
  return (
    <>
      {problem !== undefined && <ProblemAlert problem={problem} />}
      <Button kind={kind} busy={busy} onClick={() => void once(leave)}>
        {label ?? words.signIn.signOut}
      </Button>
    </>
  );
}
