/** What the command line may say: where the data is, and in a packaged app nothing that opens the app to somebody else. Pure. */

/** `--data DIR` or `--data=DIR`, with spaces in it or not; null if it is not said. Electron's own reader misses the first. */
export function argumentIn(argv: readonly string[], name: 'data' | 'practice' | 'policy'): string | null {
  for (const [at, arg] of argv.entries()) {
    if (arg.startsWith(`--${name}=`)) return arg.slice(name.length + 3) || null;
    if (arg === `--${name}`) return argv[at + 1] ?? null;
  }
  return null;
}

/** They debug the window, lead its traffic elsewhere, load code into it, or switch its protection off. */
const DANGEROUS =
  /^--(?:inspect(?:-.*)?|remote-debugging-.*|remote-allow-origins|proxy-.*|host-(?:resolver-)?rules|ignore-certificate-errors.*|allow-running-insecure-content|disable-web-security|disable-site-isolation-trials|no-sandbox|disable-.*-sandbox|load-extension|policy|disable-extensions-except|user-data-dir|js-flags|.*-cmd-prefix|gpu-launcher|enable-blink-features|enable-logging|log-net-log|ssl-key-log-file|auth-server-.*)(?:=|$)/;

/** The first such switch, without its value; null if there is none. */
export function dangerousSwitchIn(argv: readonly string[]): string | null {
  const found = argv.slice(1).find((arg) => DANGEROUS.test(arg.toLowerCase()));
  return found === undefined ? null : (found.split('=')[0] ?? found);
}
