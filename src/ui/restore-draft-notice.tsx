import History from 'lucide-react/icons/history';
import { formatDateTime } from '#lib/date.ts';
import { Button } from './button.tsx';

export type RestoreDraftNoticeProps = {
  at: string;
  /** The names of the pictures that the user must choose again, because a draft does not contain files. */
  pictures?: readonly string[];
  onRestore: () => void;
  onForget: () => void;
};

/** A notice that offers to restore the form values after a crash, a closed tab or an expired session. */
export function RestoreDraftNotice({
  at,
  pictures = [],
  onRestore,
  onForget,
}: RestoreDraftNoticeProps) {
  return (
    <div
      ref={scrollIntoWindow}
      role="status"
      className="mb-4 flex max-w-6xl scroll-mt-40 flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-info-soft px-4 py-3 text-info"
    >
      <History className="size-4.5 shrink-0" />
      <p className="min-w-0 flex-1 basis-60">
        Há um rascunho não salvo de {formatDateTime(at)}.
        {pictures.length > 0 && ` Escolha novamente as imagens: ${pictures.join(', ')}.`}
      </p>
      <div className="flex gap-2">
        <Button size="sm" onClick={onForget}>
          Descartar
        </Button>
        <Button size="sm" variant="primary" onClick={onRestore}>
          Recuperar
        </Button>
      </div>
    </div>
  );
}

/** Scrolls the notice into view after a delay: after a reload, the browser first restores the scroll position. */
function scrollIntoWindow(notice: HTMLDivElement) {
  const timer = setTimeout(() => notice.scrollIntoView({ block: 'nearest' }), scrollDelay);
  return () => clearTimeout(timer);
}

/** Milliseconds to wait until the browser has restored the scroll position after a reload. */
const scrollDelay = 100;
