import WifiOff from 'lucide-react/icons/wifi-off';
import { useSyncExternalStore } from 'react';

/** A second line of the header while the browser is offline. styles.css adds its height to `--header-height`. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className="order-last -mx-2 grow basis-full sm:-mx-4 lg:-ml-6">
      {!online && (
        <p
          data-offline
          className="flex items-center gap-2 bg-warning-soft px-4 py-2 text-warning sm:px-6"
        >
          <WifiOff className="size-4 shrink-0" />
          Você está sem internet. O que você digita é mantido; salve quando a conexão voltar.
        </p>
      )}
    </div>
  );
}

function subscribe(listener: () => void) {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
