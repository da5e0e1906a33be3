import { changeOutcomes, hasRoom, show, makeUnchangedOutcome, USER_NAMES } from './record-steps.ts';
import { type Area, copyOf, labels, newLabel, type Row } from './state.ts';
import { choose, type Command, type StepMaker } from './step.ts';
import { isInUse } from './undo.ts';

// Commands on categories and partners, which are written through their tables.

function insert(area: Area, row: (label: string, command: Command) => Row): StepMaker {
  return (state, command) => {
    if (!hasRoom(state, area)) return undefined;
    const counted = copyOf(state);
    const label = newLabel(counted, area);
    const wanted = row(label, command);
    return {
      text: `${USER_NAMES[command.person]}: create ${label} ${show(wanted)}`,
      run: (adapter) => adapter.insert(command.person, area, wanted),
      outcomes: () => changeOutcomes(state, label, wanted, { counter: counted.counter }),
    };
  };
}

function update(area: Area, changes: (label: string, command: Command) => Row): StepMaker {
  return (state, command) => {
    const label = choose(labels(state, area), command.a);
    if (label === undefined) return undefined;
    const wanted = changes(label, command);
    return {
      text: `${USER_NAMES[command.person]}: edit ${label} ${show(wanted)}`,
      run: (adapter) =>
        adapter.patch(
          command.person,
          area,
          state.ids[label] ?? '',
          state.versions[label] ?? 0,
          wanted,
        ),
      outcomes: () => changeOutcomes(state, label, { ...state.rows[label]!, ...wanted }),
    };
  };
}

const deleteCategory: StepMaker = (state, { person, a, c }) => {
  const all = labels(state, 'categories');
  const unused = all.filter((each) => !isInUse(state, each));
  // Sometimes chooses a category that products use: the database refuses its deletion.
  const label = choose(c % 4 > 0 && unused.length > 0 ? unused : all, a);
  if (label === undefined || all.length < 2) return undefined;
  return {
    text: `${USER_NAMES[person]}: delete ${label}`,
    run: (adapter) => adapter.deleteRow(person, 'categories', state.ids[label] ?? ''),
    outcomes: () =>
      isInUse(state, label)
        ? [makeUnchangedOutcome(state, 'refused')]
        : changeOutcomes(state, label, null),
  };
};

export function personOf(label: string, number: number): Row {
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
    ...personOf(label, b % 9),
    cidade: null,
    status: 'Pendente',
  })),
  'edit partner': update('parceiros', (label, { b, c }) =>
    c % 2
      ? personOf(label, b % 9)
      : { status: b % 2 ? 'Ativo' : 'Inativo', cidade: `Cidade ${b % 3}` },
  ),
};
