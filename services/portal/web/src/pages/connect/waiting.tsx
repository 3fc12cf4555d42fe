import { useEffect, useState } from 'react';
import { Text } from '../../parts/text.tsx';

/** Milliseconds: what is done sooner needs no words. */
const shownAfterMs = 300;

/** What a person waits for. The bar is that of the button. */
export function Waiting({ text }: { readonly text: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), shownAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return <div role="status">{shown && <Text kind="quiet">{text}</Text>}</div>;
}
