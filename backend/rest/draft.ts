/**
 * A statement being written: `bind` takes a value and gives its placeholder, whose type comes from what
 * it is compared with; `alias` gives every use of a relation a name of its own, so that a subquery can
 * reach what encloses it.
 */
export type Draft = {
  values: (string | number)[];
  bind(value: string | number): string;
  alias(): string;
};

export function createDraft(): Draft {
  const values: (string | number)[] = [];
  let aliases = 0;
  return {
    values,
    bind(value) {
      values.push(value);
      return `$${values.length}`;
    },
    alias() {
      aliases += 1;
      return `_${aliases}`;
    },
  };
}
