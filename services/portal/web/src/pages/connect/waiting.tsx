import { useEffect, useState } from 'react';
import { Progress } from '../../parts/progress.tsx';
import { Text } from '../../parts/text.tsx';

/** Milliseconds: what is done sooner needs no words. */
const shownAfterMs = 300;

/** What a person waits for, in words and with a bar. */
export function Waiting({ text }: { readonly text: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), shownAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status">
      {shown && (
        <>
          <Text kind="quiet">{text}</Text>
          <Progress />
        </>
      )}
    </div>
  );
}
