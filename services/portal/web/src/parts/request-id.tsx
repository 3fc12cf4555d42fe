import { words } from '../words/words.ts';
import styles from './request-id.module.css';

/** To quote to whoever operates the platform. One click selects it. */
export const RequestId = ({ id }: { readonly id: string }) => (
  <p className={styles.id}>{words.common.requestId(id)}</p>
);
