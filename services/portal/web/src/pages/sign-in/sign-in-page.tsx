import { Page } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';

export const SignInPage = () => <Page title={words.signIn.title}>{null}</Page>;
