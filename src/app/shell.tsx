import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { setWordsLoader } from '#crud/words.ts';
import { useMutationMessages } from '#crud/messages.ts';
import { useWaitingEditsGuard } from '#crud/unsaved-guard.ts';
import { queryClient } from '#data/query-client.ts';
import { useSession } from '#data/session.ts';
import { useProfile } from '#features/auth/profile.queries.ts';
import { ConfirmDialogHost } from '#ui/confirm.tsx';
import { ConflictDialogHost } from '#ui/conflict.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { useIsSidebarCollapsed } from '#ui/sidebar-state.ts';
import { Toaster } from '#ui/toaster.tsx';
import { areas } from '#areas/index.ts';
import { BottomNavigation } from './bottom-navigation.tsx';
import { RequestedPageLink } from './requested-page-link.tsx';
import { PanelFrame } from './frame.tsx';
import { Header } from './header.tsx';
import { useSearchShortcut } from './search-shortcut.ts';
import { SessionEndedDialog } from './session-ended.tsx';
import { Sidebar } from './sidebar.tsx';

setWordsLoader(async () => (await import('./words.ts')).historyWordsLoaders);

/** The layout of every page of the panel: sidebar, header, main area, and dialogs and messages on top. */
export function Shell() {
  const session = useSession();
  const collapsed = useIsSidebarCollapsed();
  useSearchShortcut();
  useMutationMessages();
  // After a sign-out, render nothing while the sign-in page is loading: the content must not stay visible.
  if (session.status === 'signedOut') return null;
  return (
    <QueryClientProvider client={queryClient}>
      {/* The key remounts everything for another user: an open form or dialog must not stay open for that user. */}
      <Fragment key={session.status === 'loading' ? '' : session.userId}>
        <a href="#conteudo" className={skipLink}>
          Pular para o conteúdo
        </a>
        <PanelFrame collapsed={collapsed} sidebar={<Sidebar />} header={<Header />}>
          <ProfileGate>
            <RequestedPageLink />
            <Outlet />
          </ProfileGate>
        </PanelFrame>
        <BottomNavigation />
        <SessionEndedDialog />
        <WaitingEditsGuard />
        <ConfirmDialogHost />
        <ConflictDialogHost />
        <UndoHost />
        <TitularDialogHost areas={Object.values(areas)} />
        <ShortcutsHost />
        <Toaster />
      </Fragment>
    </QueryClientProvider>
  );
}

// Lazy: the first render shows nothing of these components, so their code loads when the browser is idle.
const UndoHost = lazyComponent(
  async () => (await import('#crud/history/undo-host.tsx')).UndoHost,
  'idle',
);
const TitularDialogHost = lazyComponent(
  async () => (await import('#features/titular/titular-host.tsx')).TitularDialogHost,
  'idle',
);
const ShortcutsHost = lazyComponent(
  async () => (await import('./shortcuts.tsx')).ShortcutsDialogHost,
  'idle',
);

/** Runs `useWaitingEditsGuard` in its own component, so that edits of rows do not render `Shell` again. */
function WaitingEditsGuard() {
  useWaitingEditsGuard();
  return null;
}

/** Shows an error instead of the page if the login has no profile, because the user can then neither read nor write. */
function ProfileGate({ children }: { children: ReactNode }) {
  const profile = useProfile();
  if (profile.data === null) {
    return (
      <ErrorBox onRetry={() => void profile.refetch()} retrying={profile.isFetching}>
        Erro: Perfil do usuário não encontrado.
      </ErrorBox>
    );
  }
  return children;
}

const skipLink =
  'fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-accent px-4 py-2 font-medium text-on-accent focus:translate-y-0';
