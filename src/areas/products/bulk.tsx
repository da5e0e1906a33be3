import { useQuery } from '@tanstack/react-query';
import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign';
import Eye from 'lucide-react/icons/eye';
import Link2 from 'lucide-react/icons/link-2';
import Package from 'lucide-react/icons/package';
import Palette from 'lucide-react/icons/palette';
import Tags from 'lucide-react/icons/tags';
import { useState } from 'react';
import type { FormEvent } from 'react';
import * as v from 'valibot';
import { deleteAction, makeStatusActions } from '#crud/bulk/bulk-words.ts';
import type { OfferedBulkChanges, BulkFormProps } from '#crud/bulk/bulk-words.ts';
import type { BulkChange } from '#crud/history/history.queries.ts';
import type { PlanTotals } from '#crud/many/batch.queries.ts';
import { categoryOptionsQuery } from '#areas/categories/queries.ts';
import { queryClient } from '#data/query-client.ts';
import { formatMoneyInput, formatMoneyInText, parseMoney } from '#lib/money.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceField } from '#ui/fields/choice-field.tsx';
import { ColorField } from '#ui/fields/color-field.tsx';
import type { Choices } from '#ui/fields/options.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { priceDoubtWords } from './prices/price-guard.ts';
import { categoryText, tipos, visibilities } from './product.ts';
import { fields } from './schema.ts';
import type { PriceChange } from './schema.ts';
import { toProductSelection } from './queries.ts';

/**
 * The bulk changes of selected products, the texts of their review, and the function that converts a selection for the
 * database.
 */
export const changes: OfferedBulkChanges = {
  actions: [
    { label: 'Alterar preço', icon: CircleDollarSign, form: PriceForm },
    ...makeStatusActions({ column: 'status', active: 'Ativo', inactive: 'Inativo' }),
    { label: 'Alterar visibilidade', icon: Eye, form: VisibilityForm, quiet: true },
    { label: 'Alterar categoria', icon: Tags, form: CategoryForm, quiet: true },
    { label: 'Alterar tipo', icon: Package, form: TipoForm, quiet: true },
    { label: 'Alterar cor do botão', icon: Palette, form: ColorForm, quiet: true },
    { label: 'Alterar link do botão', icon: Link2, form: LinkForm, quiet: true },
    { ...deleteAction, quiet: true },
  ],
  words: {
    doubts: priceDoubtWords,
    effect: priceEffect,
    async names() {
      const categories = await queryClient.fetchQuery(categoryOptionsQuery());
      return Object.fromEntries(categories.map(({ id, name }) => [id, name]));
    },
  },
  selected: toProductSelection,
};

/**
 * Returns a sentence about the effect of a price change, such as 'Os preços somam R$ 43,20 a mais, em média +10,00 %.'
 * Returns '' if `sum` is 0 or null.
 */
function priceEffect({ sum, percent }: PlanTotals): string {
  if (!sum) return '';
  const more = `Os preços somam ${formatMoneyInText(Math.abs(sum))} ${sum > 0 ? 'a mais' : 'a menos'}`;
  if (percent === null) return `${more}.`;
  const sign = percent < 0 ? '−' : '+';
  return `${more}, em média ${sign}${formatMoneyInput(Math.abs(percent))}\u00a0%.`;
}

type Way = keyof typeof ways;

/**
 * The ways to change a price. Each has a label, the `by` of the change, and the sign of the amount. The user enters the
 * amount without a sign.
 */
const ways = {
  morePercent: ['Aumentar em %', 'percent', 1],
  lessPercent: ['Diminuir em %', 'percent', -1],
  moreMoney: ['Aumentar em R$', 'amount', 1],
  lessMoney: ['Diminuir em R$', 'amount', -1],
  to: ['Definir em R$', 'to', 1],
} as const;

const endings = [
  ['Sem arredondar', null],
  ['Final ,90', 0.9],
  ['Final ,99', 0.99],
  ['Final ,00', 0],
] as const;
const promos = {
  same: 'Aplicar o mesmo ajuste',
  keep: 'Não alterar',
  none: 'Remover a promoção',
} as const;

function PriceForm({ onChange }: BulkFormProps) {
  const [way, setWay] = useState<Way>('morePercent');
  const [typed, setTyped] = useState('');
  const [ending, setEnding] = useState<string>(endings[0][0]);
  const [chosen, setPromo] = useState<keyof typeof promos>('same');
  const [error, setError] = useState<string>();
  const [, by, sign] = ways[way];
  // Do not offer `same` with `to`: the promotional price would equal the sale price, which is not a discount.
  const { same: _same, ...otherPromos } = promos;
  const promo = by === 'to' && chosen === 'same' ? 'keep' : chosen;
  function submit(event: FormEvent) {
    event.preventDefault();
    const amount = parseMoney(typed);
    const isFine = amount !== undefined && amount >= 0 && (by !== 'percent' || amount <= 10_000);
    if (!isFine) return setError('Informe um número como 10 ou 12,50.');
    const change: PriceChange = {
      kind: 'price',
      by,
      value: sign * amount,
      ending: endings.find(([name]) => name === ending)?.[1] ?? null,
      promo,
    };
    onChange(change);
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid items-start gap-3 sm:grid-cols-[1fr_7rem_1fr_15rem]"
    >
      <SelectField
        label="Ajuste"
        value={way}
        options={Object.entries(ways).map(([key, [name]]) => [key, name] as const)}
        // Cast: the options are the keys of `ways`.
        onChange={({ currentTarget }) => setWay(currentTarget.value as Way)}
      />
      <TextField
        label="Valor"
        data-autofocus
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        error={error}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setError(undefined);
        }}
      />
      <SelectField
        label="Arredondamento"
        value={ending}
        options={endings.map(([name]) => name)}
        onChange={({ currentTarget }) => setEnding(currentTarget.value)}
      />
      <SelectField
        label="Promoção"
        value={promo}
        options={Object.entries(by === 'to' ? otherPromos : promos)}
        // Cast: the options are the keys of `promos`.
        onChange={({ currentTarget }) => setPromo(currentTarget.value as keyof typeof promos)}
      />
      <Button type="submit" className="mb-4 sm:col-span-4 sm:justify-self-start">
        Conferir
      </Button>
    </form>
  );
}

type ChoiceFormProps = BulkFormProps & {
  column: 'visibility' | 'tipo' | 'category_id';
  options: Choices | undefined;
};

/** Renders the form of a change with a single choice. The change is planned as soon as the user has chosen. */
function ChoiceForm({ column, options, onChange }: ChoiceFormProps) {
  const [value, setValue] = useState('');
  return (
    <ChoiceField
      label={fields[column].label}
      isFirst
      className="mb-4 max-w-sm"
      none={{ text: 'Selecione', isFixed: true }}
      value={value}
      options={options}
      onChange={(chosen) => {
        setValue(chosen);
        onChange(set(column, chosen));
      }}
    />
  );
}

function VisibilityForm(props: BulkFormProps) {
  return <ChoiceForm {...props} column="visibility" options={visibilities} />;
}

function TipoForm(props: BulkFormProps) {
  return <ChoiceForm {...props} column="tipo" options={tipos} />;
}

function CategoryForm(props: BulkFormProps) {
  const { data } = useQuery(categoryOptionsQuery());
  const options = data?.map(
    ({ id, name, is_active }) => [id, categoryText(name, is_active)] as const,
  );
  return <ChoiceForm {...props} column="category_id" options={options} />;
}

function ColorForm({ onChange }: BulkFormProps) {
  const { value, error, type, submit } = useTextChange(
    'button_color',
    fields.button_color.blank,
    onChange,
  );
  return (
    <form noValidate onSubmit={submit} className="mb-4 flex max-w-sm flex-wrap items-end gap-3">
      <ColorField label={fields.button_color.label} value={value} error={error} onChange={type} />
      <Button type="submit">Conferir</Button>
    </form>
  );
}

function LinkForm({ onChange }: BulkFormProps) {
  const { value, error, type, submit } = useTextChange('button_link', '', onChange);
  return (
    <form noValidate onSubmit={submit} className="mb-4 grid max-w-lg gap-3">
      <TextField
        label={fields.button_link.label}
        type="url"
        inputMode="url"
        placeholder="https://"
        data-autofocus
        hint="Deixe vazio para remover o link."
        value={value}
        error={error}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      <Button type="submit" className="justify-self-start">
        Conferir
      </Button>
    </form>
  );
}

/**
 * Returns the value, the error and the handlers of a text field. `submit` validates the value with the rule of the
 * product form, and passes the change to `onChange`.
 */
function useTextChange(
  column: 'button_color' | 'button_link',
  first: string,
  onChange: (change: BulkChange) => void,
) {
  const [value, setValue] = useState(first);
  const [error, setError] = useState<string>();
  return {
    value,
    error,
    type(typed: string) {
      setValue(typed);
      setError(undefined);
    },
    submit(event: FormEvent) {
      event.preventDefault();
      const { success, issues } = v.safeParse(fields[column].rule, value);
      if (success) onChange(set(column, value.trim()));
      else setError(issues[0].message);
    },
  };
}

function set(column: string, value: string): BulkChange {
  return { kind: 'set', column, value };
}
