import { Name, Text, type TextProps } from '../../parts/text.tsx';
import type { Asked } from './flow.ts';

const place = '{organization}';

interface WithOrganizationProps {
  /** A text that has `{organization}` in it, once. */
  readonly text: string;
  readonly name: string;
}

/** A sentence with the name of an organization. */
export function WithOrganization({ text, name }: WithOrganizationProps) {
  const [before, after] = text.split(place, 2);
  return (
    <>
      {before}
      <Name>{name}</Name>
      {after}
    </>
  );
}

interface WhomToAskProps {
  /** `plain` if asking is the next step. */
  readonly kind?: TextProps['kind'];
  readonly asked: Asked | undefined;
  /** Has `{organization}` in it. */
  readonly text: string;
  /** Shown instead if the organization is unknown. */
  readonly sender: string;
}

export const WhomToAsk = ({ kind = 'quiet', asked, text, sender }: WhomToAskProps) => (
  <Text kind={kind}>
    {asked === undefined ? sender : <WithOrganization text={text} name={asked.organizationName} />}
  </Text>
);
