import { withBreaks } from '../../../parts/with-breaks.tsx';
import { Time } from '../../parts/cells.tsx';
import { type Phrase, plain } from '../../words/phrase.ts';
import { formatDate } from '../../words/words.ts';
import styles from './sentence.module.css';
import { type Entry, type Told, tell } from './story.ts';

/** The names of API keys by their ids. Without one, a key is named by its prefix and the person who made it. */
export type KeyNames = ReadonlyMap<string, string>;

interface SentenceProps {
  readonly entry: Told;
  readonly keyNames?: KeyNames | undefined;
}

const phraseOf = ({ entry, keyNames }: SentenceProps): Phrase => tell(entry, { formatDate, keyNames });

/** The sentence of an entry as plain text. */
export const sentenceOf = (entry: Told, keyNames?: KeyNames): string => plain(phraseOf({ entry, keyNames }));

/** A phrase with emphasized names. */
const Told = ({ phrase }: { readonly phrase: Phrase }) =>
  phrase.map((part, index) =>
    typeof part === 'string' ? (
      part
    ) : (
      // Parts have no other key than their index.
      <bdi key={index} className={styles.name}>
        {withBreaks(part.name)}
      </bdi>
    ),
  );

/** The sentence of an entry. */
export const Sentence = (props: SentenceProps) => (
  <span className={styles.sentence}>
    <Told phrase={phraseOf(props)} />
  </span>
);

interface Line {
  /** The first of its entries. */
  readonly entry: Entry;
  readonly count: number;
}

/** One line for the entries that have the same sentence, at the place of the first of them. */
export function linesOf(entries: readonly Entry[]): readonly Line[] {
  const lines = new Map<string, Line>();
  for (const entry of entries) {
    const sentence = sentenceOf(entry);
    const line = lines.get(sentence);
    lines.set(sentence, { entry: line?.entry ?? entry, count: (line?.count ?? 0) + 1 });
  }
  return [...lines.values()];
}

/** A short time line of entries, the newest first. */
export const TrailList = ({
  entries,
}: {
  readonly entries: readonly (Told & Pick<Entry, 'id' | 'occurredAt'>)[];
}) => (
  <ol className={styles.list}>
    {entries.map((entry) => (
      <li key={entry.id} className={styles.entry}>
        <Sentence entry={entry} />
        <span className={styles.time}>
          <Time at={entry.occurredAt} />
        </span>
      </li>
    ))}
  </ol>
);
