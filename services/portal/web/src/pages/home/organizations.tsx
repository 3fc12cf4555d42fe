import { answerOf } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { Progress } from '../../parts/progress.tsx';
import { Text } from '../../parts/text.tsx';
import { useLoaded } from '../../state/use-loaded.ts';
import { words } from '../../words/words.ts';
import { OrganizationCard } from './organization-card.tsx';

export interface OrganizationsProps {
  /** Whether an invitation waits above: then there is no need to say how to get one. */
  readonly invited: boolean;
}

/** Those that the caller belongs to. */
export function Organizations({ invited }: OrganizationsProps) {
  const loaded = useLoaded(() => answerOf(api.GET('/v1/organizations')), []);
  if (loaded.state === 'loading') return <Progress />;
  if (loaded.state === 'failed') {
    return (
      <>
        <ProblemAlert problem={loaded.problem} />
        <Button kind="other" onClick={loaded.reload}>
          {words.common.tryAgain}
        </Button>
      </>
    );
  }
  const { organizations } = loaded.data;
  if (organizations.length === 0 && invited) return null;
  if (organizations.length === 0) {
    return (
      <>
        <Text>{words.home.noOrganization}</Text>
        <ButtonLink kind="other" href="/sign-up">
          {words.home.createOrganization}
        </ButtonLink>
      </>
    );
  }
  return organizations.map((organization) => (
    <OrganizationCard key={organization.id} organization={organization} />
  ));
}
