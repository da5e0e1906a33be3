import ShieldAlert from 'lucide-react/icons/shield-alert';
import { recordText } from '../area.ts';
import type { Area } from '../area.ts';
import { anonymisationText } from '../history/record-authors.queries.ts';
import type { Anonymisation } from '../history/record-authors.queries.ts';

export type AnonymisedNoticeProps = {
  area: Pick<Area, 'one' | 'adding' | 'count'>;
  /** Absent if the author is unknown. */
  by?: Anonymisation | null;
};

/** The notice over a form whose record was anonymised while it was edited. */
export function AnonymisedNotice({ area, by }: AnonymisedNoticeProps) {
  return (
    <div
      role="alert"
      ref={(notice) => notice?.scrollIntoView({ block: 'nearest' })}
      className="mb-4 flex max-w-6xl scroll-mt-40 flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-warning-soft px-4 py-3 text-warning"
    >
      <ShieldAlert className="size-4.5 shrink-0" />
      <p className="min-w-0 flex-1 basis-60">
        {anonymisationText(by, recordText(area).this)} O formulário mostra o registro como está
        agora. O que estava digitado foi descartado e não foi salvo.
      </p>
    </div>
  );
}
