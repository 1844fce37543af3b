/** The document of an X or a Z: the same on the screen, on A4 and on an 80 mm roll. */
import type { Paper } from '#shared/contract/reports.ts';
import type { Locale } from '../../i18n/format.ts';
import { directionOf } from '../../i18n/index.ts';
import { bodyOf, closeOf, groupedHash, madeAtMs, type PaperReport } from './report.ts';
import { Id, SettingProvider, useWords } from './report-texts.tsx';
import { EnvironmentLine, ReportHead } from './section-head.tsx';
import { ReportCarried, ReportChanges, ReportTerminals, ReportUnread } from './section-rest.tsx';
import { ReportTotals } from './section-totals.tsx';

function Signatures({ withSecond }: { withSecond: boolean }) {
  const { t } = useWords();
  const lines = [
    t('reports.sign.closedBy'),
    t(withSecond ? 'reports.sign.approvedBy' : 'reports.sign.checkedBy'),
  ];
  return (
    <div className="sheet-signatures">
      {lines.map((line) => (
        <div key={line} className="sheet-signature">
          <div className="sheet-line" />
          {line}
        </div>
      ))}
    </div>
  );
}

function Foot({ report }: { report: PaperReport }) {
  const { t } = useWords();
  const { appVersion } = bodyOf(report);
  return (
    <footer className="sheet-foot">
      <div>
        {t('reports.version')} <Id>{`Closeout ${appVersion}`}</Id>
      </div>
      {report.kind === 'z' && (
        <>
          <div>
            {t('reports.sealed')} <Id>{report.z.sealedSeq}</Id>
          </div>
          <div>
            SHA-256 <Id>{groupedHash(report.z.sha256)}</Id>
          </div>
        </>
      )}
      <EnvironmentLine report={report} />
    </footer>
  );
}

type SheetProps = { report: PaperReport; locale: Locale; paper: Paper | 'screen' };

export function ReportSheet({ report, locale, paper }: SheetProps) {
  const body = bodyOf(report);
  const close = closeOf(report);
  const { timeZone, businessDate } = body;
  const { language } = locale;
  return (
    <SettingProvider value={{ locale, paper, timeZone, businessDate }}>
      <article className={`sheet sheet-${paper}`} lang={language} dir={directionOf(language)}>
        <ReportHead report={report} />
        <ReportTotals report={body} lines={close?.lines ?? []} />
        <ReportUnread unread={body.unread} terminals={body.terminals} />
        <ReportTerminals terminals={body.terminals} madeAtMs={madeAtMs(report)} />
        {close && <ReportCarried carried={close.carried} />}
        {close?.changes && <ReportChanges changes={close.changes} />}
        {report.kind === 'z' && <Signatures withSecond={report.z.content.approvedBy !== null} />}
        <Foot report={report} />
      </article>
    </SettingProvider>
  );
}
