/** What a check of a Z file says, and which issue of the day it opens. */
import { beforeEach, describe, expect, it } from 'vitest';
import { markupOf } from '../adds-up.tsx';
import '../calls.ts';
import { zDocument } from '../reports/fixture.ts';
import { useTexts } from '../reports/texts.ts';

Object.assign(globalThis, { document: { querySelector: () => ({}) } });
const { Sentence } = await import('#renderer/features/closing/verify-dialog.tsx');
const { Issues, issueOf, useChosenIssue } = await import('#renderer/features/closing/day-drawer.tsx');

beforeEach(() => useTexts('en'));
const changed = (where: 'file' | 'kept') =>
  markupOf(<Sentence verdict={{ kind: 'changed', where, number: 12, z: zDocument }} />);

describe('a Z that does not verify', () => {
  it('is blamed on the file only if the file differs', () => {
    expect(changed('file')).toContain('This file is not the original Z 000012');
    expect(changed('kept')).not.toContain('This file is not');
    expect(changed('kept')).toContain('Z 000012 cannot be verified with the copy on this PC');
  });

  it('opens the issue that it claims to be, which need not be the newest', () => {
    const [first, second] = [1, 2].map((revision) => ({
      ...zDocument,
      content: { ...zDocument.content, number: revision, revision },
    }));
    if (!first || !second) throw new Error('two issues');
    const zs = [first, second];
    const Day = ({ issue }: { issue: string | undefined }) => {
      const { chosen, choose } = useChosenIssue(zs, issue);
      return chosen && <Issues zs={zs} chosen={chosen} onChoose={choose} />;
    };
    const nameIn = (issue?: string) =>
      /class="size-20[^"]*"[^>]*>([\s\S]*?)<\/strong>/.exec(markupOf(<Day issue={issue} />))?.[1];
    expect(nameIn()).toContain('000002');
    expect(nameIn(issueOf(first))).toContain('000001');
  });
});
