/** The fields that the ladder asks for in a dialog: the own PIN, and at L3 a second person's, with the reason why. */
import { Alert, Button, Select } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import type { Authorization, Face } from '#shared/contract/people.ts';
import { isTransfer, levelOf, limitsOf, type LadderAction, type Level } from '#shared/domain/ladder.ts';
import type { Money } from '#shared/money/money.ts';
import { useLocale } from '../app-store.ts';
import { currencyLabel, formatAmounts, formatList } from '../i18n/format.ts';
import { useMe, usePeople } from '../people-store.ts';
import { AtTop } from './dialog-foot.tsx';
import { PinInput } from './pin-input.tsx';
import { StillMissing } from './still-missing.tsx';

type AuthorizationForm = {
  level: Level;
  fields: ReactNode;
  /** Null while something is missing. */
  value: Authorization | null;
  /** The own PIN alone, for sending a request; null while it is empty. */
  pin: string | null;
  /** Nobody else is here, and it waits for nobody: nothing that is filled in would help. */
  blocked: boolean;
  /** PINs are typed again for every try. */
  clear: () => void;
};

/** `limits`: those that the act is above, where they are not the ladder's own. */
type ActProps = { action: LadderAction; amounts: readonly Money[]; limits?: readonly Money[] | undefined };

const whyOfAmount = (amounts: readonly Money[]) => (amounts.length === 0 ? 'amount-not-known' : 'over-limit');

/** The reason why two people have to agree: the act itself, or its amount. */
function whyOf(action: LadderAction, amounts: readonly Money[]): string {
  switch (action.do) {
    case 'send-again':
      return isTransfer(action.kind) ? 'transfer-again' : whyOfAmount(amounts);
    case 'move':
      return action.kind === 'payout-batch' ? 'bulk-transfer' : whyOfAmount(amounts);
    case 'resolve':
    case 'write-off':
      return whyOfAmount(amounts);
    default:
      return action.do;
  }
}

/** The limits of the currencies that go over one, and by how much, in words; empty where none is set for a currency. */
function useLimitText({ action, amounts, limits: told = [] }: ActProps): { limit: string; excess: string } {
  const locale = useLocale();
  const limits = usePeople(({ state }) => state?.rules.limits);
  const own = limits ? limitsOf(action, limits) : [];
  const over = own.flatMap((limit) => {
    const amount = amounts.find(({ currency, minor }) => currency === limit.currency && minor > limit.minor);
    return amount ? [{ limit, excess: { ...limit, minor: amount.minor - limit.minor } }] : [];
  });
  const listed = (values: readonly Money[]) => formatAmounts(values, locale);
  return {
    limit: listed([...told, ...over.map(({ limit }) => limit)]),
    excess: listed(over.map(({ excess }) => excess)),
  };
}

/**
 * Keys, allowed addresses, schedules and new transfers wait for nobody: who changes them has the second person beside them. A
 * transfer that was sent can wait for approval to be sent again.
 */
const isRequestable = (action: LadderAction): boolean =>
  action.do === 'move'
    ? !isTransfer(action.kind)
    : !['delete-key', 'restrict-addresses', 'make-schedule', 'first-transfer', 'change-recipient'].includes(
        action.do,
      );

/** Why two people have to agree, with the limit that is passed. */
export function useWhyTwo(props: ActProps): string {
  const { action, amounts } = props;
  const { t } = useTranslation();
  const locale = useLocale();
  const { limit, excess } = useLimitText(props);
  const reason = whyOf(action, amounts);
  const codes = new Set(amounts.map((one) => currencyLabel(one.currency, locale.language)));
  const currency = formatList([...codes], locale);
  const known = limit === '' ? 'no-limit' : reason;
  const why =
    reason === 'over-limit'
      ? known
      : reason === 'close-with-large-difference' && limit !== ''
        ? 'close-over-limit'
        : reason;
  return t(`people.confirm.why.${why}`, { limit, excess, currency });
}

const PEOPLE = { href: '/settings', state: { part: 'people' } } as const;

function WhyTwo({ nobody, ...act }: ActProps & { nobody: boolean }) {
  const { t } = useTranslation();
  const waits = isRequestable(act.action);
  const why = useWhyTwo(act);
  return (
    <div className="over-limit" data-tone={nobody && !waits ? 'late' : undefined}>
      <IconUsers size={20} aria-hidden />
      <span>
        <strong>{why}</strong>{' '}
        {nobody
          ? t(waits ? 'people.confirm.nobody' : 'people.confirm.nobodyAtAll')
          : waits && t('people.confirm.eitherWay')}
        {nobody && !waits && (
          <span className="over-limit-act">
            <Button component={Link} {...PEOPLE} size="compact-sm" variant="default">
              {t('people.confirm.addSecond')}
            </Button>
          </span>
        )}
      </span>
    </div>
  );
}

type SecondProps = {
  approvers: readonly Face[];
  second: Face | null;
  onChoose: (personId: string | null) => void;
  pin: string;
  onPin: (pin: string) => void;
  /** Only who acts here needs them: the act can be sent for approval without. */
  optional: boolean;
};

function SecondPerson({ approvers, second, onChoose, pin, onPin, optional }: SecondProps) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        required={!optional}
        label={t('people.field.second')}
        placeholder={t('people.field.chooseSecond')}
        data={approvers.map(({ personId, name, role }) => ({
          value: personId,
          label: `${name} · ${t(`people.role.${role}`)}`,
        }))}
        value={second?.personId ?? null}
        onChange={onChoose}
      />
      <PinInput
        required={!optional}
        label={
          second ? t('people.field.secondPin', { name: second.name }) : t('people.field.secondPinNobody')
        }
        disabled={second === null}
        value={pin}
        onChange={onPin}
      />
    </>
  );
}

const given = (second: Face | null, pin: string) => second && { personId: second.personId, pin };

/** What of the second person is still missing: of somebody who is not chosen yet, their PIN, too. */
function lacksOfSecond(t: TFunction, second: Face | null, pin: string): string[] {
  if (second !== null) return pin === '' ? [t('people.field.secondPin', { name: second.name })] : [];
  return [t('people.field.second'), t('people.field.secondPinNobody')];
}

/**
 * `request`: the request of somebody else that this confirmation approves. The own PIN is then the second one. `missing`: what
 * the dialog itself still lacks, by name; without it the dialog does not say what is missing.
 */
export function useAuthorization(
  action: LadderAction,
  amounts: readonly Money[],
  request: ApprovalRequest | null = null,
  missing: readonly string[] | null = null,
  limits: readonly Money[] = [],
): AuthorizationForm {
  const { t } = useTranslation();
  const me = useMe();
  const state = usePeople((store) => store.state);
  const [pin, setPin] = useState('');
  const [secondId, setSecondId] = useState<string | null>(null);
  const [secondPin, setSecondPin] = useState('');
  const level = state ? levelOf(action, { amounts, limits: state.rules.limits }) : 'L3';
  const approvers = (state?.people ?? []).filter(
    ({ personId, mayApprove }) => mayApprove && personId !== me?.personId,
  );
  const asksTwo = level === 'L3' && request === null;
  // What cannot be sent for approval either is not done here: no PIN would help.
  const blocked = asksTwo && approvers.length === 0 && !isRequestable(action);
  const second = approvers.find(({ personId }) => personId === secondId) ?? null;
  const isAlone = approvers.length === 0;
  const own = [...(missing ?? []), ...(pin === '' ? [t('people.field.yourPin')] : [])];
  const ofSecond = asksTwo && !isAlone ? lacksOfSecond(t, second, secondPin) : [];
  const waits = isRequestable(action);
  const lacks = blocked ? [t('people.field.secondHere')] : waits ? own : [...own, ...ofSecond];
  const whyTwo = asksTwo && <WhyTwo {...{ action, amounts, limits }} nobody={isAlone} />;
  const complete = pin !== '' && (!asksTwo || (second !== null && secondPin !== ''));
  return {
    level,
    pin: pin === '' ? null : pin,
    blocked,
    value: complete
      ? { pin, second: given(asksTwo ? second : null, secondPin), requestId: request?.requestId ?? null }
      : null,
    clear: () => {
      setPin('');
      setSecondPin('');
    },
    fields: (
      <>
        {request && (
          <Alert color="gray" icon={<IconUsers size={20} />}>
            {t('people.confirm.asked', { name: request.requestedBy })}
          </Alert>
        )}
        {blocked ? <AtTop>{whyTwo}</AtTop> : whyTwo}
        {!blocked && (
          <div className={asksTwo && !isAlone ? 'two-people' : undefined}>
            <PinInput label={t('people.field.yourPin')} required value={pin} onChange={setPin} />
            {asksTwo && !isAlone && (
              <SecondPerson
                approvers={approvers}
                second={second}
                onChoose={setSecondId}
                pin={secondPin}
                onPin={setSecondPin}
                optional={waits}
              />
            )}
          </div>
        )}
        {missing && <StillMissing names={lacks} second={waits ? ofSecond : []} />}
      </>
    ),
  };
}
