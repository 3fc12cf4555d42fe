/** `make screenshots`: takes the pictures of the pages that README.md and docs/ show. */
import { apiAt } from '../api.ts';
import { launchBrowser } from '../portal/browser.ts';
import { signInByStartPage } from '../soak/demo/start-page.ts';
import { Album } from './album.ts';
import { startDemoProcess } from './demo-process.ts';
import { walks } from './pages.ts';
import { drawTouchIcon } from './touch-icon.ts';
import { openVisitor } from './visitor.ts';

const folder = new URL('../../docs/images/', import.meta.url);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());

async function takePictures(): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  print('starting the demo and a browser');
  const demo = await startDemoProcess(interrupted.signal);
  cleanup.defer(() => demo.stop());
  const browser = await launchBrowser({ handleSIGINT: false, handleSIGTERM: false });
  cleanup.defer(() => browser.close());
  interrupted.signal.throwIfAborted();
  // What waits for a page fails then, and everything is stopped in order.
  interrupted.signal.addEventListener('abort', () => void browser.close());

  const began = Date.now();
  const jonas = await signInByStartPage(demo.startPage, apiAt(demo.apiUrl), 'jonas');
  const album = new Album(print);
  const visit = async (path: string) => {
    const page = await openVisitor(browser, demo.apiUrl, began);
    await page.goto(demo.portalUrl + path);
    return page;
  };
  print('taking pictures');
  for (const walk of walks) await walk({ demo, jonas, album, visit });
  await album.saveTo(folder);
  await drawTouchIcon(browser);
  print('written to docs/images');
}

try {
  await takePictures();
} catch (error) {
  const { aborted } = interrupted.signal;
  process.stderr.write(`${aborted ? 'interrupted' : error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = aborted ? 130 : 1;
}
