import { words } from '../words/words.ts';

/** A bar for something that takes longer than 300 ms; appears after that time. */
export const Progress = () => <progress aria-label={words.common.loading} />;
