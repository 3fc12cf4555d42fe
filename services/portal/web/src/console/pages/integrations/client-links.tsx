import { Button } from '../../../parts/button.tsx';
import { useCopy } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { selection } from '../../words/en/selection.ts';
import styles from './selection-bar.module.css';

const text = selection.links;

export interface ClientLink {
  /** Of the integration. */
  readonly id: string;
  readonly name: string;
  readonly url: string;
}

interface ClientLinksProps {
  readonly links: readonly ClientLink[];
  readonly onClose: () => void;
}

/** The links of several integrations, to copy at once: a line each, which spreadsheets take as two columns. */
export function ClientLinks({ links, onClose }: ClientLinksProps) {
  const { code, copied, blocked, copy, onCopy } = useCopy(
    links.map(({ name, url }) => `${name}\t${url}`).join('\n'),
  );
  return (
    <Dialog title={selection.actions.link.done(links.length, String(links.length))} keeps onClose={onClose}>
      <p>{text.text}</p>
      <div className={styles.links} role="region" aria-label={text.list} tabIndex={0}>
        <code
          ref={(element) => {
            code.current = element;
          }}
          onCopy={onCopy}
        >
          {links.map(({ id, name, url }) => (
            <span key={id} className={styles.link}>
              <bdi>{name}</bdi>
              {'\t'}
              <bdi>{url}</bdi>
              {'\n'}
            </span>
          ))}
        </code>
      </div>
      {blocked && <p role="status">{text.blocked}</p>}
      <div className={styles.actions}>
        <Button onClick={copy}>{copied ? text.copied : text.copy}</Button>
        <Button kind="other" onClick={onClose}>
          {selection.dismiss}
        </Button>
      </div>
    </Dialog>
  );
}
