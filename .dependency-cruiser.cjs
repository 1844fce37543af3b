/** Who may import whom: the table of ARCHITECTURE.md, held. */
const never = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });
const only = (path, allowed) => ({ path, pathNot: allowed });
const core = [
  'gateway',
  'database',
  'journal',
  'keychain',
  'audit',
  'log',
  'statements',
  'policy',
  'head-office',
];

module.exports = {
  forbidden: [
    never('no-cycles', {}, { circular: true }, 'A cycle hides which part depends on which.'),
    never('no-unresolved', {}, { couldNotResolve: true }),
    never(
      'shared-base-is-pure',
      { path: '^shared/(money|time|text)/' },
      { pathNot: '^(shared/(money|time|text)/|node_modules/temporal-)' },
      'money, time and text depend on nothing but the calendar.',
    ),
    never(
      'shared-domain',
      { path: '^shared/(domain|errors)/' },
      { pathNot: '^shared/(money|time|domain|errors)/' },
    ),
    never('shared-contract', { path: '^shared/contract/' }, { pathNot: '^(shared/|node_modules/zod/)' }),
    never(
      'electron-only-at-the-edge',
      {
        path: '^(electron|shared|renderer)/',
        pathNot: '^electron/(hosts/desktop/|transport/ipc\\.ts)',
      },
      { path: '^(electron$|node_modules/electron/|node_modules/electron-store/)' },
      'The core runs in plain Node: only the desktop host knows Electron.',
    ),
    ...core.map((folder) =>
      never(
        `core-${folder}`,
        { path: `^electron/${folder}/` },
        {
          path: '^(electron|renderer)/',
          pathNot: `^electron/(${folder}|log|database${folder === 'database' ? '|journal|audit' : ''}${folder === 'audit' ? '|keychain' : ''}${folder === 'journal' ? '|gateway' : ''}${folder === 'head-office' ? '|audit|gateway|hosts/demo' : ''})/`,
        },
        'The lower core knows neither services, handlers nor the transport.',
      ),
    ),
    never(
      'only-the-command-line-opens-the-demonstration',
      { path: '^electron/', pathNot: '^electron/(hosts/demo/|head-office/cli\\.ts)' },
      { path: '^electron/hosts/demo/' },
    ),
    never(
      'services-below-handlers',
      { path: '^electron/services/' },
      {
        path: '^(renderer/|electron/(handlers|transport|hosts|sandbox)/|electron/core/core\\.ts)',
      },
    ),
    never(
      'services-through-their-index',
      { path: '^electron/services/([^/]+)/' },
      { path: '^electron/services/([^/]+)/', pathNot: '^electron/services/($1/|[^/]+/index\\.ts)' },
      'Another service is used through its index, never through its inside.',
    ),
    never(
      'handlers-are-thin',
      { path: '^electron/handlers/' },
      { path: '^electron/(database|gateway|keychain|journal)/' },
      'A handler turns parsed input into one service call.',
    ),
    never(
      'sandbox-is-the-other-side-of-the-wire',
      { path: '^electron/sandbox/' },
      { path: '^(electron|renderer)/', pathNot: '^electron/sandbox/' },
    ),
    never(
      'conformance-can-contradict-both',
      { path: '^electron/conformance/' },
      { path: '^(electron|renderer)/', pathNot: '^electron/conformance/' },
      'The suite shares no code with the client or the built-in gateway.',
    ),
    never(
      'nobody-looks-into-the-sandbox',
      {
        path: '^electron/',
        pathNot: '^electron/(sandbox/|core/(active-profile|practice-gateway)\\.ts)',
      },
      { path: '^electron/sandbox/' },
      'Only the composition starts the built-in gateway; the client reaches it over HTTP.',
    ),
    never(
      'preload-is-a-loop',
      { path: '^electron/hosts/desktop/preload\\.ts' },
      only('.', '^(electron$|node_modules/electron/)'),
      'The build gives it the names of the calls: no schema, no library.',
    ),
    never('renderer-stays-outside', { path: '^renderer/' }, { path: '^electron/' }),
    never(
      'feature-through-its-pages',
      { path: '^renderer/features/([^/]+)/' },
      { path: '^renderer/features/([^/]+)/', pathNot: '^renderer/features/($1/|[^/]+/index\\.tsx?$)' },
      'Another feature is used through its index, never through its inside.',
    ),
    never('shared-does-not-look-up', { path: '^shared/' }, { path: '^(electron|renderer|test)/' }),
    never('product-does-not-import-tests', { path: '^(electron|renderer|shared)/' }, { path: '^test/' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[.](css|svg|json|woff2)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
