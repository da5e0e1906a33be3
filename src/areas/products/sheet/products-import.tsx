import { Link } from '@tanstack/react-router';
import Images from 'lucide-react/icons/images';
import type { AreaImport } from '#crud/import/import-area.ts';
import { ImportPage } from '#crud/import/import-page.tsx';
import { queryClient } from '#data/query-client.ts';
import { categoryOptionsQuery } from '#areas/categories/queries.ts';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { productImport } from './product-sheet.ts';

/** Renders the page /produtos/importar. */
export function Page() {
  return <ImportPage importing={importing} also={<PicturesImportLink />} />;
}

const importing: AreaImport = {
  ...productImport,
  reference: {
    name: 'category',
    column: 'category_id',
    async known() {
      const categories = await queryClient.fetchQuery(categoryOptionsQuery());
      const activeFirst = categories.toSorted((a, b) => Number(b.is_active) - Number(a.is_active));
      return activeFirst.map(({ name }) => name);
    },
    creates: 'creates_categories',
    words: {
      create: 'Criar as categorias que não existem',
      refused: 'As linhas delas serão recusadas.',
      missing: (name) => `A categoria "${name}" não existe.`,
    },
  },
};

function PicturesImportLink() {
  return (
    <Card
      title="Imagens por SKU"
      description="De um ZIP ou de uma pasta, para os produtos que já existem."
    >
      <Link to="/produtos/importar/imagens" className={buttonClass()}>
        <Images />
        Incluir imagens
      </Link>
    </Card>
  );
}
