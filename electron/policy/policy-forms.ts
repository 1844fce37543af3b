/** The forms that administrators fill in, all from the one schema: JSON schema, Windows template, macOS profile, a table. Pure. */
import { z } from 'zod';
import { policyKeys, policySchema, type Policy, type PolicyKey } from '#shared/contract/policy.ts';

type PolicyWords = Readonly<Record<PolicyKey, string>>;
type Words = { readonly title: string; readonly key: PolicyWords };

/** An example value of each setting, as a person would write it. */
export const examples: Required<Policy> = {
  merchantName: 'Nile Market',
  merchantId: 'NILE-MARKET',
  environment: 'live',
  dashboardHost: 'https://dashboard.example.com',
  checkoutHost: 'https://checkout.example.com',
  branch: 'Zamalek',
  language: 'ar',
  theme: 'system',
  digits: 'latin',
  csvByteOrderMark: true,
  systemNotices: true,
  cutOffWarningMinutes: 60,
  lockAfterMinutes: 5,
  reversalLimit: ['EGP 10000.00'],
  instantSettlementLimit: ['EGP 50000.00'],
  orderMovementLimit: ['EGP 10000.00'],
  payoutLimit: ['EGP 10000.00'],
  writeOffLimit: ['EGP 100.00'],
  roles: ['cashier', 'manager'],
  withoutHeadOffice: 'wait',
  updateChannel: 'stable',
  updateFeed: 'https://updates.example.com/closeout',
  updateKey: 'MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  proxy: 'http://proxy.example.com:3128',
  caFile: '/etc/closeout/ca.pem',
  exportFolder: '/srv/closeout/files',
  backupFolder: '/srv/closeout/backups',
  backupEveryHours: 24,
};

const partSchema = z.object({
  type: z.enum(['string', 'boolean', 'integer', 'array']),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
  description: z.string(),
});
type Part = z.output<typeof partSchema>;

const json = z.toJSONSchema(policySchema);
export const parts: readonly (Part & { readonly key: PolicyKey })[] = policyKeys.map((key) => ({
  key,
  ...partSchema.parse(json.properties?.[key]),
}));

const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const jsonSchemaText = (): string =>
  `${JSON.stringify(
    {
      ...json,
      $id: 'https://closeout.app/policy.schema.json',
      title: 'Closeout: what an organisation sets',
      properties: { $schema: { type: 'string' }, ...json.properties },
    },
    null,
    2,
  )}\n`;

const KEY = 'Software\\Policies\\Closeout';

function elementOf({ key, type, enum: values, minimum, maximum, maxLength }: Part & { key: PolicyKey }) {
  if (type === 'array') return `<list id="${key}" key="${KEY}\\${key}" valuePrefix="" />`;
  if (type === 'integer')
    return `<decimal id="${key}" valueName="${key}" minValue="${minimum}" maxValue="${maximum}" required="true" />`;
  if (!values)
    return `<text id="${key}" valueName="${key}" maxLength="${maxLength ?? 1_000}" required="true" />`;
  const items = values
    .map(
      (value) =>
        `<item displayName="$(string.${key}_${value})"><value><string>${value}</string></value></item>`,
    )
    .join('\n          ');
  return `<enum id="${key}" valueName="${key}" required="true">\n          ${items}\n        </enum>`;
}

function windowsPolicy(part: Part & { key: PolicyKey }): string {
  const { key, type } = part;
  const head = `<policy name="${key}" class="Machine" displayName="$(string.${key})" explainText="$(string.${key}_help)" key="${KEY}"`;
  const about = '<parentCategory ref="Closeout" />\n      <supportedOn ref="Closeout_0_2" />';
  if (type === 'boolean')
    return `    ${head} valueName="${key}">
      ${about}
      <enabledValue><decimal value="1" /></enabledValue>
      <disabledValue><decimal value="0" /></disabledValue>
    </policy>`;
  return `    ${head} presentation="$(presentation.${key})">
      ${about}
      <elements>
        ${elementOf(part)}
      </elements>
    </policy>`;
}

export const admxText = (): string => `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitions revision="1.0" schemaVersion="1.0" xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions">
  <policyNamespaces>
    <target prefix="closeout" namespace="Closeout.Policies" />
    <using prefix="windows" namespace="Microsoft.Policies.Windows" />
  </policyNamespaces>
  <resources minRequiredRevision="1.0" />
  <supportedOn>
    <definitions>
      <definition name="Closeout_0_2" displayName="$(string.supported)" />
    </definitions>
  </supportedOn>
  <categories>
    <category name="Closeout" displayName="$(string.category)" />
  </categories>
  <policies>
${parts.map(windowsPolicy).join('\n')}
  </policies>
</policyDefinitions>
`;

function presentationOf({ key, type, enum: values }: Part & { key: PolicyKey }, words: Words): string[] {
  const label = xml(words.key[key]);
  if (type === 'boolean') return [];
  const inside =
    type === 'array'
      ? `<listBox refId="${key}">${label}</listBox>`
      : type === 'integer'
        ? `<decimalTextBox refId="${key}" defaultValue="${Number(examples[key])}">${label}</decimalTextBox>`
        : values
          ? `<dropdownList refId="${key}" noSort="true">${label}</dropdownList>`
          : `<textBox refId="${key}"><label>${label}</label></textBox>`;
  return [`      <presentation id="${key}">${inside}</presentation>`];
}

export function admlText(words: Words): string {
  const strings = parts.flatMap(({ key, description, enum: values = [] }) => [
    [key, words.key[key]],
    [`${key}_help`, `${description} (${key})`],
    ...values.map((value) => [`${key}_${value}`, value]),
  ]);
  const all = [['category', 'Closeout'], ['supported', 'Closeout 0.2'], ...strings]
    .map(([id = '', text = '']) => `      <string id="${id}">${xml(text)}</string>`)
    .join('\n');
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitionResources revision="1.0" schemaVersion="1.0" xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions">
  <displayName>Closeout</displayName>
  <description>${xml(words.title)}</description>
  <resources>
    <stringTable>
${all}
    </stringTable>
    <presentationTable>
${parts.flatMap((part) => presentationOf(part, words)).join('\n')}
    </presentationTable>
  </resources>
</policyDefinitionResources>
`;
}

function plistValue(value: Policy[PolicyKey]): string {
  if (typeof value === 'boolean') return value ? '<true/>' : '<false/>';
  if (typeof value === 'number') return `<integer>${value}</integer>`;
  if (Array.isArray(value))
    return `<array>${value.map((one) => `<string>${xml(one)}</string>`).join('')}</array>`;
  return `<string>${xml(value ?? '')}</string>`;
}

/** Installed as it is it sets nothing: each setting is a comment until somebody takes it out of it. */
export function macProfileText(settings: Policy = {}): string {
  const lines = parts.map(({ key, description }) => {
    const set = settings[key];
    const line = `<key>${key}</key>${plistValue(set ?? examples[key])}`;
    return `      <!-- ${xml(description).replaceAll('--', '- -')} -->
      ${set === undefined ? `<!-- ${line} -->` : line}`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>PayloadType</key><string>Configuration</string>
  <key>PayloadVersion</key><integer>1</integer>
  <key>PayloadScope</key><string>System</string>
  <key>PayloadIdentifier</key><string>app.closeout.desktop.policy</string>
  <key>PayloadUUID</key><string>6A1E4C52-3B7D-4E0A-9C35-0F2D8B61A7E4</string>
  <key>PayloadDisplayName</key><string>Closeout</string>
  <key>PayloadContent</key>
  <array>
    <dict>
      <key>PayloadType</key><string>app.closeout.desktop</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>app.closeout.desktop.policy.settings</string>
      <key>PayloadUUID</key><string>B0C9D7E3-52F4-4A18-8D6E-71A3F9C2E5B8</string>
      <key>PayloadDisplayName</key><string>Closeout</string>
${lines.join('\n')}
    </dict>
  </array>
</dict>
</plist>
`;
}

/** All of them, as the system's configuration folder on Linux takes them. */
export const linuxText = (): string =>
  `${JSON.stringify({ $schema: './policy.schema.json', ...examples }, null, 2)}\n`;

const cell = (text: string): string => text.replaceAll('|', '\\|');
const typeOf = ({ type, enum: values, minimum, maximum }: Part): string =>
  values
    ? values.join(', ')
    : type === 'integer'
      ? `${minimum} to ${maximum}`
      : type === 'array'
        ? 'list'
        : type;

export function tableText(): string {
  const rows = parts.map(
    (part) =>
      `| \`${part.key}\` | ${cell(typeOf(part))} | ${cell(part.description)} | \`${cell(JSON.stringify(examples[part.key]))}\` |`,
  );
  return `# What an organisation can set

Made by \`npm run policy-forms\` from the schema in \`shared/contract/policy.ts\`. How it is rolled out: [delivery](../delivery.md).

| Setting | Values | What it sets | Example |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
