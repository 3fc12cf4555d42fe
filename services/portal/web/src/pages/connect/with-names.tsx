import { Fragment } from 'react';
import { MailLink } from '../../parts/mail-link.tsx';
import { Name, Text, type TextProps } from '../../parts/text.tsx';
import { words } from '../../words/words.ts';
import type { Asked } from './flow.ts';

interface WithNamesProps {
  /** Has `{organization}`, `{asker}` or `{contact}` in it. */
  readonly text: string;
  readonly asked: Asked;
}

/** A sentence with the name of the organization, its domain too, or whom to ask. */
export const WithNames = ({ text, asked }: WithNamesProps) =>
  text.split(/(\{\w+\})/).map((part) => {
    if (part === '{organization}') return <Name key={part}>{asked.organizationName}</Name>;
    if (part === '{asker}')
      return (
        <Fragment key={part}>
          <Name>{asked.organizationName}</Name>
          {asked.organizationDomain && (
            <>
              {' · '}
              <bdi>{asked.organizationDomain}</bdi>
            </>
          )}
        </Fragment>
      );
    if (part === '{contact}') return <Contact key={part} asked={asked} />;
    return <Fragment key={part}>{part}</Fragment>;
  });

/** Whoever issued the link, with an address to write to; the organization if that is not known. */
function Contact({ asked }: { readonly asked: Asked }) {
  const { requestedBy, organizationName, providerName, integrationName } = asked;
  if (!requestedBy) return <Name>{organizationName}</Name>;
  const { name, email } = requestedBy;
  return (
    <>
      <Name>{name}</Name> (
      <MailLink to={email} subject={words.connect.mailSubject(providerName, integrationName)} />)
    </>
  );
}

/** The organization with the domain that it has confirmed. */
export const Organization = ({ asked }: { readonly asked: Asked }) =>
  asked.organizationDomain
    ? `${asked.organizationName} · ${asked.organizationDomain}`
    : asked.organizationName;

interface WhomToAskProps {
  /** `plain` if asking is the next step. */
  readonly kind?: TextProps['kind'];
  readonly asked: Asked | undefined;
  /** Has `{contact}` in it. */
  readonly text: string;
  /** Shown instead if this tab does not know who asks. */
  readonly sender: string;
}

export const WhomToAsk = ({ kind = 'quiet', asked, text, sender }: WhomToAskProps) => (
  <Text kind={kind}>{asked === undefined ? sender : <WithNames text={text} asked={asked} />}</Text>
);
