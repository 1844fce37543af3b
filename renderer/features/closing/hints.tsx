/** Where a difference may come from: the transactions to look at. They decide nothing. */
import { Anchor } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CountLine, Hint, HintRow } from '#shared/contract/closing-day.ts';
import { useCounted } from '../../components/counted.ts';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { DetailDrawer } from '../transactions/index.tsx';

function HintLine({ hint, onOpen }: { hint: Hint; onOpen: (row: HintRow) => void }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { cause, rows, more } = hint;
  return (
    <li data-cause={cause}>
      {t(`closing.hint.${rows.length === 0 && cause === 'swapped' ? 'swapped-total' : cause}`)}{' '}
      {rows.map((row) => (
        <Anchor key={row.rowId} component="button" type="button" inherit onClick={() => onOpen(row)}>
          <IdText value={row.refNumber ?? row.merchantOrderId} /> · <MoneyText value={row.amount} /> ·{' '}
          <TimeText atMs={row.firstSeenAtMs} />
        </Anchor>
      ))}
      {more > 0 && <span className="muted"> {t('closing.hint.more', counted(more))}</span>}
    </li>
  );
}

export function Hints({ line }: { line: Pick<CountLine, 'hints'> }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<string | null>(null);
  if (line.hints.length === 0) return null;
  return (
    <div className="hints" role="note">
      <div className="inline-row">
        <IconBulb size={16} /> {t('closing.hint.title')}
      </div>
      <ul>
        {line.hints.map((hint) => (
          <HintLine
            key={`${hint.cause} ${hint.rows.map(({ rowId }) => rowId).join(' ')}`}
            hint={hint}
            onOpen={({ rowId }) => setOpened(rowId)}
          />
        ))}
      </ul>
      <DetailDrawer rowId={opened} onOpen={setOpened} onClose={() => setOpened(null)} />
    </div>
  );
}
