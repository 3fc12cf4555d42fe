import type { Schemas } from '../../api/answer.ts';
import { Card } from '../../parts/card.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Heading } from '../../parts/heading.tsx';
import { Text } from '../../parts/text.tsx';
import { words } from '../../words/words.ts';

export function OrganizationCard({ organization }: { readonly organization: Schemas['Organization'] }) {
  const { facts } = words.home;
  const { name, may } = words.invitation.roles[organization.role];
  return (
    <Card>
      <Heading>{organization.name}</Heading>
      <Facts
        facts={[
          { name: facts.role, value: name },
          { name: facts.slug, value: <code>{organization.slug}</code> },
          ...(organization.domain === undefined ? [] : [{ name: facts.domain, value: organization.domain }]),
        ]}
      />
      <Text kind="quiet">{may}</Text>
    </Card>
  );
}
