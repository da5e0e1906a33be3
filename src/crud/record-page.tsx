import type { UseQueryOptions } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { EditPage } from './edit-page.tsx';
import type { EditPageProps } from './edit-page.tsx';

/** What the form of an area is given; a new record has no row. */
export type RecordFormProps<Row> = { title: string; row?: Row };

export type RecordPageProps<Row, Key extends readonly unknown[]> = Pick<
  EditPageProps<Row, Key>,
  'missing' | 'failure'
> & {
  titles: readonly [adding: string, editing: string];
  record: (id: string) => UseQueryOptions<Row | null, Error, Row | null, Key>;
  form: ComponentType<RecordFormProps<Row>>;
};

/** The page of one record: an empty form, or with an id in the address the form of that record. */
export function RecordPage<Row, Key extends readonly unknown[]>({
  titles: [adding, editing],
  record,
  form: Form,
  ...texts
}: RecordPageProps<Row, Key>) {
  const { id } = useParams({ strict: false });
  if (!id) return <Form title={adding} />;
  return (
    <EditPage key={id} title={editing} record={record(id)} {...texts}>
      {(row) => <Form title={editing} row={row} />}
    </EditPage>
  );
}
