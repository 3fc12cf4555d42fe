import styles from './monogram.module.css';

/** There are as many `--hue-…` pairs in styles/tokens.css. */
export const hues = 8;

/** The hue of a name: the same on every page and in every browser. */
export function hueOf(name: string): number {
  let hash = 0;
  for (const character of name.trim().toLowerCase())
    hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % hues;
}

/** Undefined in browsers without it, such as Firefox 115. */
const characters = Intl.Segmenter && new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first character of a name as a reader sees it: an accent or the parts of an emoji belong to it. */
export function initialOf(name: string): string {
  const text = name.trim();
  const [first] = characters?.segment(text) ?? [];
  const initial = first?.segment ?? text.slice(0, (text.codePointAt(0) ?? 0) > 0xff_ff ? 2 : 1);
  return initial.toUpperCase();
}

/** The initial of an organization or provider, in place of a logo. Hidden from screen readers: the name stands beside it. */
export const Monogram = ({ name }: { readonly name: string }) => (
  <span className={styles.monogram} data-hue={hueOf(name)} aria-hidden="true">
    {initialOf(name)}
  </span>
);

interface MarkProps {
  readonly name: string;
  /** The path of a picture in place of the monogram. */
  readonly mark: string | undefined;
}

/** The mark of a provider, or its monogram. Hidden from screen readers: the name stands beside it. */
export const Mark = ({ name, mark }: MarkProps) =>
  mark === undefined ? <Monogram name={name} /> : <img className={styles.mark} src={mark} alt="" />;

interface JoinedProps {
  readonly from: string;
  readonly to: string;
  /** The path of a picture in place of the monogram of `to`. */
  readonly mark?: string | undefined;
}

/** Two monograms with a cable between them: who asks, and whose account it is about. The names stand beside it as text. */
export const Joined = ({ from, to, mark }: JoinedProps) => (
  <span className={styles.joined} aria-hidden="true">
    <Monogram name={from} />
    <span className={styles.cable} />
    <Mark name={to} mark={mark} />
  </span>
);
