import { config } from './config.ts';
import { lookUpJson, readTextField } from './lookup.ts';

/** The address of a CEP. If a town has a single CEP, street and neighbourhood are empty. */
export type CepAddress = { logradouro: string; bairro: string; cidade: string; estado: string };

/**
 * The result of a lookup.
 * - `found`: a service sent the address.
 * - `unknown`: the CEP does not exist. The result is `doubtful` if only BrasilAPI reports an unknown CEP, because
 *   BrasilAPI sends the same response when its own sources are down.
 * - `failed`: no service sent a usable response.
 */
export type CepLookupResult =
  | { status: 'found'; parts: CepAddress }
  | { status: 'unknown'; doubtful: boolean }
  | { status: 'failed' };

/** Looks up a CEP ('01001-000') at ViaCEP, then at BrasilAPI if ViaCEP sends no usable response. */
export async function lookUpCep(cep: string, signal: AbortSignal): Promise<CepLookupResult> {
  const digits = cep.replace(/\D/g, '');
  const first = await lookUpJson(`${config.cepUrl}/ws/${digits}/json/`, signal);
  if (first.status === 'found') {
    // ViaCEP documents the boolean true, but its service returns the text "true".
    if (String(first.body.erro) === 'true') return { status: 'unknown', doubtful: false };
    const parts = viaCep(first.body);
    if (parts.cidade) return { status: 'found', parts };
  }
  const second = await lookUpJson(`${config.cepFallbackUrl}/api/cep/v1/${digits}`, signal);
  if (second.status === 'found') return { status: 'found', parts: brasilApi(second.body) };
  if (second.status === 'missing') return { status: 'unknown', doubtful: true };
  return { status: 'failed' };
}

function viaCep(body: Record<string, unknown>): CepAddress {
  return {
    logradouro: readTextField(body, 'logradouro'),
    bairro: readTextField(body, 'bairro'),
    cidade: readTextField(body, 'localidade'),
    estado: readTextField(body, 'uf'),
  };
}

function brasilApi(body: Record<string, unknown>): CepAddress {
  return {
    logradouro: readTextField(body, 'street'),
    bairro: readTextField(body, 'neighborhood'),
    cidade: readTextField(body, 'city'),
    estado: readTextField(body, 'state'),
  };
}
