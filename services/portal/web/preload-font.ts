import type { Plugin } from 'vite';

/** Of the letters that nearly every page has. Those of other scripts are loaded when a name needs them. */
const latin = /\/inter-latin-wght-normal-[^/]+\.woff2$/;

/**
 * Adds the font to the head of the page. Browsers otherwise ask for it only once the script has drawn a text: half a second later on a
 * slow line, with all texts drawn twice. Of low priority: without the script there is no text, without the font there is.
 */
export const preloadFont = (): Plugin => ({
  name: 'preload-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const fonts = Object.keys(bundle).filter((name) => latin.test(name));
      return fonts.map((name) => ({
        tag: 'link',
        injectTo: 'head',
        attrs: {
          rel: 'preload',
          href: `/${name}`,
          as: 'font',
          type: 'font/woff2',
          crossorigin: true,
          fetchpriority: 'low',
        },
      }));
    },
  },
});
