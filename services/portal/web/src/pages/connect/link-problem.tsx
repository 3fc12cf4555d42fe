import type { Problem } from '../../api/answer.ts';
import { Button } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { Text } from '../../parts/text.tsx';
import { words } from '../../words/words.ts';
import type { Asked } from './flow.ts';
import { LinkEnded } from './outcome/link-ended.tsx';
import { WithOrganization } from './with-organization.tsx';

export interface LinkProblemProps {
  readonly problem: Problem;
  /** Undefined where the link was never read in this tab. */
  readonly asked: Asked | undefined;
  readonly onTryAgain: () => void;
}

/** A whole page for a link that could not be read or used: gone, expired, refused for now, or not reached. */
export function LinkProblem({ problem, asked, onTryAgain }: LinkProblemProps) {
  const { connect, outcome, common } = words;
  if (problem.status === 404 || problem.status === 401)
    return (
      <LinkEnded
        kind={problem.status === 404 ? 'used' : 'expired'}
        asked={asked}
        requestId={problem.requestId}
      />
    );
  return (
    <Page title={problem.status === 409 ? connect.conflict.title : connect.failed}>
      <ProblemAlert problem={problem} />
      <Button onClick={onTryAgain}>{common.tryAgain}</Button>
      <Text kind="quiet">
        {asked === undefined ? (
          outcome.askSender
        ) : (
          <WithOrganization text={outcome.ask} name={asked.organizationName} />
        )}
      </Text>
    </Page>
  );
}
