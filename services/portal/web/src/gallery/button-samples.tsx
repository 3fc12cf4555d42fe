import { Actions } from '../parts/actions.tsx';
import { Button, ButtonLink } from '../parts/button.tsx';
import { Heading } from '../parts/heading.tsx';
import { names } from './names.ts';

const kinds = ['main', 'other', 'quiet', 'danger'] as const;

export const ButtonSamples = () => (
  <>
    <Heading>Buttons</Heading>
    {kinds.map((kind) => (
      <Button key={kind} kind={kind}>
        {kind}
      </Button>
    ))}
    <Heading>Busy buttons</Heading>
    {kinds.map((kind) => (
      <Button key={kind} kind={kind} busy>
        {kind}, busy
      </Button>
    ))}
    <Heading>Side by side</Heading>
    <Actions>
      <Button kind="other">Decline</Button>
      <Button>Accept</Button>
    </Actions>
    <Heading>Links</Heading>
    <ButtonLink href="#next">Go on</ButtonLink>
    <ButtonLink kind="other" href="#long">
      Go on to {names.long}
    </ButtonLink>
  </>
);
