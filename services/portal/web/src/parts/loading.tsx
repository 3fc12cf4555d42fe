import { words } from '../words/words.ts';
import { Frame } from './frame.tsx';
import styles from './loading.module.css';
import moving from './moving-bar.module.css';
import hidden from './visually-hidden.module.css';

/** A page that is loading. Its heading is not drawn: a quick answer would replace it at once. */
export const Loading = ({ title = words.common.loading }: { readonly title?: string }) => (
  <Frame>
    <h1 className={hidden.hidden}>{title}</h1>
    <div className={styles.area}>
      <Progress />
    </div>
  </Frame>
);

/** A progress bar that appears after 300 ms, for screen readers too. */
export const Progress = () => (
  <div className={`${styles.progress} ${moving.bar}`} role="progressbar" aria-label={words.common.loading} />
);
