import { config } from './config.ts';
import { lookUpJson, readTextField } from './lookup.ts';

/** The data of a company in the public registry; unknown fields are empty. */
export type Company = {
  name: string;
  email: string;
  phone: string;
  cep: string;
  numero: string;
  complemento: string;
  /** The status of the company in the registry, for example 'ATIVA' or 'BAIXADA'. */
  situation: string;
};

export type CnpjLookupResult =
  | { status: 'found'; company: Company }
  | { status: 'missing' }
  | { status: 'failed' };

/** Looks up a company by its CNPJ, fourteen characters without punctuation (BrasilAPI, /cnpj/v1). */
export async function lookUpCnpj(cnpj: string, signal: AbortSignal): Promise<CnpjLookupResult> {
  const answer = await lookUpJson(`${config.cnpjUrl}/api/cnpj/v1/${cnpj}`, signal);
  if (answer.status !== 'found') return { status: answer.status };
  const { body } = answer;
  return {
    status: 'found',
    company: {
      name: readTextField(body, 'nome_fantasia') || readTextField(body, 'razao_social'),
      email: readTextField(body, 'email').toLowerCase(),
      phone: readTextField(body, 'ddd_telefone_1'),
      // Some responses contain the CEP as a number. A number has no leading zero: add the zero again.
      cep: readTextField(body, 'cep') && readTextField(body, 'cep').padStart(8, '0'),
      numero: readTextField(body, 'numero'),
      complemento: readTextField(body, 'complemento'),
      situation: readTextField(body, 'descricao_situacao_cadastral'),
    },
  };
}
