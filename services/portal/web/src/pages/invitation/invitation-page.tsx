import { Page } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';

export const InvitationPage = () => <Page title={words.invitation.title}>{null}</Page>;
