/** A report on paper and as files: one menu. Ctrl+P prints on A4, Ctrl+E opens the menu. */
import { Button, Menu, Modal } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import {
  IconChevronDown,
  IconEye,
  IconFileSpreadsheet,
  IconFileText,
  IconPrinter,
  IconReceipt,
  IconShieldCheck,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type { ZDocument } from '#shared/contract/closing-z.ts';
import type { Paper } from '#shared/contract/reports.ts';
import { call } from '../../api/client.ts';
import { useActiveProfile, useLocale } from '../../app-store.ts';
import { Footed } from '../../components/dialog-foot.tsx';
import { tellError } from '../../components/tell-error.tsx';
import { ReportOnScreen } from './on-screen.tsx';
import { documentOf, printDocument } from './print.ts';
import { fileNameOf, originOf, type PaperReport } from './report.ts';
import { useSave } from './saving.tsx';
import { sheetsOf } from './tables.ts';

/** An X as it was read, or the document of a Z. */
type ReportSource = Exclude<PaperReport, { kind: 'preview' | 'z' }> | { kind: 'z'; z: ZDocument };

const zIdOf = ({ content: { branchKey, number, revision } }: ZDocument) => ({ branchKey, number, revision });

/** A report with the name of its merchant, where that is the one that is open. */
function useNamed(): (report: PaperReport) => PaperReport {
  const profile = useActiveProfile();
  return (report) =>
    profile?.merchantId === originOf(report).merchantId ? { ...report, merchantName: profile.name } : report;
}

/** Every way in which a report leaves the screen. One at a time: a second press during the first is not a second print. */
function useReportWork(source: ReportSource) {
  const { t } = useTranslation();
  const locale = useLocale();
  const save = useSave();
  const named = useNamed();
  const [busy, setBusy] = useState(false);

  const one = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    await work().finally(() => setBusy(false));
  };

  async function savePdf(report: PaperReport): Promise<void> {
    const html = await documentOf(named(report), 'a4', locale);
    await save({ format: 'pdf', fileName: fileNameOf(report), paper: 'a4', html });
  }

  const print = (paper: Paper) =>
    one(async () => {
      const report = await countedCopy(source);
      if (!report || (await printDocument(await documentOf(named(report), paper, locale)))) return;
      tellNotPrinted(t, () => void one(() => savePdf(report)));
    });

  const pdf = () =>
    one(async () => {
      const report = await countedCopy(source);
      if (report) await savePdf(report);
    });

  const table = (format: 'csv' | 'xlsx') =>
    one(async () => {
      const report = named(uncounted(source));
      await save({ format, fileName: fileNameOf(report), sheets: sheetsOf(report, t, locale.language) });
    });

  const zFile = (z: ZDocument) =>
    one(async () => {
      const file = await call('closing.zFile', zIdOf(z));
      if (!file.ok) return tellError(file.error);
      const fileName = fileNameOf({ kind: 'z', z, copy: 0 });
      await save({ format: 'json', fileName, text: file.value.text });
    });

  return { busy, print, pdf, table, zFile };
}

/** The report as a new sheet of paper or PDF. Those of a Z are counted: each after the first says that it is a copy. */
async function countedCopy(source: ReportSource): Promise<PaperReport | null> {
  if (source.kind === 'x') return source;
  const printed = await call('closing.print', zIdOf(source.z));
  if (printed.ok) return { kind: 'z', ...printed.value };
  tellError(printed.error);
  return null;
}

const uncounted = (source: ReportSource): PaperReport =>
  source.kind === 'x' ? source : { ...source, copy: 0 };

function tellNotPrinted(t: TFunction, savePdf: () => void): void {
  const id = notifications.show({
    color: 'red',
    autoClose: false,
    title: t('reports.print.failed'),
    message: (
      <>
        {t('reports.print.failedNext')}
        <Button
          size="compact-sm"
          variant="default"
          display="block"
          mt={8}
          onClick={() => {
            notifications.hide(id);
            savePdf();
          }}
        >
          {t('reports.print.savePdf')}
        </Button>
      </>
    ),
  });
}

export function ReportActions({ source, main = false }: { source: ReportSource; main?: boolean }) {
  const { t } = useTranslation();
  const work = useReportWork(source);
  const [opened, setOpened] = useState(false);
  const [shown, setShown] = useState(false);
  const named = useNamed();
  const printNow = () => {
    setOpened(false);
    void work.print('a4');
  };
  useHotkeys(
    [
      ['mod+P', () => printNow(), { usePhysicalKeys: true }],
      ['mod+E', () => setOpened(true), { usePhysicalKeys: true }],
    ],
    [],
  );

  return (
    <>
      <Menu position="bottom-end" width={260} opened={opened} onChange={setOpened}>
        <Menu.Target>
          <Button
            variant={main ? 'filled' : 'default'}
            loading={work.busy}
            leftSection={<IconPrinter size={16} />}
            rightSection={<IconChevronDown size={14} />}
          >
            {t('reports.action.menu')}
          </Button>
        </Menu.Target>
        <ReportMenu source={source} work={work} onShow={() => setShown(true)} />
      </Menu>
      <Modal
        opened={shown}
        onClose={() => setShown(false)}
        size={840}
        // The paper has its own title.
        title={<strong>{t('reports.asPrinted')}</strong>}
      >
        <Footed
          acts={
            <>
              <Button variant="default" loading={work.busy} onClick={() => void work.pdf()}>
                {t('reports.action.pdf')}
              </Button>
              <Button
                variant="default"
                loading={work.busy}
                leftSection={<IconReceipt size={16} />}
                onClick={() => void work.print('receipt')}
              >
                {t('reports.action.printRoll')}
              </Button>
              <Button
                loading={work.busy}
                leftSection={<IconPrinter size={16} />}
                onClick={() => void work.print('a4')}
              >
                {t('reports.action.printA4')}
              </Button>
            </>
          }
        >
          <ReportOnScreen report={named(uncounted(source))} />
        </Footed>
      </Modal>
    </>
  );
}

type ReportMenuProps = { source: ReportSource; work: ReturnType<typeof useReportWork>; onShow: () => void };

function ReportMenu({ source, work, onShow }: ReportMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu.Dropdown>
      <Menu.Item leftSection={<IconEye size={16} />} onClick={onShow}>
        {t('reports.action.show')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconPrinter size={16} />}
        rightSection={<kbd dir="ltr">Ctrl+P</kbd>}
        onClick={() => void work.print('a4')}
      >
        {t('reports.action.printA4')}
      </Menu.Item>
      <Menu.Item leftSection={<IconReceipt size={16} />} onClick={() => void work.print('receipt')}>
        {t('reports.action.printRoll')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconFileText size={16} />} onClick={() => void work.pdf()}>
        {t('reports.action.pdf')}
      </Menu.Item>
      <Menu.Item leftSection={<IconFileText size={16} />} onClick={() => void work.table('csv')}>
        {t('reports.action.csv')}
      </Menu.Item>
      <Menu.Item leftSection={<IconFileSpreadsheet size={16} />} onClick={() => void work.table('xlsx')}>
        {t('reports.action.xlsx')}
      </Menu.Item>
      {source.kind === 'z' && (
        <Menu.Item leftSection={<IconShieldCheck size={16} />} onClick={() => void work.zFile(source.z)}>
          {t('reports.action.zFile')}
        </Menu.Item>
      )}
    </Menu.Dropdown>
  );
}
