import { type Io, styled } from './io.ts';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** Shows that something goes on, on stderr, until the returned function is called. Without a terminal it writes the text once. */
export function startSpinner(io: Io, text: string): () => void {
  const { stderr } = io;
  if (!stderr.isTTY) {
    stderr.write(`${text}\n`);
    return () => undefined;
  }
  // A line that wraps could not be replaced.
  const shown = text.slice(0, (stderr.columns || 80) - 3);
  let turn = 0;
  const draw = (): void => {
    stderr.write(`\r\u001B[2K${styled(io, stderr, 'cyan', frames[turn % frames.length] ?? '')} ${shown}`);
    turn += 1;
  };
  draw();
  const timer = setInterval(draw, 100);
  return () => {
    clearInterval(timer);
    stderr.write('\r\u001B[2K');
  };
}
