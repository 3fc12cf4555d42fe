import { Alert } from '../parts/alert.tsx';
import { Card } from '../parts/card.tsx';
import { Facts } from '../parts/facts.tsx';
import { Heading } from '../parts/heading.tsx';
import { Joined } from '../parts/joined.tsx';
import { Monogram } from '../parts/monogram.tsx';
import { Name } from '../parts/name.tsx';
import { Points } from '../parts/points.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { Progress } from '../parts/progress.tsx';
import { Steps } from '../parts/steps.tsx';
import { Text } from '../parts/text.tsx';
import { names } from './names.ts';

const facts = [
  { name: 'Organization', value: names.ordinary },
  { name: 'Workspace', value: names.rightToLeft },
  { name: 'Integration', value: names.long },
  { name: 'Works until', value: '24 December 2026 at 18:00' },
];
const providers = ['Google Ads', 'Meta', 'TikTok', 'LinkedIn', 'Amazon DSP', 'Criteo', 'شركة', '👩‍🎨'];

export const TextSamples = () => (
  <>
    <Heading>Texts and names</Heading>
    <Text>
      <Name>{names.ordinary}</Name> asks for access. A text can have <a href="#links">a link</a> in it.
    </Text>
    <Text>
      <Name>{names.rightToLeft}</Name> and <Name>{names.long}</Name> ask for access.
    </Text>
    <Text kind="quiet">You will be sent to accounts.google.com and come back here.</Text>
    <Heading>Facts</Heading>
    <Facts facts={facts} />
    <Card>
      <Heading>In a card</Heading>
      <Facts facts={facts} />
    </Card>
    <Heading note={<a href="#links">A link under a heading</a>}>Points</Heading>
    <Points symbol="check" label="What is possible" points={['See reports.', `See ${names.long}.`]} />
    <Points symbol="lock" label="What is not possible" points={['Nobody sees your password.']} />
    <Heading>Alerts</Heading>
    <Alert kind="information">This link works until tomorrow.</Alert>
    <Alert kind="success">The invitation was accepted.</Alert>
    <Alert kind="warning">Only approve what you started yourself.</Alert>
    <Alert kind="failure">That link was already used.</Alert>
    <ProblemAlert problem={{ status: 500, errors: [], requestId: '0197a0c4-7d7e-7f0e-9b36-d5ce2e8f6a21' }} />
    <ProblemAlert problem={{ status: 429, errors: [], retryAfter: 120 }} />
    <Heading>Monograms</Heading>
    <Text>
      {providers.map((provider) => (
        <span key={provider}>
          <Monogram name={provider} />{' '}
        </span>
      ))}
    </Text>
    <Joined from={names.ordinary} to="Google Ads" />
    <Heading>Steps</Heading>
    <Steps steps={['Read who asks', `Choose an account of ${names.long}`, 'Confirm', 'Done']} current={1} />
    <Heading>Progress</Heading>
    <Progress />
  </>
);
