/** Time zone, cut-off, tolerance, large difference and blind roles of one branch. */
import { Button, Checkbox, Group, Modal, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { roles } from '#shared/domain/rights.ts';
import { toDecimal, type Money } from '#shared/money/money.ts';
import { toAsciiDigits } from '#shared/text/digits.ts';
import type { BranchSettings, ClosingBranch } from '#shared/contract/closing-day.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { AmountsField, type TypedAmount } from './amounts-field.tsx';
import { readTyped } from './selectors.ts';
import { useClosing } from './store.ts';

const asTyped = (amounts: readonly Money[]): TypedAmount[] =>
  amounts.length === 0
    ? [{ currency: 'EGP', text: '' }]
    : amounts.map((amount) => ({ currency: amount.currency, text: toDecimal(amount) }));

/** Nothing typed is 0, which is also what a currency without a line has. */
function readAll(typed: readonly TypedAmount[]): Money[] | null {
  const read = typed.map(({ currency, text }) => readTyped(text, currency));
  return read.some((value) => value === 'not-understood' || (value !== null && value.minor < 0n))
    ? null
    : read.filter((value): value is Money => value !== null && value !== 'not-understood');
}

type FormProps = { branch: ClosingBranch; onClose: () => void };

function SettingsForm({ branch: { branchKey, settings }, onClose }: FormProps) {
  const { t } = useTranslation();
  const loadBranches = useClosing((state) => state.loadBranches);
  const [timeZone, setTimeZone] = useState(settings.timeZone);
  const [cutOff, setCutOff] = useState(settings.cutOff);
  const [tolerance, setTolerance] = useState(asTyped(settings.tolerance));
  const [largeDifference, setLarge] = useState(asTyped(settings.largeDifference));
  const [blindRoles, setBlindRoles] = useState<BranchSettings['blindRoles']>(settings.blindRoles);
  const [error, setError] = useState<AppError | null>(null);
  const [busy, setBusy] = useState(false);
  const cutOffTime = toAsciiDigits(cutOff).trim();
  const cutOffRight = /^([01]\d|2[0-3]):[0-5]\d$/.test(cutOffTime);
  const amounts = { tolerance: readAll(tolerance), largeDifference: readAll(largeDifference) };
  const save = async () => {
    if (amounts.tolerance === null || amounts.largeDifference === null) return;
    setBusy(true);
    const answer = await call('closing.settings.set', {
      branchKey,
      settings: {
        timeZone,
        cutOff: cutOffTime,
        tolerance: amounts.tolerance.map(({ minor, currency }) => ({ minor: minor.toString(), currency })),
        largeDifference: amounts.largeDifference.map(({ minor, currency }) => ({
          minor: minor.toString(),
          currency,
        })),
        blindRoles,
      },
    });
    setBusy(false);
    if (!answer.ok) return setError(answer.error);
    await loadBranches();
    onClose();
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {error && <ErrorNotice error={error} />}
      <Select
        label={t('closing.settings.timeZone')}
        description={t('closing.settings.timeZoneText')}
        data={[...new Set([settings.timeZone, 'Africa/Cairo', ...Intl.supportedValuesOf('timeZone')])]}
        searchable
        nothingFoundMessage={t('app.palette.nothing')}
        limit={60}
        value={timeZone}
        allowDeselect={false}
        onChange={(value) => setTimeZone(value ?? settings.timeZone)}
      />
      <TextInput
        label={t('closing.settings.cutOff')}
        description={t('closing.settings.cutOffText')}
        styles={{ input: { inlineSize: 180, direction: 'ltr' } }}
        maxLength={5}
        error={!cutOffRight && t('closing.settings.cutOffWrong')}
        value={cutOff}
        onChange={(event) => setCutOff(event.currentTarget.value)}
      />
      <AmountsField
        label={t('closing.settings.tolerance')}
        description={t('closing.settings.toleranceText')}
        value={tolerance}
        onChange={setTolerance}
      />
      <AmountsField
        label={t('closing.settings.large')}
        description={t('closing.settings.largeText')}
        value={largeDifference}
        onChange={setLarge}
      />
      <Checkbox.Group
        label={t('closing.settings.blind')}
        description={t('closing.settings.blindText')}
        value={blindRoles}
        onChange={(value) => setBlindRoles(roles.filter((role) => value.includes(role)))}
      >
        <Group mt={8} gap="8px 18px">
          {roles.map((role) => (
            <Checkbox key={role} value={role} label={t(`people.role.${role}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('app.actions.cancel')}
        </Button>
        <Button
          type="submit"
          loading={busy}
          disabled={!cutOffRight || amounts.tolerance === null || amounts.largeDifference === null}
        >
          {t('app.actions.save')}
        </Button>
      </Group>
    </form>
  );
}

export function BranchSettingsDialog({ branchKey, onClose }: { branchKey: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { branches, loadBranches } = useClosing();
  const [asked, setAsked] = useState(false);
  if (branches === null && !asked) {
    setAsked(true);
    void loadBranches();
  }
  const branch = branches?.find((candidate) => candidate.branchKey === branchKey);
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={<strong>{t('closing.settings.title')}</strong>}
      closeButtonProps={{ 'aria-label': t('app.actions.close') }}
    >
      {branch && <SettingsForm branch={branch} onClose={onClose} />}
    </Modal>
  );
}
