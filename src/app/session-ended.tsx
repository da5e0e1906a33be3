import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { queryClient } from '#data/query-client.ts';
import {
  getCurrentSession,
  stopWaitingForSignIn,
  subscribeToSession,
  useSession,
} from '#data/session.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';

/**
 * The sign-in dialog over the page. It opens when the session ends while a form, a dialog or an edited row is open, or
 * during a request. Otherwise the sign-in page opens, because no input can be lost. After a sign-in in the dialog,
 * waiting requests continue.
 */
export function SessionEndedDialog() {
  const session = useSession();
  const router = useRouter();
  const overForm = useRouterState({
    select: (state) => state.matches.at(-1)?.staticData.form === true,
  });
  const ended = session.status === 'ended';
  const isAwaited = ended && session.isAwaited;
  const [overDialog, setOverDialog] = useState(false);
  useEffect(function noteOpenDialog() {
    const look = () => setOverDialog(getCurrentSession().status === 'ended' && isInputOpen());
    return subscribeToSession(look);
  }, []);
  useEffect(
    function giveUpUnlessInUse() {
      if (ended && !overForm && !isAwaited && !isInputOpen()) stopWaitingForSignIn();
    },
    [ended, overForm, isAwaited],
  );
  useEffect(
    function refetchAfterSignIn() {
      if (!ended) return;
      return () => void queryClient.invalidateQueries();
    },
    [ended],
  );
  return ended && (overForm || overDialog || isAwaited) ? (
    <SignInAgain key={router.state.location.href} email={session.email} />
  ) : null;
}

/** Whether a dialog is open, or a row of a list is being edited. */
function isInputOpen(): boolean {
  return !!document.querySelector('dialog[open], .row-editor');
}

// Load the dialog lazily: it is rarely needed, and never for the first render of a page.
const SignInAgain = lazyComponent(
  async () => (await import('./sign-in-again.tsx')).SignInAgainDialog,
);
