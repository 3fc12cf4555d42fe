import { ButtonLink } from '../parts/button.tsx';
import { Outcome } from '../parts/outcome.tsx';
import { words } from '../words/words.ts';

export const NotFoundPage = () => (
  <Outcome symbol="cross" title={words.notFound.title} reason={words.notFound.reason}>
    <ButtonLink href="/sign-in">{words.notFound.signIn}</ButtonLink>
  </Outcome>
);
