/** How it is known what a field is: proven by the rows, likely, guessed from its name, or confirmed by a person. */
import { IconCheck, IconCircleDashed, IconEye, IconUserCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AnswerView } from '#shared/contract/answers.ts';
import { useCounted } from '../../components/counted.ts';
import { StateChip } from '../../components/state-chip.tsx';

type Evidence = Pick<
  AnswerView['fields'][number],
  'proof' | 'by' | 'held' | 'of' | 'needsWord' | 'isConfirmed'
>;

const LOOKS = {
  proven: { tone: 'good', Icon: IconCheck },
  fits: { tone: 'neutral', Icon: IconCircleDashed },
  'not-proven': { tone: 'late', Icon: IconEye },
} as const;

const BY_NAME: readonly Evidence['by'][] = ['own-name', 'name'];

type ProofProps = {
  evidence: Evidence;
  /** Its place in the sum that proves it: taken off, or the net. */
  term?: 'sumOff' | 'sumNet' | null;
};

export function Proof({ evidence, term = null }: ProofProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { proof, by, held, of } = evidence;
  if (evidence.needsWord && evidence.isConfirmed)
    return <StateChip tone="good" icon={<IconUserCheck size={16} />} label={t('answers.proof.confirmed')} />;
  const { tone, Icon } = LOOKS[proof];
  // In one line, as it is said of many rows below one another.
  if (proof === 'fits' && BY_NAME.includes(by) && !evidence.needsWord)
    return <StateChip tone={tone} icon={<Icon size={16} />} label={t('answers.by.name')} />;
  const label =
    proof === 'proven' && of > 0
      ? t('answers.proof.provenBy', { held: counted(held).number, ...counted(of) })
      : t(`answers.proof.${proof}`);
  return (
    <>
      <StateChip tone={tone} icon={<Icon size={16} />} label={label} />
      <div className="answer-examples">{t(`answers.by.${term ?? by}`)}</div>
      {evidence.needsWord && by !== 'values' && <div className="answer-examples">{t('answers.depends')}</div>}
    </>
  );
}
