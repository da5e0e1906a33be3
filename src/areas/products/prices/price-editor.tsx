import { useMutation, useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ChangeEvent, KeyboardEvent } from 'react';
import * as v from 'valibot';
import { rulesOf, toFormValues } from '#crud/fields.ts';
import type { RowEditorProps } from '#crud/in-place/row-editor.tsx';
import { isServerFailure } from '#crud/in-place/edited-rows.ts';
import { periodState } from '#lib/date.ts';
import { formatMoneyInput, parseMoney } from '#lib/money.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { removeToasts } from '#ui/toast.ts';
import { useTimeDependentValue } from '#ui/use-time-dependent-value.ts';
import { cellSaveFailureText, saveEditedCells } from './price-editor.queries.ts';
import {
  priceDoubtTexts,
  findPriceDoubts,
  getPriceToConfirm,
  defaultPriceLimits,
} from './price-guard.ts';
import type { PriceLimits, PriceReference } from './price-guard.ts';
import { priceGuardQuery, priceReferenceQuery } from './price-guard.queries.ts';
import { statuses } from '../product.ts';
import { fields, emptyPeriod } from '../schema.ts';
import type { ListedProduct } from '../queries.ts';

type Values = v.InferInput<typeof schema>;

/**
 * Renders the editor for the prices and the status of a product in its list row, with the rules of the product form.
 * - Enter in a field, or Tab on the last button, saves and opens the editor of the row below.
 * - Shift+Tab in the first field saves and opens the editor of the row above.
 * - Escape discards the changes.
 * - A doubtful price must be typed twice.
 * - A failed save keeps the entered values, and shows the error and 'Tentar novamente'.
 */
export function PriceEditor(props: RowEditorProps<ListedProduct>) {
  const { row: shown, field, failed, onLeave } = props;
  // The row when the editor was opened: the list can be refetched meanwhile, but the fields show this row.
  const [opened] = useState(shown);
  // If the editor was opened during a save that then failed, `opened` has values that are not stored: use the row from
  // before that save.
  const row = failed?.row ?? opened;
  const failure = useId();
  const form = useRef<HTMLFormElement>(null);
  const { mutate } = useMutation(saveEditedCells);
  const [values, setValues] = useState(() =>
    toFormValues(cellFields, { ...row, ...failed?.values }),
  );
  const [again, setAgain] = useState(() => (failed ? priceToRepeat(row, failed.values) : ''));
  const [tried, setTried] = useState(!!failed);
  const limits = useQuery(priceGuardQuery()).data ?? defaultPriceLimits;
  const reference = useQuery(priceReferenceQuery(row.id)).data;
  const { errors, cells, doubts } = checkTyped(row, values, limits, reference);
  const promo = parseMoney(values.promo_price);
  const air = useTimeDependentValue(() => periodState(row.promo_starts_at, row.promo_ends_at));
  const isOffAir = air === 'ended' && promo !== undefined && promo !== row.promo_price;
  const isConfirmed =
    doubts.length === 0 ||
    (cells !== undefined && parseMoney(again) === getPriceToConfirm(row.real_price, cells));
  const isOpened = !failed || field !== undefined;
  const focus = (name: string) => focusField(form.current, name);
  // Move the focus before the browser paints the editor, so that the user cannot choose a field before. Do not scroll:
  // the editor may not have its position yet.
  useLayoutEffect(
    function begin() {
      if (isOpened) focusField(form.current, field, { preventScroll: true });
    },
    [form, isOpened, field],
  );
  useEffect(
    function removeFailureMessage() {
      if (!form.current || !isInWindow(form.current) || !failed) return;
      // If the server or the connection failed, the row shows the failure until a retry: remove the toast with the same
      // message. After any other failure the toast stays, because the row may disappear from the list.
      if (isServerFailure(failed.error)) removeToasts([saveEditedCells.meta, row.id], 'error');
    },
    [form, failed, row.id],
  );
  function save(leave: () => void) {
    setTried(true);
    const [wrong] = Object.keys(errors);
    if (wrong) return focus(wrong);
    if (!cells) return leave();
    // Focus the confirmation field after the render that adds this field.
    if (!isConfirmed) return void requestAnimationFrame(() => focus('again'));
    mutate({ stored: row, values: cells, confirmed: doubts.length > 0 });
    leave();
  }
  function onKeyDown(event: KeyboardEvent) {
    // Cast: inputs, selects and buttons all have the property `name`.
    const { name } = event.target as HTMLInputElement;
    const step = stepOf(event, name);
    if (event.key === 'Escape') onLeave();
    if (!step) return;
    event.preventDefault();
    // Enter edits the same field in the next row, or the sale price if the current field is the confirmation.
    const same = name === 'again' ? 'real_price' : name;
    const next = event.key === 'Enter' ? same : step > 0 ? 'real_price' : 'status';
    save(() => onLeave({ step, field: next }));
  }
  const control = (name: keyof Values) => ({
    name,
    label: cellFields[name].label,
    value: values[name],
    error: tried ? errors[name] : undefined,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      setValues({ ...values, [name]: target.value }),
  });
  return (
    // The form handles the keys of all its fields: Enter, Tab and Escape.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      noValidate
      aria-label={`Alterar ${row.name}`}
      aria-describedby={failed && failure}
      className="grid grid-cols-[8.5rem_8.5rem_7rem_auto] items-start gap-x-3 gap-y-2 bg-hover px-3 pt-1.5 pb-2.5 in-data-whole:grid-cols-2 in-data-whole:sm:grid-cols-[repeat(3,minmax(0,1fr))_auto]"
      onKeyDown={onKeyDown}
      onSubmit={(event) => event.preventDefault()}
    >
      <p
        aria-hidden="true"
        className="col-span-full hidden truncate font-semibold in-data-whole:block"
      >
        {row.name}
      </p>
      <MoneyField {...control('real_price')} onFocus={selectAll} />
      <MoneyField
        {...control('promo_price')}
        placeholder="nenhum"
        warning={isOffAir ? 'Promoção encerrada: altere o fim no formulário.' : null}
        onFocus={selectAll}
      />
      <SelectField options={statuses} {...control('status')} />
      {tried && doubts.length > 0 && (
        <MoneyField
          name="again"
          label="Digite o novo preço para confirmar"
          // The confirmation has its own line, below the other fields.
          className="order-1 col-span-full max-w-sm"
          warning={doubts.join(' ')}
          error={again && !isConfirmed ? 'O preço não confere.' : undefined}
          value={again}
          onFocus={selectAll}
          onChange={({ target }) => setAgain(target.value)}
        />
      )}
      {failed && (
        // Make the error as wide as the fields, so that a long error does not move the fields.
        <div className="order-1 col-span-full flex w-0 min-w-full flex-wrap items-center gap-x-3 gap-y-1.5 text-[0.8125rem] text-danger">
          <p id={failure} role="alert" className="flex-1 basis-56">
            {cellSaveFailureText(failed.error, row)}
          </p>
          <Button size="sm" onClick={() => save(onLeave)}>
            Tentar novamente
          </Button>
        </div>
      )}
      {/* The buttons are aligned with the fields, not with their labels. */}
      <span className="flex justify-end gap-1 pt-6">
        <IconButton
          label="Aplicar (Enter)"
          icon={<Check />}
          className="size-9"
          onClick={() => save(onLeave)}
        />
        <IconButton
          label="Desistir (Esc)"
          icon={<X />}
          className="size-9"
          data-last
          onClick={() => onLeave()}
        />
      </span>
    </form>
  );
}

/**
 * Returns the initial value of the confirmation field after a failed save: the new sale price, or the promotional price
 * if the sale price is unchanged. A retry then does not ask for the price again. Returns '' if the sale price is
 * unchanged and the save had no promotional price, because this save needs no confirmation.
 */
function priceToRepeat(row: ListedProduct, { real_price, promo_price }: Partial<ListedProduct>) {
  const price = real_price === row.real_price ? promo_price : real_price;
  return typeof price === 'number' ? formatMoneyInput(price) : '';
}

function focusField(form: HTMLFormElement | null, name = 'real_price', options: FocusOptions = {}) {
  form?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus(options);
}

const cellFields = {
  real_price: fields.real_price,
  promo_price: fields.promo_price,
  status: fields.status,
};
const schema = v.object(rulesOf(cellFields));

/**
 * Validates the entered values. Returns the errors by field. Without errors, also returns the new values (`cells`,
 * undefined if nothing changed) and the doubts about the new prices.
 */
function checkTyped(
  row: ListedProduct,
  values: Values,
  limits: PriceLimits,
  reference: PriceReference | undefined,
) {
  const { success, issues, output } = v.safeParse(schema, values, { abortPipeEarly: true });
  const nested = issues && v.flatten<typeof schema>(issues).nested;
  const errors: Partial<Record<keyof Values, string>> = Object.fromEntries(
    Object.entries(nested ?? {}).map(([name, [message]]) => [name, message]),
  );
  if (!success) return { errors, doubts: [] };
  const { real_price, promo_price, status } = output;
  const isSame =
    real_price === row.real_price && promo_price === row.promo_price && status === row.status;
  const { promo_starts_at, promo_ends_at } = row;
  const period = promo_price === null ? emptyPeriod : { promo_starts_at, promo_ends_at };
  return {
    errors,
    cells: isSame ? undefined : { ...output, ...period },
    doubts: priceDoubtTexts(
      findPriceDoubts(row, output, limits, reference),
      row,
      output,
      reference,
    ),
  };
}

/** Returns the direction in which a key leaves the row: 1 to the row below, -1 to the row above, undefined to stay. */
function stepOf({ key, shiftKey, target }: KeyboardEvent, name: string) {
  // Enter on a button only clicks the button.
  if (key === 'Enter') return target instanceof HTMLButtonElement ? undefined : 1;
  if (key !== 'Tab') return undefined;
  if (shiftKey) return name === 'real_price' ? -1 : undefined;
  return target instanceof HTMLElement && 'last' in target.dataset ? 1 : undefined;
}

/** Returns whether some part of an element is between the top and the bottom of the window. */
function isInWindow(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

function selectAll({ target }: { target: HTMLInputElement }) {
  target.select();
}
