/**
 * `npm run sbom` writes every package of the lockfile into dist/sbom: as CycloneDX, made by npm itself, and as a list of licences. It
 * names the tools as well as what is shipped: the build bundles development dependencies, and npm cannot tell the two apart.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const componentSchema = z.object({
  name: z.string(),
  group: z.string().optional(),
  version: z.string(),
  licenses: z
    .array(
      z.object({
        license: z.object({ id: z.string().optional(), name: z.string().optional() }).optional(),
        expression: z.string().optional(),
      }),
    )
    .optional(),
});
const sbomSchema = z.object({ bomFormat: z.literal('CycloneDX'), components: z.array(componentSchema) });
export type Component = z.output<typeof componentSchema>;

/** Licences that ask for nothing but their text. Anything else is looked at by a person before it is shipped. */
const ALLOWED =
  /^\(?(?:MIT|MIT-0|ISC|BSD-[23]-Clause|0BSD|Apache-2\.0|CC0-1\.0|OFL-1\.1|BlueOak-1\.0\.0|Unlicense|Zlib|Python-2\.0|Artistic-2\.0|CC-BY-4\.0|CC-BY-3\.0|MPL-2\.0|WTFPL)\b/;

export const licenceOf = ({ licenses = [] }: Component): string =>
  licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '').join(' OR ') ||
  'not said';
export const isAllowed = (licence: string): boolean => ALLOWED.test(licence);

export const nameOf = ({ name, group }: Component) => (group ? `${group}/${name}` : name);

export function makeSbom(): { text: string; components: Component[] } {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const text = execFileSync(
    npm,
    ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 ** 2,
      shell: process.platform === 'win32',
    },
  );
  return { text, components: sbomSchema.parse(JSON.parse(text)).components };
}

function main(): void {
  const { text, components } = makeSbom();
  const folder = join(root, 'dist/sbom');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'closeout.cdx.json'), text);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const lines = components.map((one) => `${nameOf(one)} ${one.version}: ${licenceOf(one)}`).sort();
  writeFileSync(join(folder, 'licences.txt'), [`Closeout ${version}`, '', ...lines, ''].join('\n'));
  const odd = components.filter((one) => !isAllowed(licenceOf(one)));
  console.log(
    `${components.length} packages; to be looked at: ${odd.map((one) => `${nameOf(one)} (${licenceOf(one)})`).join(', ') || 'none'}`,
  );
}

if (process.argv[1] === import.meta.filename) main();
