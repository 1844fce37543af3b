/** What the page's style elements carry: without it the content security policy refuses them (electron/transport/page.ts). */
export const styleNonce: string =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// The library that keeps a page from scrolling behind a dialog reads it under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
