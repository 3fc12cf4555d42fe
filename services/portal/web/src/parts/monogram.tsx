/** Of an organization or a provider: a letter of ours, never a logo that is not. Says nothing to screen readers: the name stands beside it. */
export const Monogram = ({ name }: { readonly name: string }) => (
  <span aria-hidden="true">{String.fromCodePoint(name.trim().codePointAt(0) ?? 0x20).toUpperCase()}</span>
);
