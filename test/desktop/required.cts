/** What `require('electron')` answers: the module that stands in for it waits for its browser, and such a module cannot be required. */
module.exports = (globalThis as { standInForElectron?: unknown }).standInForElectron;
