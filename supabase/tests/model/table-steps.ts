import {
  predictChangeOutcomes,
  isBelowRecordLimit,
  formatRow,
  makeUnchangedOutcome,
  USER_NAMES,
} from './record-steps.ts';
import { type Area, copyState, listLabels, createLabel, type Row } from './state.ts';
import { chooseItem, type Command, type StepMaker } from './step.ts';
import { isCategoryInUse } from './undo.ts';

// Commands on categories and partners, which are written through their tables.

function insert(area: Area, row: (label: string, command: Command) => Row): StepMaker {
  return (state, command) => {
    if (!isBelowRecordLimit(state, area)) return undefined;
    const counted = copyState(state);
    const label = createLabel(counted, area);
    const wanted = row(label, command);
    return {
      text: `${USER_NAMES[command.person]}: create ${label} ${formatRow(wanted)}`,
      run: (adapter) => adapter.insert(command.person, area, wanted),
      outcomes: () => predictChangeOutcomes(state, label, wanted, { counter: counted.counter }),
    };
  };
}

function update(area: Area, changes: (label: string, command: Command) => Row): StepMaker {
  return (state, command) => {
    const label = chooseItem(listLabels(state, area), command.a);
    if (label === undefined) return undefined;
    const wanted = changes(label, command);
    return {
      text: `${USER_NAMES[command.person]}: edit ${label} ${formatRow(wanted)}`,
      run: (adapter) =>
        adapter.patch(
          command.person,
          area,
          state.ids[label] ?? '',
          state.versions[label] ?? 0,
          wanted,
        ),
      outcomes: () => predictChangeOutcomes(state, label, { ...state.rows[label]!, ...wanted }),
    };
  };
}

const deleteCategory: StepMaker = (state, { person, a, c }) => {
  const all = listLabels(state, 'categories');
  const unused = all.filter((each) => !isCategoryInUse(state, each));
  // Sometimes chooses a category that products use: the database refuses its deletion.
  const label = chooseItem(c % 4 > 0 && unused.length > 0 ? unused : all, a);
  if (label === undefined || all.length < 2) return undefined;
  return {
    text: `${USER_NAMES[person]}: delete ${label}`,
    run: (adapter) => adapter.deleteRow(person, 'categories', state.ids[label] ?? ''),
    outcomes: () =>
      isCategoryInUse(state, label)
        ? [makeUnchangedOutcome(state, 'refused')]
        : predictChangeOutcomes(state, label, null),
  };
};

export function makePartnerRow(label: string, number: number): Row {
  return {
    name: `§Pessoa ${label} ${number}`,
    email: `§pessoa-${label.toLowerCase()}-${number}@exemplo.com`,
    phone: `§9199${label}-${number}`,
    address: `§Rua de ${label}, ${number}`,
  };
}

export const tableSteps: Record<string, StepMaker> = {
  'create category': insert('categories', (label) => ({
    name: `§Categoria ${label}`,
    is_active: true,
  })),
  'rename category': update('categories', (label, { b }) => ({
    name: `§Categoria ${label} ${b % 3}`,
  })),
  'delete category': deleteCategory,
  'create partner': insert('parceiros', (label, { b }) => ({
    ...makePartnerRow(label, b % 9),
    cidade: null,
    status: 'Pendente',
  })),
  'edit partner': update('parceiros', (label, { b, c }) =>
    c % 2
      ? makePartnerRow(label, b % 9)
      : { status: b % 2 ? 'Ativo' : 'Inativo', cidade: `Cidade ${b % 3}` },
  ),
};
