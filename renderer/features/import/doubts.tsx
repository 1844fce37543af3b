/** The doubts about the file as a whole. A person decides here, with the file's own cell as example. */
import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconHandStop, IconRestore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ImportPreview } from '#shared/contract/import-file.ts';
import { blockingWarnings, decimalStyles } from '#shared/domain/statement.ts';
import { useLocale } from '../../app-store.ts';
import { formatCount, formatDate } from '../../i18n/format.ts';
import { dateIn } from './samples.ts';
import { useImport } from './store.ts';

type Warning = ImportPreview['warnings'][number];
/** They have their own place: the balance in its table, the same file above every step. */
const SAID_ELSEWHERE: readonly Warning['warning'][] = ['balance-differs', 'same-file'];

/** One button for each day that the cell can mean. */
function Orders({ text }: { text: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { decide, working } = useImport();
  return (
    <Group gap={8} mt={8}>
      {(['dmy', 'mdy'] as const).map((order) => {
        const date = dateIn(order, text);
        return (
          <Button
            key={order}
            size="xs"
            variant="default"
            disabled={working !== null}
            onClick={() => void decide({ dateOrder: order })}
          >
            {date === null ? t(`import.dateOrder.${order}`) : formatDate(date, 'full', locale)}
          </Button>
        );
      })}
    </Group>
  );
}

function Decimals() {
  const { t } = useTranslation();
  const { decide, working } = useImport();
  return (
    <Group gap={8} mt={8}>
      {decimalStyles.map((style) => (
        <Button
          key={style}
          size="xs"
          variant="default"
          disabled={working !== null}
          onClick={() => void decide({ decimals: style })}
        >
          {t(`import.decimals.${style}`)}
        </Button>
      ))}
    </Group>
  );
}

function Twins() {
  const { t } = useTranslation();
  const { check, working } = useImport();
  return (
    <Group gap={8} mt={8}>
      {(['join', 'keep'] as const).map((twins) => (
        <Button
          key={twins}
          size="xs"
          variant="default"
          disabled={working !== null}
          onClick={() => void check(twins)}
        >
          {t(`import.twins.${twins}`)}
        </Button>
      ))}
    </Group>
  );
}

function Doubt({ warning: { warning, row, text } }: { warning: Warning }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { inspection, open } = useImport();
  const blocks = blockingWarnings.includes(warning);
  const canDecide = warning === 'lines-elsewhere' || (warning === 'date-order-ambiguous' && text !== '');
  const isCount = warning === 'lines-elsewhere';
  const ofTable = inspection?.table !== null;
  return (
    <Alert
      color={blocks && !canDecide ? 'red' : 'orange'}
      icon={blocks ? <IconHandStop size={20} /> : <IconAlertTriangle size={20} />}
      title={t(`import.warning.${warning}.title`, {
        text: isCount ? formatCount(Number(text), locale) : text,
      })}
      role={blocks ? 'alert' : 'status'}
      data-warning={warning}
    >
      <div>{t(`import.warning.${warning}.text`)}</div>
      {row !== null && text !== '' && (
        <div>
          {t('import.warning.example', { row: formatCount(row, locale) })} <bdi>{text}</bdi>
        </div>
      )}
      {warning === 'date-order-ambiguous' && canDecide && <Orders text={text} />}
      {warning === 'decimals-ambiguous' && <Decimals />}
      {isCount && <Twins />}
      {ofTable && (warning === 'date-order-contradictory' || warning === 'nothing-to-import') && (
        <Button mt={8} size="xs" variant="default" onClick={() => open('columns')}>
          {t('import.warning.toColumns')}
        </Button>
      )}
      {ofTable && warning === 'characters-lost' && (
        <Button mt={8} size="xs" variant="default" onClick={() => open('format')}>
          {t('import.warning.toFormat')}
        </Button>
      )}
    </Alert>
  );
}

export function Doubts({ preview }: { preview: ImportPreview }) {
  const { t } = useTranslation();
  const shown = preview.warnings.filter(({ warning }) => !SAID_ELSEWHERE.includes(warning));
  return (
    <>
      {shown.map((warning) => (
        <Doubt key={warning.warning} warning={warning} />
      ))}
      {preview.refills !== null && (
        <Alert color="gray" icon={<IconRestore size={20} />} title={t('import.refills.title')} role="status">
          {t('import.refills.text')}
        </Alert>
      )}
    </>
  );
}
