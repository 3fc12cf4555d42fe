import type { Input } from '@patchbay/client';
import { useEffect, useRef, useState } from 'react';
import { type Problem, problemOf } from '../../../api/answer.ts';
import { api } from '../../../api/client.ts';
import { Button } from '../../../parts/button.tsx';
import { ProblemAlert } from '../../../parts/problem.tsx';
import { notify } from '../../parts/toasts.tsx';
import { formatNumber, words } from '../../words/words.ts';
import styles from './trail.module.css';

const text = words.trail.exporting;

/** Lines that are handed to the browser at once, which may keep them on disk. */
const linesPerPart = 5_000;
/** How often the count on the page changes. */
export const progressMs = 100;

/** A file that the browser saves, as a link would. */
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
  /** The filters, as the API takes them. */
  readonly asked: Omit<Input<'exportAuditLogs'>, 'orgSlug'>;
  readonly refused: string | undefined;
}

/** Saves the entries that match the filters in a file, one a line, as the API writes them. */
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
