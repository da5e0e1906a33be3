import type { Logo } from '../pictures/marks.ts';

/**
 * An imaginary company at a place that exists: town, state, CEP and area code fit together. Mobile
 * numbers in Brazil do not begin with 90, so the phones ring nowhere.
 */
export type DemoCompany = {
  slug: string;
  name: string;
  email: string;
  phone: string;
  street: { logradouro: string; numero: string; complemento: string | null };
  town: { cep: string; bairro: string; cidade: string; estado: string };
  status: 'Pendente' | 'Ativo' | 'Inativo';
  instagram: string | null;
  logo: Logo;
};

export type DemoDistribuidor = DemoCompany & { plan: 'Starter' | 'Pro' | 'Master' | 'Business' };
