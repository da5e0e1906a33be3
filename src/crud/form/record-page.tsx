import { useQuery } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import { Link, useParams, useRouter } from '@tanstack/react-router';
import type { HistoryState } from '@tanstack/react-router';
import History from 'lucide-react/icons/history';
import { Fragment, useEffect, useEffectEvent, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { removeRecentRecord, addRecentRecord } from '#data/recent-records.ts';
import { buttonClass } from '#ui/button.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { MenuItem } from '#ui/menu.tsx';
import { CenteredSpinner } from '#ui/spinner.tsx';
import { adaptToGender, getEditTitle, getRecordPhrases } from '../area.ts';
import type { Area } from '../area.ts';
import type { ParamsOf } from '../list-search.ts';
import type { RowCommands } from '../list/row-commands.ts';
import { FormWithHeader } from './form-head.tsx';
import { useReopenKey } from './form-page.tsx';
import type { RecordSummary, FormHeaderContent } from './form-head.tsx';
import { useNeighbours } from './neighbours.tsx';
import type { RowWithId, ListQueryFactory } from './neighbours.tsx';

/** The props of an area's form; `row` is absent for a new record. */
export type RecordFormProps<Row> = { head: FormHeaderContent; row?: Row };

/** The props of the area's own items in the menu of the form. Call `onGone` when the record no longer exists. */
export type RecordActionsProps<Row> = { area: Area; row: Row; onGone: () => void };

type DetailQuery<Row, Key extends readonly unknown[]> = UseQueryOptions<
  Row | null,
  Error,
  Row | null,
  Key
>;

export type EditPageProps<Row, Key extends readonly unknown[]> = {
  /** The id of the record. Another id mounts another form. */
  id: string;
  /**
   * Returns the header of a record. The argument is undefined until the record has loaded, and null if it does not
   * exist. Until it has loaded, the header can have the name and status of the record's row in the list.
   */
  head: (row: Row | null | undefined) => FormHeaderContent;
  /** The detail query, which returns null for an unknown id. */
  record: DetailQuery<Row, Key>;
  /** The text for an unknown record. */
  missing: string;
  /** Returns the text for a failed request. */
  failure: (message: string) => string;
  /** The links shown for an unknown record. */
  back?: ReactNode;
  /** Called with the record when it is shown and when it has changed, or with null when it does not exist. */
  onRead?: (row: Row | null) => void;
  /** Renders the form of the record. */
  children: (row: Row) => ReactNode;
};

export type RecordPageProps<
  A extends Area,
  Row extends RowWithId,
  Key extends readonly unknown[],
  Beside extends RowWithId,
  ListKey extends readonly unknown[],
> = Partial<Pick<EditPageProps<Row, Key>, 'missing' | 'failure'>> & {
  area: A;
  /** Returns the query of one record. */
  record: (id: string) => DetailQuery<Row, Key>;
  /** Returns the query of the list, which provides the neighbours of the record. */
  list: ListQueryFactory<ParamsOf<A>, Beside, ListKey>;
  form: ComponentType<RecordFormProps<Row>>;
  /** Returns the name and status of a record. Until the record has loaded, the argument is its row in the list. */
  about: (row: Row | Beside) => RecordSummary;
  /** The commands of the record: the same as for its row in the list. */
  commands: RowCommands;
  /** Renders the area's own `<MenuItem>`s. */
  actions?: ComponentType<RecordActionsProps<Row>>;
};

/** Renders the page of one record: an empty form, or, with an id in the path, the form of that record. */
export function RecordPage<
  A extends Area,
  Row extends RowWithId,
  Key extends readonly unknown[],
  Beside extends RowWithId,
  ListKey extends readonly unknown[],
>({
  area,
  record,
  list,
  form: Form,
  about,
  commands,
  actions: Actions,
  missing = `${area.one} ${adaptToGender(area, 'não encontrado')}.`,
  failure = () => `Falha ao carregar dados ${getRecordPhrases(area).of}.`,
}: RecordPageProps<A, Row, Key, Beside, ListKey>) {
  const { id } = useParams({ strict: false });
  const router = useRouter();
  const [round, setRound] = useState(0);
  const reopened = useReopenKey();
  const [historyOf, setHistoryOf] = useState<string>();
  const { neighbours, row: listed } = useNeighbours(area, list, id) ?? {};
  const next = neighbours?.next;
  function goTo(to: string, state: HistoryState) {
    // Replace the history entry: Back then opens the list, however many forms were visited.
    void router.navigate({ to, state, replace: true, ignoreBlocker: true });
  }
  function another() {
    const { fromList } = router.history.location.state;
    goTo(area.add, { fromList });
    // Change the React key, because every empty form has the same path, and a new form must mount after each save.
    setRound(round + 1);
  }
  if (!id) {
    const adding = { title: area.adding, list: area, another };
    return (
      <FormWithHeader head={adding} isLoaded>
        <Form key={`${round} ${reopened}`} head={adding} />
      </FormWithHeader>
    );
  }
  const following = next && (() => goTo(next.to, next.state));
  const back = (
    <Link to={area.path} className={buttonClass()}>
      Ver {area.title.toLowerCase()}
    </Link>
  );
  const opened = { table: area.table, id };
  const remember = (row: Row | null) =>
    row ? addRecentRecord({ ...opened, title: about(row).name }) : removeRecentRecord(opened);
  function head(row: Row | null | undefined): FormHeaderContent {
    const title = getEditTitle(area);
    const common = { title, list: area, area, neighbours, another, following };
    if (row === null) return common;
    if (!row) return { ...common, record: listed && { id: listed.id, ...about(listed) } };
    const more = (onGone: () => void) => (
      <>
        <MenuItem icon={<History />} onSelect={() => setHistoryOf(id)}>
          Histórico
        </MenuItem>
        {Actions && <Actions {...{ area, row, onGone }} />}
      </>
    );
    return { ...common, record: { id: row.id, ...about(row) }, commands, more };
  }
  return (
    <EditPage
      key={reopened}
      {...{ head, back, missing, failure }}
      id={id}
      record={record(id)}
      onRead={remember}
    >
      {(row) => (
        <>
          <Form row={row} head={head(row)} />
          {historyOf === id && (
            <HistoryDialog area={area.table} id={id} onClose={() => setHistoryOf(undefined)} />
          )}
        </>
      )}
    </EditPage>
  );
}

// Lazy: few users open the history.
const HistoryDialog = lazyComponent(
  async () => (await import('../history/history-dialog.tsx')).HistoryDialog,
);

/**
 * Renders the form of a record when the record has loaded. Until then, renders the header and a spinner. If the record
 * does not exist or cannot be loaded, renders the header and a message.
 */
export function EditPage<Row, Key extends readonly unknown[]>({
  id,
  head,
  record,
  missing,
  failure,
  back,
  onRead,
  children,
}: EditPageProps<Row, Key>) {
  const { read, error, retry } = useFreshRecord(id, record);
  const row = read?.row;
  const tell = useEffectEvent((current: Row | null) => onRead?.(current));
  useEffect(
    function reportRead() {
      if (read) tell(read.row);
    },
    [read],
  );
  return (
    <FormWithHeader head={head(row)} isLoaded={!!row}>
      {row ? (
        <Fragment key={id}>{children(row)}</Fragment>
      ) : row === null ? (
        <ErrorBox action={back}>{missing}</ErrorBox>
      ) : error ? (
        <ErrorBox onRetry={retry}>{failure(error.message)}</ErrorBox>
      ) : (
        <CenteredSpinner className="min-h-[80dvh] appear-late" />
      )}
    </FormWithHeader>
  );
}

/**
 * Returns the record of a form as `read`: undefined until it has loaded. `row` is null if it does not exist.
 * - The record was loaded after the form opened or at most ten seconds before, for example by a prefetch on hover.
 * - Older cached data is never returned, even after a failed request, because the form would save it again.
 * - Later responses (on window focus) update the form. If the record was deleted meanwhile, the form does not change,
 *   and the save reports the deletion.
 */
function useFreshRecord<Row, Key extends readonly unknown[]>(
  id: string,
  options: DetailQuery<Row, Key>,
) {
  const query = useQuery({ ...options, staleTime: 10_000 });
  const isFresh = query.isSuccess && (query.isFetchedAfterMount || !query.isStale);
  const [latest, setLatest] = useState<{ id: string; row: Row | null }>();
  const read = latest?.id === id ? latest : undefined;
  if (isFresh && query.data !== read?.row && (query.data || !read?.row))
    setLatest({ id, row: query.data });
  return {
    read,
    error: !read && !query.isFetching ? query.error : null,
    retry: () => void query.refetch(),
  };
}
