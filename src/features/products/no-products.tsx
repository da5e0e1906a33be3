import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EmptyList } from '#ui/empty-list.tsx';
import { categoryOptions } from '#features/categories/category-options.queries.ts';
import { buttonClass } from '#ui/button.tsx';

/** No row to show. An empty catalogue says what to do first: a category, then a product. */
export function NoProducts({ filtered }: { filtered: boolean }) {
  const categories = useQuery(categoryOptions());
  const text = 'Nenhum produto encontrado com os filtros aplicados.';
  if (filtered || !categories.data) return <EmptyList text={text} />;
  return (
    <EmptyList
      text={text}
      first={categories.data.length === 0 ? <FirstCategory /> : <FirstProduct />}
    />
  );
}

function FirstCategory() {
  return (
    <>
      <p className="mb-4 max-w-sm text-muted">
        O catálogo está vazio. Todo produto pertence a uma categoria: comece por ela.
      </p>
      <Link to="/categorias/nova" className={buttonClass('primary')}>
        Cadastrar a primeira categoria
      </Link>
    </>
  );
}

function FirstProduct() {
  return (
    <>
      <p className="mb-4 max-w-sm text-muted">
        O catálogo ainda está vazio. Os produtos e serviços cadastrados aparecem aqui.
      </p>
      <Link to="/produtos/adicionar" className={buttonClass('primary')}>
        Cadastrar o primeiro produto
      </Link>
    </>
  );
}
