import { Page } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';

export const SignUpPage = () => <Page title={words.signUp.title}>{null}</Page>;
