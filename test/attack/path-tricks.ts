/** Two hundred addresses that mean a file outside the window's folder to some reader of addresses. */
const UPWARDS = [
  '..',
  '%2e%2e',
  '%2E%2e',
  '.%2e',
  '%252e%252e',
  '..%00',
  '..;',
  '%c0%ae%c0%ae',
  '%u002e%u002e',
  '．．',
  '....',
  '.. ',
] as const;
const BETWEEN = ['/', '%2f', '%5c', '\\', '//', '%252f'] as const;
const TARGETS = ['package.json', 'main/main.js', 'etc/passwd'] as const;

export const PATH_TRICKS: readonly string[] = [
  ...TARGETS.flatMap((target) =>
    UPWARDS.flatMap((up) =>
      BETWEEN.map((between) => {
        const depth = target === 'etc/passwd' ? 12 : target === 'package.json' ? 2 : 1;
        return `/${Array.from({ length: depth }, () => up).join(between)}${between}${target}`;
      }),
    ),
  ),
  '//etc/passwd',
  '/%2fetc/passwd',
  '/%00',
  '/index.html%00.js',
  '/assets/..%2f..%2f..%2fpackage.json',
  '/assets/%2e%2e/%2e%2e/%2e%2e/package.json',
  '/C:/Windows/win.ini',
  '/c:%5cWindows%5cwin.ini',
  '/\\\\server\\share',
  '/file:///etc/passwd',
  '/~root/.ssh/id_rsa',
  '/proc/self/environ',
  '/.git/config',
  '/%',
  '/%zz',
  '/..',
  '/?../../package.json',
  '/#../../package.json',
];

/** What only files outside have in them. */
export const isOutside = (text: string): boolean =>
  /"name": "closeout"|root:.*:0:0:|\[core\]\s+repositoryformatversion|registerSchemesAsPrivileged/.test(text);
