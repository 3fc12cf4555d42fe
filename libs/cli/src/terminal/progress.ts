import { type Io, styled } from './io.ts';
import { cut } from './plain.ts';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 100;
const hideCursor = '\u001B[?25l';
export const showCursor = '\u001B[?25h';
const clearLine = '\r\u001B[2K';

/** A line on stderr that says what goes on, in a terminal only. `stop` takes it away. */
export interface Progress {
  /** With `share`, from 0 to 1, a bar shows how much is done. */
  update(text: string, share?: number): void;
  /** Writes a line to stderr, above the one of the progress. Also where there is no terminal. */
  say(line: string): void;
  stop(): void;
}

/** Whether lines of a terminal can be drawn again. */
export const canRedraw = ({ env }: Io, stream: NodeJS.WriteStream): boolean =>
  stream.isTTY && env['TERM'] !== 'dumb';

/** `━━━━────  50 %` */
function barOf(io: Io, share: number, columns: number): string {
  const width = Math.min(30, Math.floor(columns / 3));
  const done = Math.round(Math.min(1, share) * width);
  const percent = `${Math.floor(Math.min(1, share) * 100)}`.padStart(4);
  const bar = styled(io, io.stderr, 'cyan', '━'.repeat(done)) + '─'.repeat(width - done);
  return `${bar}${percent} %`;
}

export function startProgress(io: Io, first: string): Progress {
  const { stderr } = io;
  if (!canRedraw(io, stderr))
    return { update: () => undefined, say: (line) => void stderr.write(`${line}\n`), stop: () => undefined };
  let [text, share, frame] = [first, undefined as number | undefined, 0];
  const draw = (): void => {
    const columns = stderr.columns || 80;
    const spinner = frames[frame % frames.length] ?? '';
    const sign = share === undefined ? styled(io, stderr, 'cyan', spinner) : barOf(io, share, columns);
    const taken = share === undefined ? 1 : Math.min(30, Math.floor(columns / 3)) + 6;
    // A line as wide as the terminal would wrap in some.
    stderr.write(`${clearLine}${sign} ${cut(text, columns - taken - 2)}`);
  };
  stderr.write(hideCursor);
  draw();
  const timer = setInterval(() => {
    frame += 1;
    draw();
  }, frameMs);
  return {
    update(next, nextShare) {
      [text, share] = [next, nextShare];
    },
    say(line) {
      stderr.write(`${clearLine}${line}\n`);
      draw();
    },
    stop() {
      clearInterval(timer);
      stderr.write(clearLine + showCursor);
    },
  };
}

/** Shows progress while `work` runs. */
export async function withProgress<T>(
  io: Io,
  first: string,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  const progress = startProgress(io, first);
  try {
    return await work(progress);
  } finally {
    progress.stop();
  }
}

/** The same for something else that is drawn again and again: without a cursor that jumps about. */
export async function withoutCursor<T>(stream: NodeJS.WriteStream, work: () => Promise<T>): Promise<T> {
  stream.write(hideCursor);
  try {
    return await work();
  } finally {
    stream.write(showCursor);
  }
}
