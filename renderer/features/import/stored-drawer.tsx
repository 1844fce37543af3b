/** A line that was imported, and below it the row or entry as the file had it. */
import { useTranslation } from 'react-i18next';
import type { ImportKind } from '#shared/domain/statement.ts';
import { FactRow } from '../../components/fact.tsx';
import { useLocale } from '../../app-store.ts';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { formatCount } from '../../i18n/format.ts';
import { LineFacts } from './line-facts.tsx';
import { StandingText } from './line-standing.tsx';
import type { StoredLine } from './list-store.ts';
import { rawCells } from './raw.ts';

type DrawerProps = { line: StoredLine | null; kind: ImportKind; onClose: () => void };

export function StoredDrawer({ line, kind, onClose }: DrawerProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <SideDrawer
      opened={line !== null}
      onClose={onClose}
      title={line && t('import.rowNo', { number: formatCount(line.lineNo, locale) })}
    >
      {line && (
        <div className="stack">
          <LineFacts line={line}>
            <FactRow name={t('import.standing.head')}>
              <StandingText standing={line.standing} kind={kind} />
            </FactRow>
          </LineFacts>
          <section>
            <h3 className="import-drawer-head">{t('import.raw')}</h3>
            <dl className="facts">
              {rawCells(line.raw).map(({ name, text }, place) => (
                <div key={place} className="contents">
                  <FactRow
                    name={
                      name === null ? (
                        t('import.columnNo', { number: formatCount(place + 1, locale) })
                      ) : (
                        <bdi dir="ltr" className="id">
                          {name}
                        </bdi>
                      )
                    }
                  >
                    <bdi>{text === '' ? '—' : text}</bdi>
                  </FactRow>
                </div>
              ))}
            </dl>
          </section>
        </div>
      )}
    </SideDrawer>
  );
}
