/** What the browser window and its host agree on beside the contract. */

/** Carries the session's key on every call and on the event stream: nothing that a browser adds by itself opens the core. */
export const SESSION_HEADER = 'x-closeout-session';
/** Where the window keeps the key: sessionStorage is of one tab and one port, and a reload keeps it. */
export const SESSION_ITEM = 'closeout-session';
/** The one-time token is sent here. */
export const ENTRY_PATH = '/open';
/** The window says that it is going, by a reload or for good. */
export const LEAVING_PATH = '/leaving';
/** Answers the address of a page that leads the window back to itself, in another process of the browser. */
export const RENEW_PATH = '/renew';
