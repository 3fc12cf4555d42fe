/** Makes a text of a time once for each second: what all times of the second have in common. `now` is that of `Date.now`. */
export function perSecond(make: (time: Date) => string): (now: number) => string {
  let second = Number.NaN;
  let text = '';
  return (now) => {
    const current = Math.floor(now / 1_000);
    if (current !== second) {
      second = current;
      text = make(new Date(now));
    }
    return text;
  };
}
