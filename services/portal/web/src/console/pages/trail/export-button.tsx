import type { Input } from '@patchbay/client';
import { useEffect, useRef, useState } from 'react';
import { type Problem, problemOf } from '../../../api/answer.ts';
import { api } from '../../../api/client.ts';
import { Button } from '../../../parts/button.tsx';
import { ProblemAlert } from '../../../parts/problem.tsx';
import { notify } from '../../parts/toasts.tsx';
import { trail as trailWords } from '../../words/en/trail.ts';
import { formatNumber } from '../../words/words.ts';
import styles from './trail.module.css';

const text = trailWords.exporting;

/** Number of lines per blob. The browser may keep blobs on disk. */
const linesPerPart = 5_000;
/** Interval between updates of the count. */
export const progressMs = 100;

/** Downloads a file, like a link with `download`. */
function save(parts: readonly Blob[], name: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type: 'application/x-ndjson' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

async function collect(
  input: Input<'exportAuditLogs'>,
  signal: AbortSignal,
  onProgress: (count: number) => void,
): Promise<{ readonly parts: readonly Blob[]; readonly count: number }> {
  const parts: Blob[] = [];
  let lines: string[] = [];
  let count = 0;
  const flush = (): void => {
    parts.push(new Blob(lines));
    lines = [];
  };
  for await (const line of api.exportAuditLogs(input, { signal }).lines()) {
    lines.push(`${line}\n`);
    count += 1;
    onProgress(count);
    if (lines.length === linesPerPart) flush();
  }
  flush();
  return { parts, count };
}

interface ExportButtonProps {
  readonly orgSlug: string;
  /** The filters as parameters of the API. */
  readonly asked: Omit<Input<'exportAuditLogs'>, 'orgSlug'>;
  readonly refused: string | undefined;
}

/** Downloads the entries that match the filters as JSON Lines. */
export function ExportButton({ orgSlug, asked, refused }: ExportButtonProps) {
  const running = useRef<AbortController>(undefined);
  const [count, setCount] = useState<number>();
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => () => running.current?.abort(), []);

  const start = async (): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setProblem(undefined);
    setCount(0);
    let shownAt = 0;
    const progress = (now: number): void => {
      if (performance.now() - shownAt < progressMs) return;
      shownAt = performance.now();
      setCount(now);
    };
    try {
      const file = await collect({ orgSlug, ...asked }, controller.signal, progress);
      save(file.parts, text.file(orgSlug, new Date().toISOString().slice(0, 10)));
      notify(text.done(file.count, formatNumber(file.count)));
    } catch (error) {
      if (!controller.signal.aborted) setProblem(problemOf(error));
    }
    setCount(undefined);
  };

  if (count !== undefined)
    return (
      <>
        <span className={styles.progressText}>{text.running(count, formatNumber(count))}</span>
        <Button kind="other" onClick={() => running.current?.abort()}>
          {text.cancel}
        </Button>
      </>
    );
  return (
    <>
      <Button kind="other" refused={refused} onClick={() => void start()}>
        {Object.keys(asked).length > 0 ? text.startFiltered : text.start}
      </Button>
      {problem !== undefined && <ProblemAlert problem={problem} />}
    </>
  );
}
