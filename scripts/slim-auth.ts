import type { Plugin } from 'vite';

/**
 * The auth client can also sign in with passkeys and with the wallets of crypto currencies. The panel
 * offers neither, and as methods of one class they can't be left out by the bundler: 2 kB on every page.
 * What stands in for those two modules fails when it is called. A version of the client that imports
 * anything else from them does not build.
 */
export function slimAuth(): Plugin {
  return {
    name: 'slim-auth',
    apply: 'build',
    load: {
      filter: { id: /@supabase\/auth-js\/dist\/module\/lib\/(webauthn|web3\/ethereum)\.js$/ },
      handler: (id) => (id.endsWith('webauthn.js') ? passkeys : wallets),
    },
  };
}

const absent =
  "function absent() { throw new Error('The panel was built without this way to sign in'); }";

// The client makes a WebAuthnApi for itself, whether it is used or not.
const passkeys = `${absent}
export class WebAuthnApi {}
export const webAuthnAbortService = { createNewAbortSignal: absent };
export const browserSupportsWebAuthn = () => false;
export {
  absent as createCredential,
  absent as deserializeCredentialCreationOptions,
  absent as deserializeCredentialRequestOptions,
  absent as getCredential,
  absent as serializeCredentialCreationResponse,
  absent as serializeCredentialRequestResponse,
};`;

const wallets = `${absent}
export { absent as createSiweMessage, absent as fromHex, absent as getAddress, absent as toHex };`;
