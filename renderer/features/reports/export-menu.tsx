/** A list as a file: one menu for every list. Ctrl+E opens it. */
import { Button, Menu } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import {
  IconFileDatabase,
  IconFileExport,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
} from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_PDF_ROWS, type ExportFormat, type ExportList } from '#shared/contract/exports.ts';
import type { InputOf } from '#shared/contract/index.ts';
import { useActiveProfile, useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { MenuItem } from '../../components/menu-item.tsx';
import { tellError } from '../../components/tell-error.tsx';
import { formatCount } from '../../i18n/format.ts';
import { columnsOnScreen, everyColumn, headWordsOf } from './list-columns.ts';
import { useExports } from './list-exports.tsx';

type Input = InputOf<'reports.exportList'>;
type Shared = 'format' | 'columns' | 'language' | 'timeZone' | 'fileName' | 'head' | 'styles';
/** The list, with the filter and order of the screen. */
type ExportSource = { [L in ExportList]: Omit<Extract<Input, { list: L }>, Shared> }[ExportList];
type ExportMenuProps = {
  source: ExportSource;
  title: string;
  /** The filter in words, one fact a line. */
  filter?: string[];
  /** The columns of the grid. Without a grid the list is empty, and every field is written. */
  columns: readonly { id: string; header: string; hidden?: boolean }[];
  /** The number of rows, if it is known: paper has room for so many. */
  count?: number | undefined;
  /** Files of others than Closeout, as items of the menu. */
  children?: ReactNode;
};

const ICONS: Record<ExportFormat, ReactNode> = {
  csv: <IconFileText size={16} />,
  xlsx: <IconFileSpreadsheet size={16} />,
  parquet: <IconFileDatabase size={16} />,
  pdf: <IconFileTypePdf size={16} />,
};

/** The day of this PC, for the file's name. */
const today = () => new Intl.DateTimeFormat('en-CA').format(new Date());

/** Starts writing a list as a file; a refusal is told. */
function useWriteList({ source, title, filter = [], columns }: ExportMenuProps) {
  const { t } = useTranslation();
  const { language } = useLocale();
  const profile = useActiveProfile();
  const start = useExports((state) => state.start);

  return async (format: ExportFormat, every: boolean): Promise<void> => {
    const chosen = every ? everyColumn(t, source.list, columns) : columnsOnScreen(t, source.list, columns);
    const styles =
      format === 'pdf'
        ? (await import('./list-paper.ts')).listStyles(title, profile?.environment ?? 'practice', language)
        : '';
    const input = {
      ...source,
      format,
      columns: chosen,
      language,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      fileName: [title, ...(profile ? [profile.name] : []), today()],
      head: { title, filter, words: headWordsOf(t) },
      styles,
    } as Input;
    const error = await start(input);
    if (error) tellError(error);
  };
}

/** What goes into the files below it. */
type HeadingProps = { name: 'onScreen' | 'everyField'; count: number; rows: number | undefined };

function Heading({ name, count, rows }: HeadingProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  return (
    <Menu.Label aria-hidden className="export-head">
      <strong>{t(`reports.list.${name}`)}</strong>
      <span>
        {rows !== undefined && `${t('answers.rows', counted(rows))} · `}
        {t('reports.list.columns', counted(count))}
      </span>
    </Menu.Label>
  );
}

type Write = (format: ExportFormat, every: boolean) => void;
/** The files to choose from. Their columns are counted once the menu is open, and not for each answer of the list. */
function Files({ source, columns, count, onChoose }: ExportMenuProps & { onChoose: Write }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const isGrid = columns.length > 0;
  const tooLong = count !== undefined && count > MOST_PDF_ROWS;
  const item = (format: ExportFormat, every: boolean) => (
    <MenuItem
      leftSection={ICONS[format]}
      disabled={format === 'pdf' && tooLong}
      onClick={() => onChoose(format, every)}
    >
      {t(`reports.list.format.${format}`)}
      {format === 'pdf' && tooLong && (
        <div className="muted size-12">
          {t('reports.list.pdfMost', { number: formatCount(MOST_PDF_ROWS, locale) })}
        </div>
      )}
    </MenuItem>
  );
  return (
    <>
      <div role="group" aria-label={t('reports.list.onScreen')}>
        {isGrid && (
          <Heading name="onScreen" count={columnsOnScreen(t, source.list, columns).length} rows={count} />
        )}
        {item('csv', false)}
        {item('xlsx', false)}
        {item('pdf', false)}
        {item('parquet', false)}
      </div>
      {isGrid && (
        <div role="group" aria-label={t('reports.list.everyField')} className="menu-group">
          <Heading name="everyField" count={everyColumn(t, source.list, columns).length} rows={count} />
          {item('csv', true)}
          {item('xlsx', true)}
          {item('parquet', true)}
        </div>
      )}
    </>
  );
}

export function ExportMenu(props: ExportMenuProps) {
  const { children } = props;
  const { t } = useTranslation();
  const write = useWriteList(props);
  const [opened, setOpened] = useState(false);
  const [busy, setBusy] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  const open = () => {
    // Beside a button that is scrolled out of sight no menu is shown.
    target.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    setOpened(true);
  };
  useHotkeys([['mod+E', open, { usePhysicalKeys: true }]], []);

  const choose: Write = (format, every) => {
    setBusy(true);
    setOpened(false);
    void write(format, every).finally(() => setBusy(false));
  };
  return (
    <Menu position="bottom-end" width={280} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <Button
          ref={target}
          size="compact-sm"
          variant="subtle"
          color="gray"
          loading={busy}
          leftSection={<IconFileExport size={16} />}
        >
          {t('reports.list.action')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Files {...props} onChoose={choose} />
        {children && <div className="menu-group">{children}</div>}
      </Menu.Dropdown>
    </Menu>
  );
}
