import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Test servers that replace the public services for CEP and CNPJ. `failure` and `close` make a server fail. */
export class LookupServices {
  readonly viaCep = new LookupService(viaCepResponse);
  readonly brasilApi = new LookupService(brasilApiResponse);

  async start() {
    await Promise.all([this.viaCep.listen(), this.brasilApi.listen()]);
  }

  async restore() {
    await Promise.all([this.viaCep.restore(), this.brasilApi.restore()]);
  }

  async stop() {
    await Promise.all([this.viaCep.close(), this.brasilApi.close()]);
  }
}

type ServiceResponse = { status: number; body: object };

/** A test server for one public service. */
class LookupService {
  /**
   * How the service fails: a number is the status of every response; with 'no response', requests stay pending.
   * Undefined if the service works.
   */
  failure: number | 'no response' | undefined;
  /** The paths of the received requests. */
  requests: string[] = [];
  #server: Server | undefined;
  #port = 0;
  readonly #response: (path: string) => ServiceResponse;

  constructor(response: (path: string) => ServiceResponse) {
    this.#response = response;
  }

  get url() {
    return `http://127.0.0.1:${this.#port}`;
  }

  async listen() {
    const server = createServer((request, response) => this.#respond(request.url ?? '', response));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port; // a listening TCP server has this type of address
  }

  /** Stops the server: the operating system refuses connections until `restore`. */
  async close() {
    const server = this.#server;
    this.#server = undefined;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  async restore() {
    this.failure = undefined;
    this.requests = [];
    if (!this.#server) await this.listen();
  }

  #respond(path: string, response: ServerResponse) {
    this.requests.push(path);
    if (this.failure === 'no response') return;
    const { status, body } = this.failure
      ? { status: this.failure, body: { message: 'Something is wrong' } }
      : this.#response(path);
    response.writeHead(status, {
      'access-control-allow-origin': '*',
      'content-type': 'application/json; charset=utf-8',
    });
    response.end(JSON.stringify(body));
  }
}

/**
 * Returns a response as viacep.com.br documents and sends it. For an unknown CEP, the status is 200 and the body has
 * `erro`, as a boolean or as a text.
 */
function viaCepResponse(path: string): ServiceResponse {
  const cep = /^\/ws\/(\d{8})\/json\/$/.exec(path)?.[1];
  if (!cep) return { status: 400, body: { message: 'Bad Request' } };
  if (cep === '00000000') return { status: 200, body: { erro: true } };
  const place = places[cep];
  if (!place) return { status: 200, body: { erro: 'true' } };
  const { logradouro, bairro, localidade, uf } = place;
  const hyphened = `${cep.slice(0, 5)}-${cep.slice(5)}`;
  return {
    status: 200,
    body: { cep: hyphened, logradouro, complemento: '', bairro, localidade, uf },
  };
}

/** Returns a response of brasilapi.com.br at /api/cep/v1 or /api/cnpj/v1. For an unknown value, the status is 404. */
function brasilApiResponse(path: string): ServiceResponse {
  const [, kind = '', number = ''] = /^\/api\/(cep|cnpj)\/v1\/(\w+)$/.exec(path) ?? [];
  const place = places[number];
  const company = companies[number];
  if (kind === 'cep' && place) {
    const { logradouro: street, bairro: neighborhood, localidade: city, uf: state } = place;
    return {
      status: 200,
      body: { cep: number, state, city, neighborhood, street, service: 'open-cep' },
    };
  }
  if (kind === 'cnpj' && company) return { status: 200, body: { cnpj: number, ...company } };
  const message =
    kind === 'cnpj'
      ? `CNPJ ${number} não encontrado.`
      : 'Todos os serviços de CEP retornaram erro.';
  return { status: 404, body: { name: 'NotFoundError', message, type: 'not_found' } };
}

const places: Record<
  string,
  { logradouro: string; bairro: string; localidade: string; uf: string }
> = {
  '01001000': { logradouro: 'Praça da Sé', bairro: 'Sé', localidade: 'São Paulo', uf: 'SP' },
  '90850110': {
    logradouro: 'Rua Barão de Cerro Largo',
    bairro: 'Menino Deus',
    localidade: 'Porto Alegre',
    uf: 'RS',
  },
  // A town with a single CEP, which has no street and no district.
  '13690000': { logradouro: '', bairro: '', localidade: 'Descalvado', uf: 'SP' },
};

const companies: Record<string, object> = {
  '19131243000197': {
    razao_social: 'OPEN KNOWLEDGE BRASIL',
    nome_fantasia: 'REDE PELO CONHECIMENTO LIVRE',
    descricao_situacao_cadastral: 'ATIVA',
    cep: '01001000',
    numero: '37',
    complemento: 'ANDAR 4',
    ddd_telefone_1: '1123851939',
    email: null,
  },
  // A CNPJ with letters: the example of the official rule.
  '12ABC34501DE35': {
    razao_social: 'SABORES ALFA LTDA',
    nome_fantasia: '',
    descricao_situacao_cadastral: 'BAIXADA',
    cep: 90850110,
    numero: '1200',
    complemento: '',
    ddd_telefone_1: '51987654321',
    email: 'CONTATO@ALFA.EXEMPLO',
  },
};
