/** Both PINs, and why a second person has to agree, where an act of a close asks for it. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Authorization } from '#shared/contract/people.ts';
import type { ApprovedAct } from '#shared/domain/closing.ts';
import { useAuthorization } from '../../components/authorization.tsx';

type Approval = {
  fields: ReactNode;
  authorization: Authorization | null;
  complete: boolean;
  /** PINs are typed again for every try. */
  clear: () => void;
};

/** No act: nothing is asked. */
export function useApproval(acts: readonly ApprovedAct[]): Approval {
  const { t } = useTranslation();
  const [act] = acts;
  const { fields, value, clear } = useAuthorization({ do: act ?? 'close-day' }, []);
  if (act === undefined) return { fields: null, authorization: null, complete: true, clear };
  return {
    fields: (
      <>
        <ul className="approval-acts">
          {acts.map((one) => (
            <li key={one}>{t(`closing.approval.${one}`)}</li>
          ))}
        </ul>
        {fields}
      </>
    ),
    authorization: value,
    complete: value !== null,
    clear,
  };
}
