import { Bot, KeyRound, Link2, UserRound } from 'lucide-react';
import type { Schemas } from '../../../api/answer.ts';
import { trail } from '../../words/en/trail.ts';
import styles from './trail.module.css';

const icons = { user: UserRound, api_key: KeyRound, client: Link2, system: Bot };

/** What kind of actor an entry has. */
export function ActorIcon({ type }: { readonly type: Schemas['AuditActor']['type'] }) {
  const Icon = icons[type];
  return <Icon className={styles.icon} role="img" aria-label={trail.actors[type]} />;
}
