import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lookUpCep } from './cep.ts';
import { lookUpCnpj } from './cnpj.ts';
import { config } from './config.ts';

vi.mock('./config.ts', () => ({ config: { cepUrl: '', cepFallbackUrl: '', cnpjUrl: '' } }));

type Answer = { status: number; body: string } | 'silence';

describe('the lookups, with real servers', () => {
  const servers: Server[] = [];
  let viaCep: Fake;
  let brasilApi: Fake;

  beforeEach(async () => {
    // The signal of this controller replaces the timeout of the latest request. `reachLimit` aborts it.
    let limit = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(
      () => (limit = new AbortController()).signal,
    );
    const reachLimit = () => limit.abort(new DOMException('Silent', 'TimeoutError'));
    viaCep = await fake(servers, reachLimit);
    brasilApi = await fake(servers, reachLimit);
    Object.assign(config, {
      cepUrl: viaCep.url,
      cepFallbackUrl: brasilApi.url,
      cnpjUrl: brasilApi.url,
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    for (const server of servers.splice(0)) (server.closeAllConnections(), server.close());
  });

  const cerro = {
    logradouro: 'Rua Barão de Cerro Largo',
    bairro: 'Menino Deus',
    cidade: 'Porto Alegre',
    estado: 'RS',
  };

  it('sends eight digits to ViaCEP and needs no second service [CEP-03] [CEP-12]', async () => {
    viaCep.answer = json({
      logradouro: cerro.logradouro,
      bairro: cerro.bairro,
      localidade: cerro.cidade,
      uf: 'RS',
    });
    expect(await ask()).toEqual({ status: 'found', parts: cerro });
    expect(viaCep.paths).toEqual(['/ws/90850110/json/']);
    expect(brasilApi.paths).toEqual([]);
  });

  it.each([true, 'true'])(
    'treats erro: %j as an unknown CEP, without a second request [CEP-03]',
    async (erro) => {
      viaCep.answer = json({ erro });
      expect(await ask()).toEqual({ status: 'unknown', doubtful: false });
      expect(brasilApi.paths).toEqual([]);
    },
  );

  it.each<[string, Answer | 'refused']>([
    ['answers 400', { status: 400, body: '{}' }],
    ['answers 404', { status: 404, body: '' }],
    ['answers 429', { status: 429, body: '{}' }],
    ['answers 500', { status: 500, body: 'oops' }],
    ['answers with a page', { status: 200, body: '<html>' }],
    ['answers nothing useful', { status: 200, body: '{}' }],
    ['is silent', 'silence'],
    ['refuses the connection', 'refused'],
  ])('requests BrasilAPI v1 when ViaCEP %s [CEP-12]', async (_what, failure) => {
    if (failure === 'refused') config.cepUrl = await closedPortUrl();
    else viaCep.answer = failure;
    brasilApi.answer = json({
      street: cerro.logradouro,
      neighborhood: cerro.bairro,
      city: cerro.cidade,
      state: 'RS',
    });
    expect(await ask()).toEqual({ status: 'found', parts: cerro });
    expect(brasilApi.paths).toEqual(['/api/cep/v1/90850110']);
  });

  it('treats an unknown CEP of BrasilAPI as doubtful, because its own sources may be down', async () => {
    viaCep.answer = { status: 500, body: '' };
    brasilApi.answer = { status: 404, body: '{"type":"service_error"}' };
    expect(await ask()).toEqual({ status: 'unknown', doubtful: true });
  });

  it.each<[string, Answer]>([
    ['answers 400', { status: 400, body: '{}' }],
    ['answers 429', { status: 429, body: '{}' }],
    ['answers 500', { status: 500, body: '' }],
    ['is silent', 'silence'],
  ])('fails when ViaCEP does not respond and BrasilAPI %s', async (_what, answer) => {
    viaCep.answer = 'silence';
    brasilApi.answer = answer;
    expect(await ask()).toEqual({ status: 'failed' });
  });

  it('stops when the request is aborted', async () => {
    viaCep.answer = 'silence';
    const left = new AbortController();
    const asking = lookUpCep('90850-110', left.signal);
    left.abort();
    await expect(asking).rejects.toThrow();
    expect(brasilApi.paths).toEqual([]);
  });

  it('reads a company from the registry', async () => {
    brasilApi.answer = json({
      razao_social: 'SABORES ALFA LTDA',
      nome_fantasia: '',
      cep: 1311902,
      ddd_telefone_1: '1123851939',
      email: 'CONTATO@ALFA.EXEMPLO',
      numero: '37',
      complemento: null,
      descricao_situacao_cadastral: 'ATIVA',
    });
    const company = {
      name: 'SABORES ALFA LTDA',
      cep: '01311902',
      phone: '1123851939',
      email: 'contato@alfa.exemplo',
      numero: '37',
      complemento: '',
      situation: 'ATIVA',
    };
    const answer = await lookUpCnpj('12ABC34501DE35', new AbortController().signal);
    expect(answer).toEqual({ status: 'found', company });
    expect(brasilApi.paths).toEqual(['/api/cnpj/v1/12ABC34501DE35']);
  });

  it.each([
    [404, 'missing'],
    [400, 'failed'],
    [429, 'failed'],
    [500, 'failed'],
  ])('returns for a %i of the registry the status %s', async (status, read) => {
    brasilApi.answer = { status, body: '{}' };
    expect(await lookUpCnpj('19131243000197', new AbortController().signal)).toEqual({
      status: read,
    });
  });
});

function ask() {
  return lookUpCep('90850-110', new AbortController().signal);
}

function json(body: object): Answer {
  return { status: 200, body: JSON.stringify(body) };
}

type Fake = { url: string; paths: string[]; answer: Answer };

async function fake(servers: Server[], onSilence: () => void): Promise<Fake> {
  const service: Fake = { url: '', paths: [], answer: { status: 500, body: '' } };
  const server = createServer((request, response) => {
    service.paths.push(request.url ?? '');
    if (service.answer === 'silence') return onSilence();
    response.writeHead(service.answer.status, { 'content-type': 'application/json' });
    response.end(service.answer.body);
  });
  servers.push(server);
  service.url = await listen(server);
  return service;
}

/** Returns a URL on which no server listens. */
async function closedPortUrl(): Promise<string> {
  const server = createServer();
  const url = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return url;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // `address()` of a TCP server returns an AddressInfo.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
