// A link as a QR code.

import encodeQR from 'qr';
import { t } from '../words/index.ts';
import { EASY_IN_QR } from './lengths.ts';
import { pathOf, RIM } from './qr-path.ts';

export function QrCode({ text }: { text: string }) {
  const { path, side } = pathOf(encodeQR(text, 'raw', { ecc: 'low', border: RIM }));
  return (
    <>
      <div class="share-qr">
        <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={t('share.qrLabel')}>
          <path d={path} />
        </svg>
      </div>
      <p class="hint">{t(text.length > EASY_IN_QR ? 'share.qrDense' : 'share.qrHint')}</p>
    </>
  );
}
