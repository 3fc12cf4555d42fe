/** The policy of the page `/docs`: it may load files from this origin only, and send requests to this origin only. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // Scalar and its editor create style elements; `prepare.js` gives the nonce to those that scripts create. Markup has none.
  "style-src-elem 'self' 'nonce-{nonce}'",
  // Scalar writes widths and colours into style attributes. They can neither select other elements nor load what `img-src` forbids.
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // `vue` is the policy of the framework of Scalar, `default` the one of `prepare.js`.
  "require-trusted-types-for 'script'",
  'trusted-types vue default',
].join('; ');
