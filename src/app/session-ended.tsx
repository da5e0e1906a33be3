import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { queryClient } from '#data/query-client.ts';
import { currentSession, giveUpSession, subscribeToSession, useSession } from '#data/session.ts';
import { laterPart } from '#ui/later-part.tsx';

/**
 * A session that ends over a form, a dialog or a row that is being changed, or while something is read or written, is
 * opened again in place, and what waits for it goes on. Otherwise there is nothing to lose.
 */
export function SessionEnded() {
  const session = useSession();
  const router = useRouter();
  const overForm = useRouterState({
    select: (state) => state.matches.at(-1)?.staticData.form === true,
  });
  const ended = session.status === 'ended';
  const isAwaited = ended && session.isAwaited;
  const [overDialog, setOverDialog] = useState(false);
  useEffect(function lookWhenItEnds() {
    const look = () => setOverDialog(currentSession().status === 'ended' && isTypedInto());
    return subscribeToSession(look);
  }, []);
  useEffect(
    function leaveWhenNothingIsAtStake() {
      if (ended && !overForm && !isAwaited && !isTypedInto()) giveUpSession();
    },
    [ended, overForm, isAwaited],
  );
  useEffect(
    function readAgainAfterReturning() {
      if (!ended) return;
      return () => void queryClient.invalidateQueries();
    },
    [ended],
  );
  return ended && (overForm || overDialog || isAwaited) ? (
    <SignInAgain key={router.state.location.href} email={session.email} />
  ) : null;
}

/** A dialog is open, or a row of a list is being changed. */
function isTypedInto(): boolean {
  return !!document.querySelector('dialog[open], .row-editor');
}

// Seldom needed, and then over a form: by that time its code is there.
const SignInAgain = laterPart(async () => (await import('./sign-in-again.tsx')).SignInAgain);
