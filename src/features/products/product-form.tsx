import { useParams } from '@tanstack/react-router';
import { useFreshRecord } from '#crud/fresh-record.ts';
import { ErrorBox } from '#ui/error-box.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { SpinnerArea } from '#ui/spinner.tsx';
import { newProduct } from './product.ts';
import { ProductEditor } from './product-editor.tsx';
import { productValues } from './product-values.ts';
import { productDetail } from './product.queries.ts';

/** /produtos/adicionar and /produtos/editar/{id} */
export function ProductFormPage() {
  const { id } = useParams({ strict: false });
  if (!id) return <ProductEditor title="Novo Produto ou Serviço" values={newProduct} images={[]} />;
  return <EditProduct key={id} id={id} />;
}

function EditProduct({ id }: { id: string }) {
  const { row, error, retry } = useFreshRecord(productDetail(id));
  const title = 'Editar Produto';
  if (row) {
    return (
      <ProductEditor
        title={title}
        id={id}
        values={productValues(row)}
        images={row.product_images}
      />
    );
  }
  return (
    <>
      <PageTitle title={title} />
      {row === null ? (
        <ErrorBox>Produto não encontrado.</ErrorBox>
      ) : error ? (
        <ErrorBox onRetry={retry}>Falha ao carregar dados do produto.</ErrorBox>
      ) : (
        <SpinnerArea className="min-h-[80dvh]" />
      )}
    </>
  );
}
