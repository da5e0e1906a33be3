import ImageIcon from 'lucide-react/icons/image';
import { useWatch } from 'react-hook-form';
import type { Control } from 'react-hook-form';
import { periodState } from '#lib/date.ts';
import { formatMoney, parseMoney } from '#lib/money.ts';
import { parseLocalTime } from '#lib/wall-time.ts';
import { Card } from '#ui/card.tsx';
import type { FormPicture } from '#ui/fields/picture-tile.tsx';
import { visibilities } from './product.ts';
import type { ProductValues, StoredProductValues } from './schema.ts';

export type ProductPreviewProps = {
  control: Control<ProductValues, unknown, StoredProductValues>;
  picture: FormPicture | undefined;
};

/** Renders the form values as the card of the partner menu and the distributor catalogue. */
export function ProductPreview({ control, picture }: ProductPreviewProps) {
  const values = useWatch({ control });
  return (
    <aside className="shrink-0 xl:sticky xl:top-[calc(var(--header-height,3.5rem)+1.25rem)] xl:w-72">
      <Card title="Prévia do cartão" description={whereShown(values)}>
        {/* Always light: customers see the card on a light page, in any theme of the panel. */}
        <div
          data-theme="light"
          className={`mx-auto w-full max-w-60 overflow-hidden rounded-card border border-line bg-surface text-ink shadow-raised ${values.status === 'Inativo' ? 'opacity-50' : ''}`}
        >
          <div className="flex aspect-[7/10] items-center justify-center bg-sunken text-muted">
            {picture?.src ? (
              <img src={picture.src} alt={picture.alt} className="size-full object-cover" />
            ) : (
              <ImageIcon className="size-8" />
            )}
          </div>
          <div className="space-y-1 p-3">
            <p className="font-semibold">{values.name?.trim() || 'Nome do produto'}</p>
            <p className="text-xs text-muted">{values.subtitle?.trim() || 'Subtítulo'}</p>
            <p className="text-xs">{values.mini_description?.trim() || 'Mini descrição'}</p>
            <PreviewPrice {...values} />
            <PreviewButton color={values.button_color} />
          </div>
        </div>
      </Card>
    </aside>
  );
}

type Typed = Partial<ProductValues>;

function whereShown({ visibility = 'todos', status }: Typed): string {
  if (status === 'Inativo') return 'Inativo: não aparece em nenhum catálogo.';
  if (visibility !== 'todos') return `Aparece em: ${visibilities[visibility]}.`;
  return `Aparece em: ${visibilities.menu_parceiros} e ${visibilities.catalogo_distribuidores}.`;
}

function PreviewPrice({ real_price, promo_price, promo_starts_at, promo_ends_at }: Typed) {
  const price = parseMoney(real_price ?? '');
  const state = periodState(
    parseLocalTime(promo_starts_at ?? ''),
    parseLocalTime(promo_ends_at ?? ''),
  );
  const isOff = state === 'scheduled' || state === 'ended';
  const special = isOff ? undefined : parseMoney(promo_price ?? '');
  // A promotional price that is not lower is not a discount: do not strike through the sale price.
  const isDiscount = special !== undefined && price !== undefined && special < price;
  const isOdd = special !== undefined && price !== undefined && special >= price;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 pt-1 whitespace-nowrap">
      {isDiscount && <s className="text-xs text-muted">{formatMoney(price)}</s>}
      <b className={`text-base font-semibold ${isOdd ? 'text-warning' : ''}`}>
        {formatMoney(special ?? price ?? 0)}
      </b>
    </p>
  );
}

function PreviewButton({ color = '' }: { color: string | undefined }) {
  const background = /^#[0-9a-f]{6}$/i.test(color) ? color : '#0077cc';
  return (
    <span
      className="mt-1 block rounded-control py-1.5 text-center text-xs font-semibold"
      style={{ backgroundColor: background, color: readableOn(background) }}
    >
      Saiba mais
    </span>
  );
}

/** Returns black or white: the one with more contrast on this color (WCAG 2, relative luminance). */
function readableOn(color: string): '#000000' | '#ffffff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}
