import { Facts } from '../../../parts/facts.tsx';
import { Text } from '../../../parts/text.tsx';
import { Copy } from '../../parts/copy.tsx';
import { Section } from '../../parts/page.tsx';
import { settings as settingsWords } from '../../words/en/settings.ts';
import { formatDate } from '../../words/words.ts';

const text = settingsWords;

interface IdentifiersProps {
  readonly of: { readonly slug: string; readonly id: string; readonly createdAt: string };
}

/** The slug and the id of an organization or workspace. */
export const Identifiers = ({ of }: IdentifiersProps) => (
  <Section title={text.identifiers} card>
    <Text kind="quiet">{text.identifiersText}</Text>
    <Facts
      facts={[
        { name: text.slug, value: <Copy label={text.slug}>{of.slug}</Copy> },
        { name: text.id, value: <Copy label={text.id}>{of.id}</Copy> },
        { name: text.created, value: formatDate(of.createdAt) },
      ]}
    />
  </Section>
);
