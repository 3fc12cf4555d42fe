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

/** The icons of the editor: paths with attributes of this list, none of which runs a script or loads anything. */
const attributes =
  '(?: (?:xmlns|viewBox|width|height|d|fill|stroke|stroke-width|stroke-linecap|stroke-linejoin)="[^"<>]*")*';
const icon = new RegExp(`^<svg${attributes}>(?:<path${attributes}/>)*</svg>$`);

/** Markup that scripts insert outside of Scalar's framework: these icons, and nothing else. */
globalThis.trustedTypes?.createPolicy('default', {
  createHTML: (markup) => (icon.test(markup) ? markup : null),
});
