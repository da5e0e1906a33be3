import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queryClient } from '#data/query-client.ts';
import { giveUpSession, useSession } from '#data/session.ts';
import { laterPart } from '#ui/later-part.tsx';

/** A session that ends over a form is opened again in place; anywhere else there is nothing to lose. */
export function SessionEnded() {
  const session = useSession();
  const router = useRouter();
  const overForm = useRouterState({
    select: (state) => state.matches.at(-1)?.staticData.form === true,
  });
  const ended = session.status === 'ended';
  useEffect(
    function leaveWhenNothingIsAtStake() {
      if (ended && !overForm) giveUpSession();
    },
    [ended, overForm],
  );
  useEffect(
    function readAgainAfterReturning() {
      if (!ended) return;
      return () => void queryClient.invalidateQueries();
    },
    [ended],
  );
  return ended && overForm ? (
    <SignInAgain key={router.state.location.href} email={session.email} />
  ) : null;
}

// Seldom needed, and then over a form: by that time its code is there.
const SignInAgain = laterPart(async () => (await import('./sign-in-again.tsx')).SignInAgain);
