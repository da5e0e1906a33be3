import { useQuery } from '@tanstack/react-query';
import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign';
import { categories as categoryArea } from '#areas/categories/area.ts';
import { getSortLabels } from '#crud/area.ts';
import { makeListCommands } from '#crud/list/list-commands.tsx';
import { ListFilters } from '#crud/list/list-filters.tsx';
import { ListPage } from '#crud/list/list-page.tsx';
import { periodState, formatPeriod } from '#lib/date.ts';
import { NameCell, PictureCell, StatusCell } from '#crud/list/row.tsx';
import { Rows } from '#crud/list/rows.tsx';
import { useList } from '#crud/list/use-list.ts';
import type { ListController } from '#crud/list/use-list.ts';
import type { ColumnsOf } from '#crud/views/columns.ts';
import { makeLazyChoices } from '#crud/views/filters.ts';
import { Thumbnail } from '#crud/stored-picture.tsx';
import { categoryOptionsQuery } from '#areas/categories/queries.ts';
import { formatMoney } from '#lib/money.ts';
import { Chip } from '#ui/badge.tsx';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { Cell } from '#ui/table.tsx';
import { useTimeDependentValue } from '#ui/use-time-dependent-value.ts';
import { products } from './area.ts';
import {
  categoryText,
  discountText,
  promoStates,
  statuses,
  tipos,
  visibilities,
} from './product.ts';
import * as data from './queries.ts';

/** Renders the page /produtos. */
export function Page() {
  const list = useList(products, data.productsList, commands, filters);
  const categories = useQuery(categoryOptionsQuery()).data;
  const similar = list.page.data?.similar ?? [];
  return (
    <>
      <ListFilters list={list} search="Buscar produto por nome ou SKU" clearable />
      <ListPage
        list={list}
        actions={<Actions list={list} />}
        matching
        bulk={Changes}
        editing={editing}
        texts={{
          failure: () => 'Falha ao carregar produtos. Por favor, tente novamente.',
          empty: 'Nenhum produto encontrado com os filtros aplicados.',
          first: categories && (categories.length === 0 ? firstCategory : firstProduct),
        }}
        similar={similar.length > 0 && <Similar list={list} rows={similar} />}
        columns={columns}
      />
    </>
  );
}

type SimilarProps = {
  list: ListController<data.ListedProduct>;
  rows: readonly data.ListedProduct[];
};

function Similar({ list, rows }: SimilarProps) {
  const { busca } = list.params;
  return (
    <section aria-labelledby="similar-products" className="mt-3">
      <h2 id="similar-products" className="mb-2 font-semibold">
        Parecidos com "{busca}"
      </h2>
      <Rows
        caption="Parecidos"
        area={products}
        commands={commands}
        columns={columns}
        hidden={list.hidden}
        sorting={{ sort: '', labels: getSortLabels(products) }}
        rows={rows}
        paramsKey={busca}
      />
    </section>
  );
}

const categoryChoices = makeLazyChoices(categoryOptionsQuery, (rows) =>
  rows.map(({ id, name, is_active }) => [id, categoryText(name, is_active)] as const),
);

const { labels } = products;

const filters = [
  { name: 'status', label: labels.status, options: statuses, inHeader: true },
  { name: 'tipo', label: labels.tipo, options: tipos, inHeader: true },
  { name: 'categoria', label: labels.category, lazy: categoryChoices, inHeader: true },
  { name: 'visibilidade', label: labels.visibility, options: visibilities },
  { name: 'promocao', label: 'Promoção', options: promoStates },
  { money: ['preco_de', 'preco_ate'], label: labels.real_price },
  { name: 'imagem', label: 'Sem imagem', only: 'sem' },
  { name: 'categoria_status', label: 'Categoria inativa', only: 'inativa' },
  { name: 'link', label: 'Link quebrado', only: 'quebrado' },
] as const;

const commands = { duplicate: data.duplicateProduct, remove: data.deleteProduct };

const editing = {
  label: 'Alterar na lista',
  icon: <CircleDollarSign />,
  Editor: lazyComponent(async () => (await import('./prices/price-editor.tsx')).PriceEditor),
};

const columns: ColumnsOf<typeof products, data.ListedProduct> = {
  picture: {
    width: '2.875rem',
    cell: (row) => (
      <PictureCell row={row}>
        <Thumbnail url={row.image_url} />
      </PictureCell>
    ),
  },
  name: {
    width: 'minmax(9.5rem,2fr)',
    cell: (row) => <NameCell row={row} note={row.subtitle} />,
  },
  sku: { width: 'minmax(7.25rem,1fr)', cell: ({ sku }) => <Cell place="note">{sku}</Cell> },
  category: {
    width: 'minmax(6.75rem,1fr)',
    cell: (row) => <CategoryCell name={row.category} isActive={row.category_is_active} />,
  },
  tipo: {
    width: '3.5rem',
    cell: ({ tipo }) => <Cell>{tipo === 'Produto' ? tipo : <Chip>{tipo}</Chip>}</Cell>,
  },
  visibility: {
    // The maximum is the width of 'Catálogo de Distribuidores'.
    width: 'minmax(7rem,10.125rem)',
    cell: ({ visibility }) => (
      <Cell>
        {visibility === 'todos' ? visibilities.todos : <Chip>{visibilities[visibility]}</Chip>}
      </Cell>
    ),
  },
  real_price: {
    // The minimum is the width of a price of seven digits with the edit button.
    width: 'minmax(8.75rem,0.75fr)',
    align: 'end',
    cell: (row) => (
      <Cell place="amount" className="end">
        <Price {...row} />
      </Cell>
    ),
  },
  status: { width: '3.5rem', cell: ({ status }) => <StatusCell>{status}</StatusCell> },
};

const { Actions, Changes } = makeListCommands(products, {
  exported: async (params) =>
    (await import('./sheet/products-export.ts')).createProductsExport(params),
  imports: true,
  changes: async () => (await import('./bulk.tsx')).changes,
});

// Renders the category. '(inativa)' stays visible beside a long name, because only the name is truncated. If there is
// no space for the name, it wraps to the second line, which is not visible: the cell is one line high. On a phone, the
// cell of an inactive category replaces the SKU (`alone`).
function CategoryCell({ name, isActive }: { name: string; isActive: boolean }) {
  if (isActive) return <Cell place="note">{name}</Cell>;
  return (
    <Cell place="note" className="alone flex h-lh flex-row-reverse flex-wrap justify-end">
      <span className="order-1 max-w-max flex-[1_1_2.5rem] truncate">{name}</span>
      <span className="whitespace-pre text-warning"> (inativa)</span>
    </Cell>
  );
}

type PriceProps = Pick<
  data.ListedProduct,
  'real_price' | 'promo_price' | 'promo_starts_at' | 'promo_ends_at'
>;

function Price({ promo_price, ...others }: PriceProps) {
  if (promo_price === null) return formatMoney(others.real_price);
  return <PromoPrice {...others} promo_price={promo_price} />;
}

type PromoPriceProps = PriceProps & { promo_price: number };

function PromoPrice({ real_price, promo_price, promo_starts_at, promo_ends_at }: PromoPriceProps) {
  const state = useTimeDependentValue(() => periodState(promo_starts_at, promo_ends_at));
  const isOff = state === 'scheduled' || state === 'ended';
  const promo = formatMoney(promo_price);
  // A promotional price that is not lower is not a discount: do not strike through the sale price.
  if (isOff || promo_price >= real_price) {
    const shown = isOff ? `${promo} ${offAir[state]}` : promo;
    const reason = isOff ? formatPeriod(state, promo_starts_at, promo_ends_at) : noDiscount;
    return (
      <>
        {isOff ? (
          formatMoney(real_price)
        ) : (
          <span className="rows-medium:hidden">{formatMoney(real_price)}</span>
        )}
        <small
          data-whole={`Preço promocional ${shown}: ${reason}`}
          className={`block overflow-hidden text-xs text-ellipsis ${isOff ? offAirClass : noDiscountClass}`}
        >
          <span className="sr-only">. Preço promocional: </span>
          {shown}
          <span className="sr-only">, {reason}</span>
        </small>
      </>
    );
  }
  const discount = discountText(real_price, promo_price);
  return (
    <>
      <s className="block text-xs text-muted rows-medium:hidden">{formatMoney(real_price)}</s>
      {/* If the discount does not fit beside a long price, only the price is visible. */}
      <div
        className="flex h-5 flex-row-reverse flex-wrap gap-x-1 overflow-hidden rows-narrow:h-auto"
        data-whole={promo.length > 11 ? `${discount} ${promo}` : undefined}
      >
        <small className="order-1 text-[0.75rem] text-success rows-narrow:hidden">
          {discount}{' '}
        </small>
        <span className="sr-only">Preço promocional: </span>
        {promo}
      </div>
    </>
  );
}

// The classes of a promotional price that is not on air, or that is not a discount. A list of medium width has space
// for only one price: the sale price if the promotional price is not on air, otherwise the promotional price.
const offAirClass = 'text-muted rows-medium:hidden rows-narrow:hidden';
const noDiscountClass = 'no-discount text-warning rows-medium:text-[0.8125rem]/5';

const noDiscount = 'não é menor que o preço de venda';
const offAir = { scheduled: 'agendado', ended: 'encerrado' };

// The texts of the list while there are no products: users create a category first, because each product needs one.

const firstCategory = {
  about: 'O catálogo está vazio. Todo produto pertence a uma categoria: cadastre uma primeiro.',
  action: 'Cadastrar a primeira categoria',
  to: categoryArea.add,
};

const firstProduct = {
  about: 'O catálogo ainda está vazio. Os produtos e serviços cadastrados aparecem aqui.',
  action: 'Cadastrar o primeiro produto',
};
