import { cut } from '../text/table.ts';
import { type Io, styled } from './io.ts';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 100;
const hideCursor = '\u001B[?25l';
const showCursor = '\u001B[?25h';
const clearLine = '\r\u001B[2K';

/** The current step. With `share`, from 0 to 1, a bar is shown, otherwise a spinner. */
export interface Shown {
  readonly text: string;
  readonly share?: number | undefined;
}

/** A progress line on stderr. Shown in a terminal only. */
export interface Progress {
  /** Writes a line to stderr above the progress line, also without a terminal. */
  readonly say: (line: string) => void;
  /** Removes the progress line. */
  readonly stop: () => void;
}

/** Whether the terminal can redraw lines. */
export const canRedraw = ({ env }: Io, stream: NodeJS.WriteStream): boolean =>
  stream.isTTY && env['TERM'] !== 'dumb';

/** `━━━━────  50 % of it`, or `⠋ it`. */
function lineOf(io: Io, { text, share }: Shown, frame: number): string {
  // A line as wide as the terminal would wrap in some.
  const columns = (io.stderr.columns || 80) - 1;
  const inColour = (sign: string): string => styled(io, io.stderr, 'cyan', sign);
  if (share === undefined)
    return `${inColour(frames[frame % frames.length] ?? '')} ${cut(text, columns - 2)}`;
  const part = Math.max(0, Math.min(1, share));
  const width = Math.min(30, Math.floor(columns / 3));
  const done = Math.round(part * width);
  const percent = `${Math.floor(part * 100)} %`.padStart(6);
  const bar = inColour('━'.repeat(done)) + '─'.repeat(width - done);
  return `${bar}${percent} ${cut(text, columns - width - 7)}`;
}

/** Hides the cursor until what it returns is called, or until the process ends. */
function withoutCursorUntil(stream: NodeJS.WriteStream): () => void {
  const show = (): void => void stream.write(showCursor);
  stream.write(hideCursor);
  process.once('exit', show);
  return () => {
    process.off('exit', show);
    show();
  };
}

/** Draws `look()` ten times a second. */
export function startProgress(io: Io, look: () => Shown): Progress {
  const { stderr } = io;
  if (!canRedraw(io, stderr)) return { say: (line) => void stderr.write(`${line}\n`), stop: () => undefined };
  let frame = 0;
  const draw = (): void => void stderr.write(clearLine + lineOf(io, look(), frame));
  const showAgain = withoutCursorUntil(stderr);
  draw();
  const timer = io.clock.every(frameMs, () => {
    frame += 1;
    draw();
  });
  return {
    say(line) {
      stderr.write(`${clearLine}${line}\n`);
      draw();
    },
    stop() {
      timer.cancel();
      stderr.write(clearLine);
      showAgain();
    },
  };
}

/** Shows progress while `work` runs. */
export async function withProgress<T>(io: Io, look: () => Shown, work: () => Promise<T>): Promise<T> {
  const progress = startProgress(io, look);
  try {
    return await work();
  } finally {
    progress.stop();
  }
}

/** Hides the cursor while other code redraws lines. */
export async function withoutCursor<T>(stream: NodeJS.WriteStream, work: () => Promise<T>): Promise<T> {
  const showAgain = withoutCursorUntil(stream);
  try {
    return await work();
  } finally {
    showAgain();
  }
}
