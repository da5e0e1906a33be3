import { Link } from '@tanstack/react-router';
import { Thumbnail } from '#crud/stored-picture.tsx';
import { formatMoney } from '#lib/money.ts';
import type { ListedProduct } from './products.queries.ts';

export type SimilarProductsProps = { search: string; rows: ListedProduct[] };

/** Under a table that found nothing: what looks most like the search. */
export function SimilarProducts({ search, rows }: SimilarProductsProps) {
  return (
    <section aria-labelledby="similar-products" className="mt-6">
      <h2 id="similar-products" className="mb-2 font-semibold">
        Parecidos com "{search}"
      </h2>
      <ul className="rounded-card border border-line bg-surface shadow-raised">
        {rows.map((row) => (
          <li key={row.id} className="border-b border-line last:border-b-0">
            <Link
              to="/produtos/editar/$id"
              params={{ id: row.id }}
              className="flex items-center gap-3 px-3 py-2 hover:bg-hover"
            >
              <Thumbnail url={row.image_url} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{row.name}</span>
                <span className="block truncate text-xs text-muted">{row.subtitle}</span>
              </span>
              <span className="text-muted">{row.sku}</span>
              <span className="whitespace-nowrap">
                {formatMoney(row.promo_price ?? row.real_price)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
