/** The address where the customer pays: as a QR code, to copy and to open. In Practice it opens on this PC only, and says so. */
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { encode } from 'uqr';
import { pageAddress } from '#shared/domain/page-address.ts';
import { useActiveProfile } from '../../app-store.ts';
import { CopyTextButton } from '../../components/copy-text-button.tsx';

/** The dark squares as one path, with the margin of four squares that scanners need. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { border: 4 });
    const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
    return { size, path: squares.join('') };
  }, [text]);
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

type ToPayProps = {
  address: string | null;
  /** What is said if there is none. */
  none?: string;
};

export function ToPay({ address, none }: ToPayProps) {
  const { t } = useTranslation();
  const isPractice = useActiveProfile()?.environment === 'practice';
  if (address === null) return <p className="muted">{none ?? t('checkouts.pay.noAddress')}</p>;
  const page = pageAddress(address);
  return (
    <div className="to-pay">
      <QrCode text={address} label={t('checkouts.pay.qr')} />
      <div className="to-pay-ways">
        <span className="size-13">{t(`checkouts.pay.${isPractice ? 'scanPractice' : 'scan'}`)}</span>
        <CopyTextButton text={address} label={t('checkouts.pay.copy')} size="sm" main />
        {page && (
          <Button
            size="sm"
            variant="default"
            component="a"
            href={page.href}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<IconExternalLink size={16} />}
          >
            {t('checkouts.pay.open')}
          </Button>
        )}
      </div>
      {/* It is handed on by the code or the button, and read out by those who see neither. */}
      <bdi dir="ltr" className="visually-hidden to-pay-address">
        {address}
      </bdi>
    </div>
  );
}
