import { markInline } from '@patchbay/brand/mark';
import { en } from './src/words/en.ts';

const { product, tagline, loading } = en.common;

/**
 * The frame of every page: the brand above, the tagline below, and between them the bar that is seen while `#root` is empty. It is a part
 * of the HTML, so that it is seen before a script has arrived, and no script replaces it.
 */
export const frame = `<div class="frame">
      <header>${markInline}${product}</header>
      <main>
        <div id="root"></div>
        <div class="loading">
          <h1 class="visually-hidden">${loading}</h1>
          <div class="progress moving-bar" role="progressbar" aria-label="${loading}"></div>
        </div>
        <noscript>
          <h1>This page needs JavaScript</h1>
          <p>Turn it on for this site in the settings of your browser, then open the link to Patchbay again.</p>
        </noscript>
      </main>
      <footer>${tagline}</footer>
    </div>`;
