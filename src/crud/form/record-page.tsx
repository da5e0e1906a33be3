import { useQuery } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import { Link, useParams, useRouter } from '@tanstack/react-router';
import type { HistoryState } from '@tanstack/react-router';
import History from 'lucide-react/icons/history';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { forgetRecent, noteRecent } from '#data/recent-records.ts';
import { buttonClass } from '#ui/button.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { laterPart } from '#ui/later-part.tsx';
import { MenuItem } from '#ui/menu.tsx';
import { SpinnerArea } from '#ui/spinner.tsx';
import { editTitle } from '../area.ts';
import type { Area } from '../area.ts';
import type { ListParams } from '../list-search.ts';
import type { RowCommands } from '../list/row-commands.ts';
import { FormHeader } from './form-head.tsx';
import type { About, FormHead } from './form-head.tsx';
import { KnownFields } from './known-fields.tsx';
import { useNeighbours } from './neighbours.tsx';
import type { Listed, ListQuery } from './neighbours.tsx';

/** What the form of an area is given; a new record has no row. */
export type RecordFormProps<Row> = { head: FormHead; row?: Row };

/** `onGone` is to be called when there is no such record any more. */
export type RecordActionsProps<Row> = { row: Row; onGone: () => void };

type DetailQuery<Row, Key extends readonly unknown[]> = UseQueryOptions<
  Row | null,
  Error,
  Row | null,
  Key
>;

export type EditPageProps<Row, Key extends readonly unknown[]> = {
  /** While the record is on its way, as far as a list knows it. */
  head: FormHead;
  known?: ReactNode;
  /** The detail query, which answers null for an id that nobody has. */
  record: DetailQuery<Row, Key>;
  /** The specified texts of a record that does not exist and of one that can't be loaded. */
  missing: string;
  failure: (message: string) => string;
  /** The way on from a record that does not exist. */
  back?: ReactNode;
  /** Told of each reading: the record, or null when there is none. */
  onRead?: (row: Row | null) => void;
  /** The form, filled with the record. Give the page a key of the id: another record is another form. */
  children: (row: Row) => ReactNode;
};

export type RecordPageProps<
  P extends ListParams,
  Row extends Listed,
  Key extends readonly unknown[],
  Beside extends Listed,
  ListKey extends readonly unknown[],
> = Pick<EditPageProps<Row, Key>, 'missing' | 'failure'> & {
  area: Area<P>;
  /** The queries of one record and of the list, which tells what stands beside it. */
  record: (id: string) => DetailQuery<Row, Key>;
  list: ListQuery<P, Beside, ListKey>;
  form: ComponentType<RecordFormProps<Row>>;
  /** Of a row of the list, too: what it knows is said while the record is on its way. */
  about: (row: Row | Beside) => About;
  /** What may be done with the record, as in its list, and `<MenuItem>`s of the area's own. */
  commands: RowCommands;
  actions?: ComponentType<RecordActionsProps<Row>>;
};

/** The page of one record: an empty form, or with an id in the address the form of that record. */
export function RecordPage<
  P extends ListParams,
  Row extends Listed,
  Key extends readonly unknown[],
  Beside extends Listed,
  ListKey extends readonly unknown[],
>({
  area,
  record,
  list,
  form: Form,
  about,
  commands,
  actions: Actions,
  ...texts
}: RecordPageProps<P, Row, Key, Beside, ListKey>) {
  const { id } = useParams({ strict: false });
  const router = useRouter();
  const [round, setRound] = useState(0);
  const [historyOf, setHistoryOf] = useState<string>();
  const { neighbours, row: listed } = useNeighbours(area, list, id) ?? {};
  const next = neighbours?.next;
  function goTo(to: string, state: HistoryState) {
    // Back leads to the list, however many forms one has gone through.
    void router.navigate({ to, state, replace: true, ignoreBlocker: true });
  }
  function another() {
    const { fromList } = router.history.location.state;
    goTo(area.add, { fromList });
    // From an empty form to the next the address stays the same.
    setRound(round + 1);
  }
  if (!id) return <Form key={round} head={{ title: area.adding, list: area, another }} />;
  const following = next && (() => goTo(next.to, next.state));
  const head = { title: editTitle(area), list: area, area, neighbours, another, following };
  const back = (
    <Link to={area.path} className={buttonClass()}>
      Ver {area.title.toLowerCase()}
    </Link>
  );
  const opened = { table: area.table, id };
  const remember = (row: Row | null) =>
    row ? noteRecent({ ...opened, title: about(row).name }) : forgetRecent(opened);
  const known = listed && { id: listed.id, ...about(listed) };
  const page = { head: { ...head, record: known }, record: record(id), back, onRead: remember };
  const fields = listed && <KnownFields table={area.table} row={listed} />;
  const shown = historyOf === id && (
    <HistoryDialog area={area.table} id={id} onClose={() => setHistoryOf(undefined)} />
  );
  return (
    <EditPage key={id} known={fields} {...page} {...texts}>
      {(row) => {
        const more = (onGone: () => void) => (
          <>
            <MenuItem icon={<History />} onSelect={() => setHistoryOf(id)}>
              Histórico
            </MenuItem>
            {Actions && <Actions row={row} onGone={onGone} />}
          </>
        );
        return (
          <>
            <Form
              row={row}
              head={{ ...head, record: { id: row.id, ...about(row) }, commands, more }}
            />
            {shown}
          </>
        );
      }}
    </EditPage>
  );
}

// Opened by a few, and only by hand.
const HistoryDialog = laterPart(
  async () => (await import('../history/history-dialog.tsx')).HistoryDialog,
);

/** The head at once, and what a list knows of the record; the form as soon as that is read. */
export function EditPage<Row, Key extends readonly unknown[]>({
  head,
  known,
  record,
  missing,
  failure,
  back,
  onRead,
  children,
}: EditPageProps<Row, Key>) {
  const { row, error, retry } = useFreshRecord(record);
  const tell = useEffectEvent((read: Row | null) => onRead?.(read));
  useEffect(
    function tellWhatWasRead() {
      if (row !== undefined) tell(row);
    },
    [row],
  );
  if (row) return children(row);
  return (
    <>
      <FormHeader head={row === null ? { ...head, record: undefined } : head} />
      {row === null ? (
        <ErrorBox action={back}>{missing}</ErrorBox>
      ) : error ? (
        <ErrorBox onRetry={retry}>{failure(error.message)}</ErrorBox>
      ) : (
        (known ?? <SpinnerArea className="min-h-[80dvh]" />)
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
