/* Runs before Scalar, so that it works under the page's Content-Security-Policy. */

const nonce = document.querySelector('meta[property=csp-nonce]').content;
const createElement = document.createElement.bind(document);

/** Gives the page's nonce to style elements that scripts create. Those of markup have none, and the browser ignores them. */
document.createElement = (...parameters) => {
  const element = createElement(...parameters);
  if (element instanceof HTMLStyleElement) element.nonce = nonce;
  return element;
};

/** Scalar contains zod, which otherwise tries whether it may compile code at run time; the browser would report the attempt. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/** Markup that scripts insert outside of Scalar's framework: the icons of the editor, and nothing else. */
globalThis.trustedTypes?.createPolicy('default', {
  createHTML: (markup) =>
    /^<svg [^>]*>(?:<(?:path|line|polyline|circle|rect) [^>]*>|<\/\w+>|\s)*$/.test(markup) ? markup : null,
});
