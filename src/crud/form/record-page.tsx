import { useQuery } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { buttonClass } from '#ui/button.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { SpinnerArea } from '#ui/spinner.tsx';
import { editTitle } from '../area.ts';
import type { Area } from '../area.ts';

/** What the form of an area is given; a new record has no row. */
export type RecordFormProps<Row> = { title: string; row?: Row };

type DetailQuery<Row, Key extends readonly unknown[]> = UseQueryOptions<
  Row | null,
  Error,
  Row | null,
  Key
>;

export type EditPageProps<Row, Key extends readonly unknown[]> = {
  title: string;
  /** The detail query, which answers null for an id that nobody has. */
  record: DetailQuery<Row, Key>;
  /** The specified texts of a record that does not exist and of one that can't be loaded. */
  missing: string;
  failure: (message: string) => string;
  /** The way on from a record that does not exist. */
  back?: ReactNode;
  /** The form, filled with the record. Give the page a key of the id: another record is another form. */
  children: (row: Row) => ReactNode;
};

export type RecordPageProps<Row, Key extends readonly unknown[]> = Pick<
  EditPageProps<Row, Key>,
  'missing' | 'failure'
> & {
  area: Area;
  record: (id: string) => DetailQuery<Row, Key>;
  form: ComponentType<RecordFormProps<Row>>;
};

/** The page of one record: an empty form, or with an id in the address the form of that record. */
export function RecordPage<Row, Key extends readonly unknown[]>({
  area,
  record,
  form: Form,
  ...texts
}: RecordPageProps<Row, Key>) {
  const { id } = useParams({ strict: false });
  if (!id) return <Form title={area.adding} />;
  const title = editTitle(area);
  const back = (
    <Link to={area.path} className={buttonClass()}>
      Ver {area.title.toLowerCase()}
    </Link>
  );
  return (
    <EditPage key={id} title={title} record={record(id)} back={back} {...texts}>
      {(row) => <Form title={title} row={row} />}
    </EditPage>
  );
}

/** The title at once, the form as soon as its record is there. */
export function EditPage<Row, Key extends readonly unknown[]>({
  title,
  record,
  missing,
  failure,
  back,
  children,
}: EditPageProps<Row, Key>) {
  const { row, error, retry } = useFreshRecord(record);
  if (row) return children(row);
  return (
    <>
      <PageTitle title={title} />
      {row === null ? (
        <ErrorBox action={back}>{missing}</ErrorBox>
      ) : error ? (
        <ErrorBox onRetry={retry}>{failure(error.message)}</ErrorBox>
      ) : (
        <SpinnerArea className="min-h-[80dvh]" />
      )}
    </>
  );
}

/**
 * One record for a form: fresh from the platform, or read moments ago when the pointer came near its
 * link. What an older reading left in the cache is not shown, nor after a reading that failed: a form
 * would save it again. Later readings follow (the window has the focus again); a record that is gone by
 * then leaves the form as it is, for the save to say so.
 */
function useFreshRecord<Row, Key extends readonly unknown[]>(options: DetailQuery<Row, Key>) {
  const query = useQuery({ ...options, staleTime: 10_000 });
  const isFresh = query.isSuccess && (query.isFetchedAfterMount || !query.isStale);
  const [row, setRow] = useState<Row | null>();
  if (isFresh && query.data !== row && (query.data || !row)) setRow(query.data);
  return {
    row,
    error: row === undefined && !query.isFetching ? query.error : null,
    retry: () => void query.refetch(),
  };
}
