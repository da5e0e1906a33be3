import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { errorCode } from '#data/errors.ts';
import { loadAuthClient } from '#data/auth-loader.ts';
import { unwrap } from '#data/unwrap.ts';

/** Returns the query for the verified authenticator apps of the signed-in user. */
export const ownFactorsQuery = () =>
  queryOptions({
    queryKey: ['factors', 'own'],
    async queryFn() {
      const auth = await loadAuthClient();
      return (await unwrap(auth.mfa.listFactors())).totp;
    },
  });

/** Returns the query for a new secret of an authenticator app. Each opening of the dialog requests a new secret. */
export const enrolmentQuery = () =>
  queryOptions({
    queryKey: ['factors', 'enrolment'],
    queryFn: enrolFactor,
    gcTime: 0,
    staleTime: Infinity,
    // Do not refetch: a new secret would replace the secret that the user has scanned.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });

/** Deletes the factors that were never verified, then adds an unverified factor with a new secret. */
async function enrolFactor() {
  const auth = await loadAuthClient();
  const { all } = await unwrap(auth.mfa.listFactors());
  for (const { id, status } of all)
    if (status === 'unverified') await unwrap(auth.mfa.unenroll({ factorId: id }));
  const names = new Set(all.map(({ friendly_name: name }) => name));
  let friendlyName = 'Aplicativo autenticador';
  for (let number = 2; names.has(friendlyName); number += 1)
    friendlyName = `Aplicativo autenticador ${number}`;
  const factor = await unwrap(
    auth.mfa.enroll({ factorType: 'totp', issuer: 'Vitrine', friendlyName }),
  );
  const { qr_code: qrCode, secret } = factor.totp;
  return { id: factor.id, qrCode, secret };
}

/**
 * Removes an authenticator app, then refreshes the session. Otherwise the access token could still state that a code of
 * the removed app was verified.
 */
export const removeOwnFactor = mutationOptions({
  async mutationFn(factorId: string) {
    const auth = await loadAuthClient();
    await unwrap(auth.mfa.unenroll({ factorId })).catch((error: unknown) => {
      // Ignore `mfa_factor_not_found`: an earlier attempt, whose response was lost, may have removed the app.
      if (errorCode(error) !== 'mfa_factor_not_found') throw error;
    });
    await unwrap(auth.refreshSession());
  },
  meta: {
    invalidates: [['factors'], ['open_sessions']],
    success: 'Aplicativo removido. As outras sessões foram encerradas.',
    failure: (message) => `Falha ao remover o aplicativo: ${message}`,
  },
});
