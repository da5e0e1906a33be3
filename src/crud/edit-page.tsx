import type { UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorBox } from '#ui/error-box.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { SpinnerArea } from '#ui/spinner.tsx';
import { useFreshRecord } from './fresh-record.ts';

export type EditPageProps<Row, Key extends readonly unknown[]> = {
  title: string;
  /** The detail query, which answers null for an id that nobody has. */
  record: UseQueryOptions<Row | null, Error, Row | null, Key>;
  /** The specified texts of a record that does not exist and of one that can't be loaded. */
  missing: string;
  failure: (message: string) => string;
  /** The form, filled with the record. Give the page a key of the id: another record is another form. */
  children: (row: Row) => ReactNode;
};

/** The title at once, the form as soon as its record is there. */
export function EditPage<Row, Key extends readonly unknown[]>({
  title,
  record,
  missing,
  failure,
  children,
}: EditPageProps<Row, Key>) {
  const { row, error, retry } = useFreshRecord(record);
  if (row) return children(row);
  return (
    <>
      <PageTitle title={title} />
      {row === null ? (
        <ErrorBox>{missing}</ErrorBox>
      ) : error ? (
        <ErrorBox onRetry={retry}>{failure(error.message)}</ErrorBox>
      ) : (
        <SpinnerArea className="min-h-[80dvh]" />
      )}
    </>
  );
}
