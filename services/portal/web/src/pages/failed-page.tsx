import type { Problem } from '../api/answer.ts';
import { Button } from '../parts/button.tsx';
import { Page } from '../parts/page.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { useOnce } from '../state/use-once.ts';
import { words } from '../words/words.ts';

export interface FailedPageProps {
  readonly title: string;
  readonly problem: Problem;
  readonly onRetry: () => void | Promise<void>;
}

/** A page that could not load what it is about: why, and once more. */
export function FailedPage({ title, problem, onRetry }: FailedPageProps) {
  const [busy, once] = useOnce();
  return (
    <Page title={title}>
      <ProblemAlert problem={problem} />
      <Button busy={busy} onClick={() => void once(async () => onRetry())}>
        {words.common.tryAgain}
      </Button>
    </Page>
  );
}
