import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMessages } from '#crud/messages.ts';
import { queryClient } from '#data/query-client.ts';
import { useSession } from '#data/session.ts';
import { ConfirmHost } from '#ui/confirm.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { ContinueLink } from './continue-link.tsx';
import { Header } from './header.tsx';
import { ProfileGate } from './profile-gate.tsx';
import { useSearchShortcut } from './search-shortcut.ts';
import { SessionEnded } from './session-ended.tsx';
import { Sidebar } from './sidebar.tsx';

/** Around every page of the panel: sidebar, header, main area, and what appears on top of them. */
export function Shell() {
  const session = useSession();
  useSearchShortcut();
  useMessages();
  // Signed out, and on the way to the sign-in page: nothing here may be read any more.
  if (session.status === 'signedOut') return null;
  return (
    <QueryClientProvider client={queryClient}>
      <ForgetOnLeaving key={session.status === 'loading' ? '' : session.userId} />
      <a href="#conteudo" className={skipLink}>
        Pular para o conteúdo
      </a>
      <div className="flex min-h-dvh">
        <Sidebar />
        <div className="flex min-w-0 flex-1 flex-col">
          <Header />
          <main
            id="conteudo"
            tabIndex={-1}
            className="w-full flex-1 px-4 py-5 outline-none sm:px-6"
          >
            <ProfileGate>
              <ContinueLink />
              <Outlet />
            </ProfileGate>
          </main>
        </div>
      </div>
      <SessionEnded />
      <ConfirmHost />
      <Toaster />
    </QueryClientProvider>
  );
}

/** What one person has read is not shown to the next one on the same computer. */
function ForgetOnLeaving() {
  useEffect(function forgetWhatWasRead() {
    return () => queryClient.clear();
  }, []);
  return null;
}

const skipLink =
  'fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-accent px-4 py-2 font-medium text-on-accent focus:translate-y-0';
